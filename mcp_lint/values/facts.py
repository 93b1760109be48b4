"""Tests whose outcome is remembered: the same one further down has the same outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.syntax import children
from mcp_lint.values.state import Fact, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.values.run import Run
    from mcp_lint.values.truth import Truth

# A test longer than this is not remembered.
MAX_FACT_NODES = 12
_PURE = (
    cst.Name,
    cst.SimpleString,
    cst.Integer,
    cst.UnaryOperation,
    cst.Not,
    cst.Comparison,
    cst.ComparisonTarget,
    cst.BaseCompOp,
)


def remember(run: Run, test: cst.CSTNode, *, is_true: bool) -> None:
    """Note the outcome of a test that gives the same each time."""
    names = _names_if_pure(test)
    if names:
        text, outcome = _normal(test, is_true)
        run.state.learn(Fact(text, outcome, names))


def remembered(state: State, test: cst.CSTNode) -> Truth:
    """The outcome of a test, if it was asked before on this path and nothing in it has changed."""
    if not state.facts or not _names_if_pure(test):
        return None
    text, _ = _normal(test, True)
    for fact in state.facts:
        if fact.test == text:
            return fact.is_true is _normal(test, True)[1]
    return None


def _normal(test: cst.CSTNode, is_true: bool) -> tuple[str, bool]:
    """One text for a test and its negation."""
    while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        test, is_true = test.expression, not is_true
    return " ".join(_words(test)), is_true


def _words(node: cst.CSTNode) -> Iterator[str]:
    if isinstance(node, (cst.Name, cst.SimpleString, cst.Integer)):
        yield node.value
    else:
        yield type(node).__name__
        for child in children(node):
            yield from _words(child)


def _names_if_pure(test: cst.CSTNode) -> frozenset[str]:
    """The names in a test that gives the same each time; none if it may not, or is long."""
    names = set()
    stack = [test]
    count = 0
    while stack:
        node = stack.pop()
        count += 1
        if not isinstance(node, _PURE) or count > MAX_FACT_NODES:
            return frozenset()
        if isinstance(node, cst.Name):
            names.add(node.value)
        stack.extend(children(node))
    return frozenset(names)
