"""The options of the check itself: one table for flake8, for ``mcp-lint`` and for pyproject.toml."""

from __future__ import annotations

import enum
import functools
import itertools
import os
import pkgutil
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp_lint.settings import DEFAULT_SETTINGS, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_SEPARATORS = re.compile(r"[,\s]+")
_CODE_OR_PREFIX = re.compile(r"[A-Z]{1,3}[0-9]{0,3}", re.ASCII)  # what flake8 takes for one
_SDKS = (1, 2)
_TRUTHS = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}


class OptionError(ValueError):
    """A value that the user has to correct; the text is one line for the user, without a final stop."""


class Kind(enum.Enum):
    """How an option is written."""

    LIST = "a list of strings"
    NUMBER = "a number"
    FLAG = "true or false"
    TEXT = "a string"


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the table.

    ``name``: its key in pyproject.toml; on the command line and in flake8's files it has ``mcp-`` before it.
    ``convert``: the value for :class:`Settings`, from what was written (text, list of texts, number or truth value);
    raises :class:`OptionError`.
    """

    name: str
    kind: Kind
    metavar: str | None
    help: str
    convert: Callable[[object], object]

    @property
    def flag(self) -> str:
        """The option on the command line."""
        return f"--mcp-{self.name}"

    @property
    def dest(self) -> str:
        """Its attribute in a parsed command line."""
        return f"mcp_{self.field}"

    @property
    def field(self) -> str:
        """Its attribute in :class:`Settings`."""
        return self.name.replace("-", "_")


@functools.cache
def known_codes() -> tuple[str, ...]:
    """All codes, in order, by the names of the rules' files: importing those would import libcst."""
    folder = os.path.join(os.path.dirname(__file__), "rules")
    names = (re.match(r"mcp\d{3}", info.name) for info in pkgutil.iter_modules([folder]))
    return tuple(sorted(name[0].upper() for name in names if name))


def listed(written: object) -> list[str]:
    """Split text at commas and white space, as flake8 does; give a list as it is."""
    if isinstance(written, str):
        return [item for item in _SEPARATORS.split(written) if item]
    return [str(item) for item in written] if isinstance(written, (list, tuple)) else [str(written)]


def nearest(word: str, known: Iterable[str]) -> str:
    """Give `` (did you mean X?)`` for a mistyped word, or nothing where no known one is near."""
    import difflib  # noqa: PLC0415 (only where something is mistyped)

    candidates = {item.upper(): item for item in known}
    near = difflib.get_close_matches(word.upper(), candidates, n=len(candidates) or 1)
    if not near:
        return ""
    return f" (did you mean {candidates[max(near, key=lambda each: _likeness(each, word.upper()))]}?)"


def _likeness(one: str, other: str) -> tuple[float, int]:
    """Compare as difflib does; for it MCP901 is as near to MCP01 as MCP001 is, so the same beginning decides."""
    import difflib  # noqa: PLC0415 (as above)

    same_start = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return difflib.SequenceMatcher(None, other, one).ratio(), len(list(same_start))


def codes_or_prefixes(written: object) -> tuple[str, ...]:
    """Give codes of this checker, or their beginnings (``MCP1``); raise :class:`OptionError` where one fits no code."""
    wanted = tuple(listed(written))
    for item in wanted:
        if not item or not any(code.startswith(item) for code in known_codes()):
            msg = f"unknown code {item!r}{nearest(item, known_codes())}"
            raise OptionError(msg)
    return wanted


def codes_to_select(written: object) -> tuple[str, ...]:
    """Give the codes that alone are reported; raise :class:`OptionError` for none: an empty variable is an accident."""
    wanted = codes_or_prefixes(written)
    if not wanted:
        msg = "no code given: nothing would be reported (leave the option out to have all)"
        raise OptionError(msg)
    return wanted


def codes_to_ignore(written: object) -> tuple[str, ...]:
    """Give codes or prefixes, other checkers' too: lists are shared; raise :class:`OptionError` for a mistyped one."""
    unwanted = tuple(listed(written))
    for item in unwanted:
        if not _CODE_OR_PREFIX.fullmatch(item):
            msg = f"not a code: {item!r}{nearest(item, known_codes())}"
            raise OptionError(msg)
    codes_or_prefixes([item for item in unwanted if item.startswith("MCP")])
    return unwanted


def _normalized(written: object) -> list[str]:
    """Names as Python's parser reads them (PEP 3131)."""
    import unicodedata  # noqa: PLC0415 (only where names are given)

    return [unicodedata.normalize("NFKC", name) for name in listed(written)]


def _names(written: object) -> tuple[str, ...]:
    names = _normalized(written)
    for name in names:
        if not name.isidentifier():
            msg = f"not a name: {name!r} (give the last one only, 'registry' for 'self.registry')"
            raise OptionError(msg)
    return tuple(names)


def _dotted_names(written: object) -> tuple[str, ...]:
    names = _normalized(written)
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            msg = f"not a dotted name: {name!r} (such as 'myapp.server.ToolRegistry')"
            raise OptionError(msg)
    return tuple(names)


def _sdk(written: object) -> int:
    for version in _SDKS:
        if str(written).strip() == str(version):
            return version
    msg = f"must be 1 or 2, not {str(written)!r}"
    raise OptionError(msg)


def _truth(written: object) -> bool:
    truth = written if isinstance(written, bool) else _TRUTHS.get(str(written).strip().lower())
    if truth is None:
        msg = f"must be true or false, not {str(written)!r}"
        raise OptionError(msg)
    return truth


OPTIONS = (
    Option(
        "registries",
        Kind.LIST,
        "NAMES",
        "last names that the registry goes by, separated by commas (default: registry, which also fits self.registry)",
        _names,
    ),
    Option(
        "registry-classes",
        Kind.LIST,
        "CLASSES",
        "dotted names of classes that wrap the registry, separated by commas, such as myapp.server.ToolRegistry",
        _dotted_names,
    ),
    Option("sdk", Kind.NUMBER, "{1,2}", "major version of the mcp package that the server runs on (default: 2)", _sdk),
    Option(
        "no-follow",
        Kind.FLAG,
        None,
        "do not look into the project's other files for what functions imported from there give",
        _truth,
    ),
    Option("strict", Kind.FLAG, None, "also report results that cannot be judged (MCP190)", _truth),
    Option(
        "enable",
        Kind.LIST,
        "CODES",
        "codes that are off by default and wanted, or their beginnings, separated by commas (MCP901, or MCP9)",
        codes_or_prefixes,
    ),
)


def settings_of(written: Mapping[str, object]) -> Settings:
    """Give the settings for what was written, by :attr:`Option.field`; what is absent or None has its default.

    Raise :class:`OptionError`, its text beginning with the option, for a value that will not do.
    """
    fields: dict[str, Any] = {}
    for option in OPTIONS:
        value = written.get(option.field)
        if value is None:
            fields[option.field] = getattr(DEFAULT_SETTINGS, option.field)
            continue
        try:
            fields[option.field] = option.convert(value)
        except OptionError as error:
            msg = f"{option.flag}: {error}"
            raise OptionError(msg) from error
    return Settings(**fields)
