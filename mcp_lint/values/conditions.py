"""Tests: the states of the branch where one is true and of the one where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.values import expressions
from mcp_lint.values.facts import fact_of, remembered
from mcp_lint.values.narrowing import assume
from mcp_lint.values.truth import truth_of

if TYPE_CHECKING:
    import libcst as cst

    from mcp_lint.values.run import Run
    from mcp_lint.values.state import State


def split(run: Run, test: cst.CSTNode) -> tuple[State, State]:
    """Evaluate a test; the states of the branch where it is true and of the one where it is not, dead if impossible."""
    values = expressions.evaluate_tested(run, test)
    base = run.state
    outcome = truth_of(run, values)
    fact = fact_of(run, test) if outcome is None else None
    if fact is not None:
        outcome = remembered(base, fact)
    states = []
    for is_true in (True, False):
        run.state = base.fork()
        if base.is_dead or outcome is (not is_true):
            run.state.is_dead = True
        else:
            assume(run, test, is_true=is_true)
        states.append(run.state)
    run.state = base
    return states[0], states[1]
