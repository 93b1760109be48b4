"""Where the checker puts calls and returned values, held against where Python puts them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.positions import Span, spans_of
from mcp_lint.python_parser import python_tree
from mcp_lint.source import lines_of
from mcp_lint.syntax import children

if TYPE_CHECKING:
    from collections.abc import Iterator

# f-strings and t-strings, as libcst and Python call them; neither has both kinds in all its versions.
_WITH_FIELDS = frozenset({"FormattedString", "TemplatedString", "JoinedStr", "TemplateStr"})


def misplaced(module: cst.Module, text: str) -> Iterator[str]:
    """Say of each call and returned value where only one of the two sees it; the module is not to be used afterwards.

    Nothing is said of text that this Python cannot parse, nor of what is in f-strings: before Python 3.12, their parts
    have no places of their own.
    """
    try:
        tree = python_tree(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    ours = _of_checker(module, text)
    pythons = _of_python(tree, text)
    for span in sorted(ours ^ pythons, key=_order):
        who = "the checker" if span in ours else "Python"
        yield f"{who} alone sees something at {span.line}:{span.column}-{span.end_line}:{span.end_column}"


def _order(span: Span) -> tuple[int, int, int, int]:
    return span.line, span.column, span.end_line, span.end_column


def _of_checker(module: cst.Module, text: str) -> set[Span]:
    wanted: list[cst.CSTNode] = []
    stack: list[cst.CSTNode] = [module]
    while stack:
        node = stack.pop()
        if type(node).__name__ in _WITH_FIELDS:
            continue
        if isinstance(node, cst.Call):
            wanted.append(node)
        elif isinstance(node, cst.Return) and node.value is not None:
            wanted.append(node.value)
        stack.extend(children(node))
    return set(spans_of(module, wanted, text).values())


def _of_python(tree: ast.AST, text: str) -> set[Span]:
    lines = [line.encode("utf-8", "surrogatepass") for line in lines_of(text)]
    found: set[Span] = set()
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if type(node).__name__ in _WITH_FIELDS:
            continue
        if isinstance(node, ast.Call):
            found.add(_span(node, lines))
        elif isinstance(node, ast.Return) and node.value is not None:
            found.add(_span(node.value, lines))
        stack.extend(ast.iter_child_nodes(node))
    return found


def _span(node: ast.expr, lines: list[bytes]) -> Span:
    end_line, end_offset = node.end_lineno or node.lineno, node.end_col_offset or 0
    start, end = _column(lines, node.lineno, node.col_offset), _column(lines, end_line, end_offset)
    return Span(node.lineno, start, end_line, end)


def _column(lines: list[bytes], line: int, offset: int) -> int:
    """The 1-based column in code points; Python counts bytes of UTF-8 from 0."""
    return len(lines[line - 1][:offset].decode("utf-8", "surrogatepass")) + 1
