"""Whether a value is JSON as it stands, and where not.

pydantic, which writes the SDK's answers, would send a NaN as null, a set as a list in any order and a date as some
text, all without a word; and it fails on others, so that the client reads only "Internal server error". Half of a
surrogate pair, wherever it is, ends the whole server on stdio.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from mcp_server.wording import can_be_sent, is_a, kind_of, module_name, quote, type_name

if TYPE_CHECKING:
    from collections.abc import Iterable

# The SDK's client reads 200 levels (jiter, pydantic's parser), the message around the payload included.
MAX_DEPTH = 150
# Python, and jiter with it, reads no integer of more digits (`sys.int_info.default_max_str_digits`).
MAX_DIGITS = 4300
_TOO_LARGE = 10**MAX_DIGITS
_TOO_SMALL = -_TOO_LARGE

_ALWAYS_FINE = frozenset({bool, type(None)})
_REMEDIES: tuple[tuple[type[Any] | tuple[type[Any], ...], str], ...] = (
    ((set, frozenset), "write `sorted(...)`"),
    ((date, time), "write `.isoformat()`"),
    (Decimal, "write `float(...)` or `str(...)`"),
    (bytes, 'write `.decode("utf-8")`'),
)
_DECODE = 'decode it with `errors="replace"`'


@dataclass(frozen=True, slots=True)
class JsonFault:
    """The first value that is not JSON: its path (``table[2][1]``), what it is, and what to write instead."""

    path: str
    says: str
    remedy: str


def is_json(value: object, levels: int = MAX_DEPTH) -> bool:
    """Whether a value holds nothing but JSON's own types. False may also mean a subclass or a tuple: ask `json_fault`.

    Every result of every tool passes here: hence one loop for all that a list holds, with no call for a plain cell.
    """
    return _are_json((value,), levels)


def _are_json(items: Iterable[Any], levels: int) -> bool:
    for item in items:
        kind = type(item)
        if kind is str:
            is_fine = item.isascii() or can_be_sent(item)
        elif kind is int:
            is_fine = _TOO_SMALL < item < _TOO_LARGE
        elif kind is float:
            is_fine = isfinite(item)
        elif kind in _ALWAYS_FINE:
            continue
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
        if type(key) is not str or not (key.isascii() or can_be_sent(key)):
            return False
    return True


def as_sent(value: object, levels: int = MAX_DEPTH) -> object:
    """Give a value with each pydantic model in it as the dict that is sent for it, by the names on the wire.

    Unlike ``model_dump``, it takes values that the model's annotations do not allow.
    """
    if levels == 0:
        return value
    if is_a(value, list):
        return [as_sent(item, levels - 1) for item in list.__iter__(value)]
    if is_a(value, dict):
        return {key: as_sent(item, levels - 1) for key, item in dict.items(value)}
    if not is_a(value, BaseModel):
        return value
    names = {name: field.serialization_alias or name for name, field in type(value).model_fields.items()}
    held = {**vars(value), **(value.__pydantic_extra__ or {})}
    return {names.get(name, name): as_sent(item, levels - 1) for name, item in held.items()}


def json_fault(value: object, path: str, levels: int = MAX_DEPTH) -> JsonFault | None:
    """Find the first value that is not JSON; None where all is. Never raises, whatever the value."""
    return None if is_json(value, levels) else _search(value, path, levels)


def _search(value: object, path: str, levels: int) -> JsonFault | None:
    if levels == 0:
        says = f"is nested deeper than {MAX_DEPTH} levels, or holds itself"
        return JsonFault(path, says, "write a flat value")
    # What is in them, as pydantic reads it, and not what the methods of a subclass say of it.
    if is_a(value, dict):
        items = list(dict.items(value))
        keyed = next((_key_fault(key, path) for key, _ in items if not _is_text(key)), None)
        return keyed or _first(((item, f"{path}.{key}") for key, item in items), levels)
    # What the SDK sends for a tuple is what was written.
    if is_a(value, list):
        return _first(((item, f"{path}[{index}]") for index, item in enumerate(list.__iter__(value))), levels)
    if is_a(value, tuple):
        return _first(((item, f"{path}[{index}]") for index, item in enumerate(tuple.__iter__(value))), levels)
    return _leaf_fault(value, path)


def _first(items: Iterable[tuple[object, str]], levels: int) -> JsonFault | None:
    # A loop and not `next(...)` of a generator, which would need one more frame for each level.
    for item, path in items:
        fault = _search(item, path, levels - 1)
        if fault is not None:
            return fault
    return None


def _key_fault(key: object, path: str) -> JsonFault:
    if is_a(key, str):
        return JsonFault(path, "has a key with half of a surrogate pair", _DECODE)
    return JsonFault(path, f"has a key that is {kind_of(key)}, not a string that JSON can hold", "write `str(...)`")


def _leaf_fault(value: object, path: str) -> JsonFault | None:
    if is_a(value, str):
        return None if _is_text(value) else JsonFault(path, "is a string with half of a surrogate pair", _DECODE)
    if value is None:
        return None
    if is_a(value, int):
        says = f"is a number of more than {MAX_DIGITS} digits, which no client reads"
        is_read = _TOO_SMALL < int.__int__(value) < _TOO_LARGE
        return None if is_read else JsonFault(path, says, "write `str(...)` of fewer digits, or `float(...)`")
    if is_a(value, float):
        number = float.__float__(value)
        return None if isfinite(number) else JsonFault(path, f"is {number}, which JSON does not have", "write `None`")
    return JsonFault(path, f"is {kind_of(value)}, which JSON does not have", _remedy(value))


def _is_text(value: object) -> bool:
    return is_a(value, str) and can_be_sent(str.__str__(value))


def _remedy(value: object) -> str:
    if module_name(type(value)).partition(".")[0] == "numpy":
        return "write `.tolist()`"
    default = f"write a string, a number, a list or a dict instead of the {quote(type_name(value))}"
    return next((remedy for kind, remedy in _REMEDIES if is_a(value, kind)), default)
