"""How messages name things. Nothing here raises, whatever it is given: of foreign objects, only the type is looked at.

An object's own `__class__`, `__getattr__` or `__len__` is its author's code, and may raise anything.
"""

from __future__ import annotations

import builtins
from collections.abc import Awaitable
from types import AsyncGeneratorType, GeneratorType
from typing import TYPE_CHECKING, Any, TypeVar

from mcp_server.contract import ValidationModel

if TYPE_CHECKING:
    from typing_extensions import TypeIs

Kind = TypeVar("Kind")

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
    (Awaitable, "a coroutine"),
)
_SHOWN_KEYS = frozenset({int, float, bool, bytes, type(None)})


def is_a(value: object, kinds: type[Kind] | tuple[type[Kind], ...]) -> TypeIs[Kind]:
    """As ``isinstance``, which also asks the object's own ``__class__``, a property that may raise."""
    return issubclass(type(value), kinds)


def type_name(value: object) -> str:
    """The name of an object's class, whatever its metaclass says."""
    return str(type.__dict__["__name__"].__get__(type(value)))


def module_name(kind: type[Any]) -> str:
    """The module of a class, whatever its metaclass says; "" where there is none."""
    try:
        return str(type.__dict__["__module__"].__get__(kind))
    except AttributeError:  # a class can be made without
        return ""


def can_be_sent(text: str) -> bool:
    """Whether UTF-8 can write the text; it cannot write half of a surrogate pair, which breaks the whole answer."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def sendable(text: str) -> str:
    """The text with a question mark for each character that UTF-8 cannot write."""
    return text.encode("utf-8", "replace").decode()


def one_line(text: str) -> str:
    """The text on one line, printable."""
    return "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))


def quote(text: str) -> str:
    """The text on one line, printable and not too long."""
    line = one_line(text)
    return f"`{line if len(line) <= MAX_QUOTED else line[: MAX_QUOTED - 1] + '…'}`"


def message_of(error: BaseException) -> str:
    """The message of an error; "" where its class cannot write it."""
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # its `__str__` is the author's code: it may raise anything
        return ""


def show_error(error: BaseException) -> str:
    """The class of an error and its message, on one line."""
    message = one_line(message_of(error))
    return f"{type_name(error)}: {message}" if message else type_name(error)


def count(number: int, noun: str) -> str:
    """The number and what it counts: "1 cell", "2 cells"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def kind_of(value: object) -> str:
    """What a message calls the value, without showing what is in it: "a string", "an empty list", "None"."""
    if value is None:
        return "None"
    if is_a(value, str) and not str.__len__(value):
        return "an empty string"
    if is_a(value, list) and not list.__len__(value):
        return "an empty list"
    return next((name for kind, name in _KINDS if is_a(value, kind)), f"a {quote(_full_name(value))}")


def _full_name(value: object) -> str:
    """The class's name, and its module where Python has a class of that name itself (numpy's ``bool``)."""
    name, module = type_name(value), module_name(type(value))
    return f"{module}.{name}" if hasattr(builtins, name) and module not in {"builtins", ""} else name


def show_key(key: object) -> str:
    """A key of a dict, as a message shows it."""
    if is_a(key, str):
        return quote(str.__str__(key))
    return quote(repr(key)) if type(key) in _SHOWN_KEYS else kind_of(key)


def show_annotation(annotation: object) -> str:
    """An annotation as its author would write it, or what it is where it cannot be shown."""
    if annotation is type(None):
        return "`None`"
    try:
        return quote(str.__str__(annotation) if is_a(annotation, str) else _text_of(annotation))
    except KeyboardInterrupt:
        raise
    except BaseException:  # its repr is the author's code: it may raise anything
        return f"an object of type {quote(type_name(annotation))}"


def _text_of(annotation: object) -> str:
    # `list[int]` is an instance of `type` on Python 3.10.
    if isinstance(annotation, type) and not hasattr(annotation, "__args__"):
        is_plain = annotation.__module__ == "builtins" or annotation.__qualname__ != "DataToolOutput"
        return annotation.__qualname__ if is_plain else f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation).replace("typing.", "")
