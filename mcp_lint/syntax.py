"""Reading a libcst tree without its visitors: they rebuild each node, and recurse past Python's limit on deep ones."""

from __future__ import annotations

import ast
import functools
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import libcst as cst

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Fields that hold white space and punctuation: nothing in them is code.
_TRIVIA = (
    "whitespace",
    "lpar",
    "rpar",
    "comma",
    "semicolon",
    "leading_lines",
    "trailing_whitespace",
    "header",
    "footer",
    "lbrace",
    "rbrace",
    "lbracket",
    "rbracket",
    "equal",
    "lines_after",
    "indent",
    "dot",
    "colon",
)
_MANY_DIGITS = 20
_QUOTES = ("'", '"')
_READ_FIELDS: dict[type, Callable[[cst.CSTNode], tuple[Any, ...]]] = {}
_IS_NODE: dict[type, bool] = {}


def _reader_of(kind: type[cst.CSTNode]) -> Callable[[cst.CSTNode], tuple[Any, ...]]:
    """What reads all fields of a node that can hold code: in one call, which for most nodes is all there is to do."""
    # libcst's dataclasses list `__slots__` among their fields.
    fields = [field for name, field in kind.__dataclass_fields__.items() if not name.startswith((*_TRIVIA, "__"))]
    names = [field.name for field in fields if field.type not in {"str", "bool"}]
    # Two at least, since for one name it gives no tuple.
    _READ_FIELDS[kind] = attrgetter(*names, *["__doc__"] * max(0, 2 - len(names)))
    return _READ_FIELDS[kind]


def _is_node(kind: type) -> bool:
    """Whether a type is a node's. The classes are abstract ones, for which ``isinstance`` is ten times as slow."""
    known = _IS_NODE.get(kind)
    if known is None:
        known = _IS_NODE[kind] = issubclass(kind, cst.CSTNode)
    return known


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The child nodes that are code, in source order."""
    found: list[cst.CSTNode] = []
    read = _READ_FIELDS.get(type(node)) or _reader_of(type(node))
    for value in read(node):
        if value is None:
            continue
        its_kind = type(value)
        if its_kind is tuple or its_kind is list:
            # Sequences hold nodes alone.
            found.extend(value)
        elif _is_node(its_kind):
            found.append(value)
    return found


def descendants(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The node and all below it, in source order, at any depth: the stack is our own."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(children(node)))


def dotted_text(node: cst.CSTNode | None) -> str | None:
    """``a.b.c`` of a chain of names; None for anything else."""
    parts = []
    # By type, here and wherever each node is asked: libcst's node classes are final, and abstract ones, for which
    # `isinstance` of another node takes ten times as long.
    while type(node) is cst.Attribute:
        parts.append(node.attr.value)
        node = node.value
    if type(node) is not cst.Name:
        return None
    parts.append(node.value)
    return ".".join(reversed(parts))


def string_value(node: cst.CSTNode | None) -> str | None:
    """The value of a string literal, implicitly joined ones included; None for anything else, and for bytes."""
    pieces: list[cst.CSTNode | None] = []
    while isinstance(node, cst.ConcatenatedString):
        pieces.append(node.left)
        node = node.right
    pieces.append(node)
    values = [_simple_string(piece) for piece in pieces]
    return "".join(value for value in values if value is not None) if None not in values else None


def _simple_string(node: cst.CSTNode | None) -> str | None:
    if not isinstance(node, cst.SimpleString):
        return None
    value = constant_value(node.value)
    return value if isinstance(value, str) else None


def constant_value(text: str) -> object:
    """What a literal's text stands for; ``Ellipsis`` where this Python cannot say (an invalid escape, for one)."""
    if text[:1] in _QUOTES and "\\" not in text and text[1:2] != text[0]:
        return text[1:-1]  # nearly all are as simple as this, and Python's parser takes ten times as long
    # Of some thousand digits, Python makes no number.
    is_small = text.isdecimal() and text.isascii() and text[0] != "0" and len(text) < _MANY_DIGITS
    return int(text) if is_small else _evaluated(text)


@functools.lru_cache(maxsize=1024)
def _evaluated(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return ...


def argument(call: cst.Call, keyword: str, position: int | None = None) -> cst.Arg | None:
    """The argument given by keyword, or by position where no star stands before it."""
    for index, arg in enumerate(call.args):
        if arg.keyword is not None and arg.keyword.value == keyword:
            return arg
        if index == position and arg.keyword is None and not any(a.star for a in call.args[: index + 1]):
            return arg
    return None


def small_statements(body: cst.BaseSuite) -> tuple[cst.CSTNode, ...]:
    """The statements of a suite, those that share a line taken apart."""
    flat: list[cst.CSTNode] = []
    for statement in body.body:
        if type(statement) is cst.SimpleStatementLine:
            flat.extend(statement.body)
        else:
            flat.append(statement)
    return tuple(flat)


def docstring_of(function: cst.FunctionDef) -> str | None:
    """The function's docstring, as Python would see it."""
    first = next(iter(small_statements(function.body)), None)
    return string_value(first.value) if isinstance(first, cst.Expr) else None


def parameters_of(params: cst.Parameters) -> tuple[cst.Param, ...]:
    """All parameters, ``*args`` and ``**kwargs`` among them."""
    stars = [p for p in (params.star_arg, params.star_kwarg) if isinstance(p, cst.Param)]
    return (*params.posonly_params, *params.params, *params.kwonly_params, *stars)
