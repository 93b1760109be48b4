"""Tests whose outcome is remembered: the same one further down has the same outcome."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.syntax import children
from mcp_lint.values.domain import Ref
from mcp_lint.values.state import Fact, State

if TYPE_CHECKING:
    from mcp_lint.values.run import Run
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


_OPPOSITES = {cst.IsNot: "Is", cst.NotIn: "In", cst.NotEqual: "Equal"}


def fact_of(run: Run, test: cst.CSTNode) -> Fact | None:
    """A test that gives the same each time, as the fact that it is true; None if it may not, or is long."""
    is_true = True
    while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        # One text for a test and its negation; so too `is not` and `is`.
        test, is_true = test.expression, not is_true
    only = test.comparisons[0].operator if isinstance(test, cst.Comparison) and len(test.comparisons) == 1 else None
    is_true = is_true is not (type(only) in _OPPOSITES)
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
        words.append(_OPPOSITES.get(kind, kind.__name__) if node is only else _word(run, node))
        stack.extend(children(node))
    if not names:
        return None
    cells = frozenset(cell for name in names if (cell := run.cell_of(name)) is not None)
    held = (atom for cell in cells for atom in run.state.get(cell) or ())
    objects = frozenset(atom.object for atom in held if isinstance(atom, Ref))
    return Fact(" ".join(words), is_true, frozenset(names), cells, objects)


def _word(run: Run, node: cst.CSTNode) -> str:
    if isinstance(node, cst.Name) and run.index is not run.home and run.cell_of(node.value) is None:
        return f"{node.value} {id(run.index)}"  # another module's name is another thing
    return node.value if isinstance(node, (cst.Name, cst.SimpleString, cst.Integer)) else type(node).__name__


def is_contradicted(run: Run, test: cst.CSTNode, *, is_true: bool) -> bool:
    """Whether the test had the other outcome before on this path; where it is new, its outcome is remembered."""
    fact = fact_of(run, test)
    if fact is None:
        return False
    known = remembered(run.state, fact)
    if known is None:
        run.state.learn(fact if is_true else replace(fact, is_true=not fact.is_true))
    return known is (not is_true)


def remembered(state: State, fact: Fact) -> Truth:
    """The outcome of a test, if it was asked before on this path and nothing in it has changed."""
    for known in state.facts:
        if known.test == fact.test and known.cells == fact.cells:
            return known.is_true is fact.is_true
    return None
