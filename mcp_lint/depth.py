"""How deep a text is nested, found out before libcst's parser does: where the stack ends, it takes the process along.

It recurses once a level, and needs up to 7 kB for one; memory and time grow with the square of the levels. Python's
own parser refuses most of what would be too much, so it is asked, but only about texts that could be so deep at all.
"""

from __future__ import annotations

import ast
import re
from enum import Enum
from itertools import pairwise

from mcp_lint.python_parser import python_tree


class Depth(Enum):
    """What it takes to parse a text."""

    USUAL = "any stack will do"
    DEEP = "a large stack is needed"
    TOO_DEEP = "a stack, memory or time that are not to be had"


# Some 2 MB of stack are enough for them. It is also Python's own limit for brackets.
_USUAL_LEVELS = 200
# A sum of so many terms takes libcst half a minute.
_MOST_LEVELS = 6_000
# What goes deeper than by the left edge of a chain takes libcst a gigabyte of memory for 2,000 levels.
_LEVELS_OF_NESTING = 3
_CHAINED = frozenset({"left", "func", "value"})
# Fewer are not worth asking Python for, which takes a sixth of the time that libcst does.
_WORTH_ASKING = 3_000
# Text that Python cannot read may be newer syntax than this Python's: with so little in it, the large stack will do.
_UNKNOWN_LEVELS = 50_000

# Nothing adds a level without one of these. White space, or what else is in strings and comments, counts for nothing.
_OPERATORS = b"-+*/%@|&^<>~.([{"
_WORDS = ("and", "if", "lambda", "not", "or")
_BRACKET = re.compile(r"[][(){}]")
# No expression reaches from one of these lines into the next, and Python allows no more than a hundred nested blocks.
_DEFINITION = re.compile(r"^[ \t]*(?:def|class|async def)\b", re.MULTILINE)


def depth_of(text: str) -> Depth:
    """Tell what it takes to parse a module or an expression; it is done with a look at the text where that will do."""
    levels = _levels_at_most(text)
    if levels <= _USUAL_LEVELS:
        return Depth.USUAL
    if levels <= _WORTH_ASKING and _open_brackets(text) <= _USUAL_LEVELS:
        return Depth.DEEP
    return Depth.TOO_DEEP if _is_too_deep(text, levels) else Depth.DEEP


def _levels_at_most(text: str) -> int:
    levels = _count(text)
    if levels <= _USUAL_LEVELS:
        return levels
    places = [0, *(found.start() for found in _DEFINITION.finditer(text)), len(text)]
    return max(_count(text[start:end]) for start, end in pairwise(places))


def _count(text: str) -> int:
    data = text.encode("utf-8", "surrogatepass")
    return len(data) - len(data.translate(None, _OPERATORS)) + sum(map(text.count, _WORDS))


def _open_brackets(text: str) -> int:
    depth = deepest = 0
    for bracket in _BRACKET.finditer(text):
        depth = depth + 1 if bracket[0] in "([{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


def _is_too_deep(text: str, levels: int) -> bool:
    """Ask Python, which does not take for code what is in strings and comments."""
    try:
        tree = python_tree(text)
    except (SyntaxError, ValueError):
        return levels > _UNKNOWN_LEVELS or _open_brackets(text) > _USUAL_LEVELS
    except (RecursionError, MemoryError):
        return True
    return _levels_of(tree) > _MOST_LEVELS


def _levels_of(tree: ast.AST) -> int:
    deepest = 0
    stack = [(tree, 0)]
    while stack:
        node, level = stack.pop()
        deepest = max(deepest, level)
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                # Python's list of what `and` joins is a chain for libcst.
                below = level + (len(value) if isinstance(node, ast.BoolOp) else 1)
                stack += [(item, below) for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST):
                stack.append((value, level + (1 if name in _CHAINED else _LEVELS_OF_NESTING)))
    return deepest
