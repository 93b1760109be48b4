"""Reading a libcst tree without its visitors: they rebuild each node, and recurse past Python's limit on deep ones."""

from __future__ import annotations

import ast
import functools
from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_QUOTES = ("'", '"')
_FIELDS: dict[type, tuple[str, ...]] = {}
_IS_NODE: dict[type, bool] = {}


def _fields_of(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    # libcst's dataclasses list `__slots__` among their fields.
    names = (name for name in kind.__dataclass_fields__ if not name.startswith((*_TRIVIA, "__")))
    _FIELDS[kind] = tuple(names)
    return _FIELDS[kind]


def _is_node(kind: type) -> bool:
    """Whether a type is a node's. The classes are abstract ones, for which ``isinstance`` is ten times as slow."""
    known = _IS_NODE.get(kind)
    if known is None:
        known = _IS_NODE[kind] = issubclass(kind, cst.CSTNode)
    return known


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The child nodes that are code, in source order."""
    kind = type(node)
    found: list[cst.CSTNode] = []
    fields = _FIELDS.get(kind)
    for name in _fields_of(kind) if fields is None else fields:
        value = getattr(node, name)
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
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if not isinstance(node, cst.Name):
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
    return int(text) if text.isdecimal() and text.isascii() and text[0] != "0" else _evaluated(text)


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
        if isinstance(statement, cst.SimpleStatementLine):
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
