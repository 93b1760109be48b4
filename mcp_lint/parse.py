"""text -> Module: the only place that calls libcst's parser; a failure is a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import libcst as cst

from mcp_lint.deep import in_large_stack
from mcp_lint.depth import Depth, depth_of

if TYPE_CHECKING:
    from collections.abc import Callable

Node = TypeVar("Node", bound=cst.CSTNode)


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
    return _parsed(cst.parse_module, text)


def parse_expression(text: str) -> cst.BaseExpression | None:
    """Parse an expression, such as a quoted annotation; None where it is not one."""
    parsed = _parsed(cst.parse_expression, text)
    return None if isinstance(parsed, ParseFailure) else parsed


def _parsed(parser: Callable[[str], Node], text: str) -> Node | ParseFailure:
    try:
        depth = depth_of(text)
        if depth is Depth.TOO_DEEP:
            return ParseFailure("nested too deep", 1, 1)
        return parser(text) if depth is Depth.USUAL else in_large_stack(lambda: parser(text))
    except (KeyboardInterrupt, SystemExit):
        raise
    # A panic in libcst's Rust half derives from BaseException alone: `except Exception` would let it end the run.
    except BaseException as error:
        return _failure_of(error)
