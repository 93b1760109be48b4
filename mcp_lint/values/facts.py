"""Tests whose outcome is remembered: the same one further down has the same outcome."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.syntax import children
from mcp_lint.values.state import Fact, State

if TYPE_CHECKING:
    from mcp_lint.values.truth import Truth

# A test longer than this is not remembered.
MAX_FACT_NODES = 12
_PURE = frozenset(
    (
        cst.Name,
        cst.SimpleString,
        cst.Integer,
        cst.UnaryOperation,
        cst.Not,
        cst.Comparison,
        cst.ComparisonTarget,
        cst.Is,
        cst.IsNot,
        cst.In,
        cst.NotIn,
        cst.Equal,
        cst.NotEqual,
        cst.LessThan,
        cst.LessThanEqual,
        cst.GreaterThan,
        cst.GreaterThanEqual,
    )
)


def fact_of(test: cst.CSTNode) -> Fact | None:
    """A test that gives the same each time, as the fact that it is true; None if it may not, or is long."""
    is_true = True
    while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        # One text for a test and its negation.
        test, is_true = test.expression, not is_true
    names: set[str] = set()
    words: list[str] = []
    stack = [test]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind not in _PURE or len(words) > MAX_FACT_NODES:
            return None
        if isinstance(node, cst.Name):
            names.add(node.value)
        words.append(node.value if isinstance(node, (cst.Name, cst.SimpleString, cst.Integer)) else kind.__name__)
        stack.extend(children(node))
    return Fact(" ".join(words), is_true, frozenset(names)) if names else None


def remember(state: State, fact: Fact, *, is_true: bool) -> None:
    """Note the outcome of a test."""
    state.learn(fact if is_true else replace(fact, is_true=not fact.is_true))


def remembered(state: State, fact: Fact) -> Truth:
    """The outcome of a test, if it was asked before on this path and nothing in it has changed."""
    for known in state.facts:
        if known.test == fact.test:
            return known.is_true is fact.is_true
    return None
