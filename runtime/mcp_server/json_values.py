"""Whether a value is JSON as it stands, and where not.

pydantic, which writes the SDK's answers, would send a NaN as null, a set as a list in any order and a date as some
text, all without a word; and it fails on others, so that the client reads only "Internal server error".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any

from mcp_server.wording import kind_of, quote

if TYPE_CHECKING:
    from collections.abc import Iterable

# The SDK's client reads 200 levels (jiter, pydantic's parser), the message around the payload included.
MAX_DEPTH = 150

_ALWAYS_FINE = frozenset({int, bool, type(None)})
_REMEDIES: tuple[tuple[type[Any] | tuple[type[Any], ...], str], ...] = (
    ((set, frozenset), "write `sorted(...)`"),
    ((date, time), "write `.isoformat()`"),
    (Decimal, "write `float(...)` or `str(...)`"),
    (bytes, 'write `.decode("utf-8")`'),
)


@dataclass(frozen=True, slots=True)
class JsonFault:
    """The first value that is not JSON: its path (``table[2][1]``), what it is, and what to write instead."""

    path: str
    says: str
    remedy: str


def is_json(value: object) -> bool:
    """Whether a value holds nothing but JSON's own types. False may also mean a subclass or a tuple: ask `json_fault`.

    Every result of every tool passes here: hence one loop for all that a list holds, with no call for a plain cell.
    """
    return _are_json((value,), MAX_DEPTH)


def _are_json(items: Iterable[Any], levels: int) -> bool:
    for item in items:
        kind = type(item)
        if kind in _ALWAYS_FINE:
            continue
        if kind is str:
            is_fine = item.isascii() or _can_be_encoded(item)
        elif kind is float:
            is_fine = isfinite(item)
        elif kind is list:
            is_fine = levels > 0 and _are_json(item, levels - 1)
        else:
            is_fine = kind is dict and levels > 0 and _are_keys_text(item) and _are_json(item.values(), levels - 1)
        if not is_fine:
            return False
    return True


def _are_keys_text(value: dict[Any, Any]) -> bool:
    # A loop and not `all(...)`, whose generator costs more than most dicts have keys.
    for key in value:  # noqa: SIM110
        if type(key) is not str or not (key.isascii() or _can_be_encoded(key)):
            return False
    return True


def _can_be_encoded(text: str) -> bool:
    """Whether UTF-8 can write the text; it cannot write half of a surrogate pair, which breaks the whole answer."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def json_fault(value: object, path: str) -> JsonFault | None:
    """Find the first value that is not JSON; None where all is. Never raises, whatever the value."""
    return None if is_json(value) else _search(value, path, MAX_DEPTH)


def _search(value: object, path: str, levels: int) -> JsonFault | None:
    if levels == 0:
        says = f"is nested deeper than {MAX_DEPTH} levels, or holds itself"
        return JsonFault(path, says, "write a flat value")
    if isinstance(value, dict):
        keyed = next((_key_fault(key, path) for key in value if not _is_text(key)), None)
        return keyed or _first(((item, f"{path}.{key}") for key, item in value.items()), levels)
    # What the SDK sends for a tuple is what was written.
    if isinstance(value, (list, tuple)):
        return _first(((item, f"{path}[{index}]") for index, item in enumerate(value)), levels)
    return _leaf_fault(value, path)


def _first(items: Iterable[tuple[object, str]], levels: int) -> JsonFault | None:
    # A loop and not `next(...)` of a generator, which would need one more frame for each level.
    for item, path in items:
        fault = _search(item, path, levels - 1)
        if fault is not None:
            return fault
    return None


def _key_fault(key: object, path: str) -> JsonFault:
    return JsonFault(path, f"has a key that is {kind_of(key)}, not a string that JSON can hold", "write `str(...)`")


def _leaf_fault(value: object, path: str) -> JsonFault | None:
    if isinstance(value, str):
        if _is_text(value):
            return None
        return JsonFault(path, "is a string with half of a surrogate pair", 'decode it with `errors="replace"`')
    if value is None or isinstance(value, int):
        return None
    if isinstance(value, float):
        says = f"is {float(value)}, which JSON does not have"
        return None if isfinite(value) else JsonFault(path, says, "write `None`")
    return JsonFault(path, f"is {kind_of(value)}, which JSON does not have", _remedy(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and _can_be_encoded(value)


def _remedy(value: object) -> str:
    if type(value).__module__.partition(".")[0] == "numpy":
        return "write `.tolist()`"
    default = f"write a string, a number, a list or a dict instead of the {quote(type(value).__name__)}"
    return next((remedy for kind, remedy in _REMEDIES if isinstance(value, kind)), default)
