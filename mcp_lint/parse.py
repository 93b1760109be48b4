"""text -> Module: the only place that calls libcst's parser; a failure is a value."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

import libcst as cst

_BRACKET = re.compile(r"[][(){}]")
# Python's own limit. libcst's parser recurses: at some 3,000 it overflows the stack, which ends the process.
_MAX_OPEN_BRACKETS = 200


@dataclass(frozen=True, slots=True)
class ParseFailure:
    """Why libcst could not read the text; the line is 1-based, the column 1-based in code points."""

    message: str
    line: int
    column: int


def _failure_of(error: BaseException) -> ParseFailure:
    if isinstance(error, cst.ParserSyntaxError):
        return ParseFailure(error.message.splitlines()[0], error.editor_line, error.editor_column)
    return ParseFailure(f"{type(error).__name__}: {error}".splitlines()[0], 1, 1)


def parse(text: str) -> cst.Module | ParseFailure:
    """Parse a module as libcst's native parser does, whatever the running Python's own grammar is."""
    try:
        if _is_nested_too_deep(text):
            return ParseFailure("too many nested parentheses", 1, 1)
        return cst.parse_module(text)
    except (KeyboardInterrupt, SystemExit):
        raise
    # A panic in libcst's Rust half derives from BaseException alone: `except Exception` would let it end the run.
    except BaseException as error:
        return _failure_of(error)


def _is_nested_too_deep(text: str) -> bool:
    depth = deepest = 0
    for bracket in _BRACKET.finditer(text):
        depth = depth + 1 if bracket[0] in "([{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest > _MAX_OPEN_BRACKETS and not _is_python(text)


def _is_python(text: str) -> bool:
    """Ask Python, which does not take the brackets in strings and comments for code."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def parse_expression(text: str) -> cst.BaseExpression | None:
    """Parse an expression, such as a quoted annotation; None where it is not one."""
    try:
        return cst.parse_expression(text)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # as above
        return None
