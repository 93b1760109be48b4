"""How messages name things. Nothing here raises, whatever it is given."""

from __future__ import annotations

import inspect
from types import AsyncGeneratorType, GeneratorType
from typing import Any

from mcp_server.contract import ValidationModel

# What the server does with a result that breaks the contract.
REFUSED = "the server refuses the result"
# What messages quote is cut to this length.
MAX_QUOTED = 80
_KINDS: tuple[tuple[type[Any] | tuple[type[Any], ...], str], ...] = (
    (str, "a string"),
    (bool, "a bool"),
    ((int, float), "a number"),
    (bytes, "bytes"),
    (dict, "a dict"),
    (list, "a list"),
    (tuple, "a tuple"),
    ((set, frozenset), "a set"),
    (ValidationModel, "a ValidationModel"),
    ((GeneratorType, AsyncGeneratorType), "a generator"),
)


def quote(text: str) -> str:
    """The text on one line, printable and not too long."""
    line = "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))
    return f"`{line if len(line) <= MAX_QUOTED else line[: MAX_QUOTED - 1] + '…'}`"


def count(number: int, noun: str) -> str:
    """The number and what it counts: "1 cell", "2 cells"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def kind_of(value: object) -> str:
    """What a message calls the value, without showing what is in it: "a string", "an empty list", "None"."""
    if value is None:
        return "None"
    if isinstance(value, (str, list)) and not value:
        return "an empty string" if isinstance(value, str) else "an empty list"
    if inspect.isawaitable(value):
        return "a coroutine"
    return next((name for kind, name in _KINDS if isinstance(value, kind)), f"a {quote(type(value).__name__)}")


def show_annotation(annotation: object) -> str:
    """An annotation as its author would write it, or what it is where it cannot be shown."""
    if isinstance(annotation, str):
        return quote(annotation)
    try:
        return quote(_text_of(annotation))
    except Exception:  # its repr is the author's code: it may raise anything
        return f"an object of type {quote(type(annotation).__name__)}"


def _text_of(annotation: object) -> str:
    # `list[int]` is an instance of `type` on Python 3.10.
    if isinstance(annotation, type) and not hasattr(annotation, "__args__"):
        is_plain = annotation.__module__ == "builtins" or annotation.__qualname__ != "DataToolOutput"
        return annotation.__qualname__ if is_plain else f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation).replace("typing.", "")
