"""The running Python's own parser: whether it takes a text, and what it makes of it."""

from __future__ import annotations

import ast

from mcp_lint.deep import in_large_stack

# Up to here no text is nested so deep that a stack were too small; CPython 3.10 does not look at its end.
_SURELY_SHALLOW = 100_000


def python_tree(text: str) -> ast.Module:
    """Parse; raise SyntaxError, ValueError (NUL bytes on old ones), RecursionError or MemoryError (nested too deep)."""
    if len(text) <= _SURELY_SHALLOW:
        return ast.parse(text)
    return in_large_stack(lambda: ast.parse(text))


def python_error(text: str) -> Exception | None:
    """Give what Python finds wrong with the text; None where it can read it."""
    try:
        python_tree(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return error
    return None
