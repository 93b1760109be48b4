"""``[tool.mcp-lint]`` of a pyproject.toml: found, read and judged."""

from __future__ import annotations

import importlib
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcp_lint.discover import holds
from mcp_lint.options import OPTIONS, Kind, OptionError, codes_to_ignore, codes_to_select, listed, nearest
from mcp_lint.report import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

FILE_NAME = "pyproject.toml"
TABLE = "mcp-lint"
_HEAD = re.compile(r"\s*\[([^][]+)\]\s*(?:#.*)?")
_KEY = re.compile(r"\s*([^=#]+?)\s*=")
_SPACES_AND_QUOTES = re.compile(r"""[\s"']""")


@dataclass(frozen=True, slots=True)
class Config:
    """What a configuration file sets, judged.

    ``values``: by key, ``-`` as ``_`` and without ``mcp_`` (``registry_classes``, ``exit_zero``).
    ``folder``: what its ``exclude`` patterns are relative to; None where there is no file.
    """

    values: Mapping[str, object] = field(default_factory=dict)
    folder: Path | None = None


def _format(written: object) -> str:
    if written not in FORMATS:
        msg = (
            f"must be {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {str(written)!r}{nearest(str(written), FORMATS)}"
        )
        raise OptionError(msg)
    return str(written)


_KEYS: dict[str, tuple[Kind, Callable[[object], object]]] = {
    **{option.name: (option.kind, option.convert) for option in OPTIONS},
    "select": (Kind.LIST, codes_to_select),
    "ignore": (Kind.LIST, codes_to_ignore),
    "format": (Kind.TEXT, _format),
    "statistics": (Kind.FLAG, bool),
    "exit-zero": (Kind.FLAG, bool),
    "exclude": (Kind.LIST, listed),
}


def find_config(starts: Sequence[Path]) -> Config:
    """Read the nearest pyproject.toml that has the table, upward from what the paths have in common.

    Raise :class:`OptionError` for a file that cannot be read, or whose table holds something wrong.
    """
    for folder in _upward(starts):
        file = folder / FILE_NAME
        config = _read(file) if holds(file.is_file) else None
        if config is not None:
            return config
    return Config()


def read_config(file: Path) -> Config:
    """Read a file that the user named; raise :class:`OptionError` as above, and where it has no such table."""
    config = _read(file)
    if config is None:
        msg = f"{file}: there is no [tool.{TABLE}] in it"
        raise OptionError(msg)
    return config


def _upward(starts: Sequence[Path]) -> Iterator[Path]:
    absolute = [os.path.normpath(Path.cwd() / start) for start in starts]
    try:
        common = Path(os.path.commonpath(absolute))
    except ValueError:  # no paths, or (on Windows) on several drives
        common = Path.cwd()
    folder = common if holds(common.is_dir) else common.parent
    yield folder
    yield from folder.parents


def _read(file: Path) -> Config | None:
    try:
        data = file.read_bytes()
        if TABLE.encode() not in data:
            return None  # most files, so no parser is loaded, and other programs' mistakes are none of ours
        text = data.decode("utf-8-sig")
    except OSError as error:
        msg = f"{file}: {error.strerror or type(error).__name__}"
        raise OptionError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"{file}: not UTF-8, which TOML must be"
        raise OptionError(msg) from error
    table = _table(text, file)
    if table is None:
        return None
    return Config(_judged(table, file), Path(os.path.normpath(Path.cwd() / file)).parent)


def _table(text: str, file: Path) -> dict[str, Any] | None:
    loads = _toml_parser()
    if loads is None:
        if not _seems_to_have_table(text):
            return None
        msg = f"{file}: reading it on this Python needs one more package: pip install tomli"
        raise OptionError(msg)
    try:
        document = loads(text)
    except (ValueError, RecursionError) as error:
        msg = f"{file}: not valid TOML: {' '.join(str(error).split())}"
        raise OptionError(msg) from error
    tools = document.get("tool")
    table = tools.get(TABLE) if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        msg = f"{file}: tool.{TABLE} must be a table"
        raise OptionError(msg)
    return table


def _seems_to_have_table(text: str) -> bool:
    """Tell, where no TOML parser is there, by the heads of tables and the keys below them."""
    table = ""
    for line in text.splitlines():
        head, key = _HEAD.fullmatch(line), _KEY.match(line)
        if head is not None:
            table = _SPACES_AND_QUOTES.sub("", head[1]) + "."
        written = table + (_SPACES_AND_QUOTES.sub("", key[1]) + "." if key is not None and head is None else "")
        if written.startswith(f"tool.{TABLE}."):
            return True
    return False


def _toml_parser() -> Callable[[str], dict[str, Any]] | None:
    for name in ("tomllib", "tomli"):  # the second is the first one's origin, for Python 3.10
        try:
            loads: Callable[[str], dict[str, Any]] = importlib.import_module(name).loads
        except ModuleNotFoundError:
            continue
        return loads
    return None


def _judged(table: dict[str, Any], file: Path) -> dict[str, object]:
    values: dict[str, object] = {}
    for written, value in table.items():
        where = f"{file}: [tool.{TABLE}] {written}"
        key = written.replace("_", "-").removeprefix("mcp-")
        if key not in _KEYS:
            msg = f"{file}: [tool.{TABLE}] unknown key {written!r}{nearest(key, _KEYS)}"
            raise OptionError(msg)
        name = key.replace("-", "_")
        if name in values:
            msg = f"{where}: set twice, in two spellings"
            raise OptionError(msg)
        values[name] = _converted(key, value, where)
    return values


def _converted(key: str, value: object, where: str) -> object:
    kind, convert = _KEYS[key]
    if not _is_of(kind, value):
        msg = f"{where}: must be {kind.value}, not {value!r}"
        raise OptionError(msg)
    try:
        return convert(value)
    except OptionError as error:
        msg = f"{where}: {error}"
        raise OptionError(msg) from error


def _is_of(kind: Kind, value: object) -> bool:
    if kind is Kind.LIST:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if kind is Kind.NUMBER:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, bool if kind is Kind.FLAG else str)
