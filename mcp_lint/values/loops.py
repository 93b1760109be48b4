"""``while`` and ``for``: bodies run until what they leave behind no longer changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import libcst as cst

from mcp_lint.results import Unknown
from mcp_lint.syntax import constant_value, descendants, dotted_text
from mcp_lint.values import branches, conditions, containers, expressions, statements
from mcp_lint.values.domain import Contents, Object, Ref, Shape, Values, join
from mcp_lint.values.escape import havoc_names
from mcp_lint.values.run import MAX_LOOPS, Loop, Run
from mcp_lint.values.state import Cell, Delta, State

# After so many passes whatever still changes is taken for unknown.
MAX_PASSES = 4
# Gives the states in which a pass runs the body and in which it leaves the loop.
_Head = Callable[[], tuple[State, State]]


def execute_while(run: Run, node: cst.CSTNode) -> None:
    """``while``, its ``else`` included."""
    assert isinstance(node, cst.While)
    _execute_loop(run, node, lambda: conditions.split(run, node.test))


def execute_for(run: Run, node: cst.CSTNode) -> None:
    """``for``, its ``else`` included."""
    assert isinstance(node, cst.For)
    iterated = expressions.evaluate(run, node.iter)
    containers.leak_items(run, iterated, "a loop takes it")
    inside = _numbers(run, node.iter) or containers.iterated(run, iterated)
    first = [True]
    is_retrying = _is_retrying(node)

    def head() -> tuple[State, State]:
        body, leave = _for_head(run, node, inside, first)
        leave.is_doubtful = leave.is_doubtful or is_retrying
        return body, leave

    _execute_loop(run, node, head)


def _numbers(run: Run, node: cst.BaseExpression) -> Contents | None:
    """``range(3)``: three things."""
    if not isinstance(node, cst.Call) or len(node.args) != 1 or not isinstance(node.args[0].value, cst.Integer):
        return None
    if [target.dotted for target in run.externals(node.func)] != ["builtins.range"]:
        return None
    count = constant_value(node.args[0].value.value)
    return Contents(run.place(node), (), False, count) if isinstance(count, int) else None


def _is_retrying(node: cst.For) -> bool:
    """``for attempt in range(...)`` with a ``return``: often the last attempt raises, so that nothing is left over."""
    is_range = isinstance(node.iter, cst.Call) and dotted_text(node.iter.func) == "range"
    return is_range and any(isinstance(each, cst.Return) for each in descendants(node.body))


def _for_head(run: Run, node: cst.For, inside: Contents, first: list[bool]) -> tuple[State, State]:
    base = run.state
    body, leave = base.fork(), base.fork()
    count = len(inside.items) + inside.at_least
    body.is_dead = base.is_dead or (inside.is_exact and count == 0)
    # A list that is known to hold something is not left before its first item.
    leave.is_dead = base.is_dead or (first[0] and count > 0)
    first[0] = False
    run.state = body
    known = join(inside.items) if inside.is_exact else ()
    statements.assign(run, node.target, known or run.unknown(node.target, "what a loop goes through"))
    run.state = base
    return body, leave


@dataclass(slots=True, eq=False)
class _Ends:
    """Where a loop is left: by its head, and by ``break``; each since ``base``, the state before it."""

    base: State
    exits: list[Delta] = field(default_factory=list)
    breaks: list[Delta] = field(default_factory=list)


def _execute_loop(run: Run, node: cst.While | cst.For, head: _Head) -> None:
    if len(run.iteration) >= MAX_LOOPS:
        _give_up(run, node)
        return
    ends = _Ends(run.state)
    entry = ends.base.fork()
    iteration = run.iteration
    for number in range(MAX_PASSES):
        # The objects that the first pass makes are kept apart from those of the later ones, which are one.
        run.iteration = (*iteration, min(number, 1))
        following = _pass(run, node, head, entry, ends)
        if following is None:
            break
        changed = _changed(entry, following)
        _widen(following, changed, is_last=False)
        # A list that only grows is done when it is widened to what it was before the pass.
        if number > 0 and not _changed(entry, following):
            break
        if number >= MAX_PASSES - 2:
            _widen(following, changed, is_last=True)
        entry = ends.base.fork()
        entry.cells, entry.facts = following.cells, following.facts
    run.iteration = iteration
    _leave(run, node, ends)


def _changed(entry: State, following: Delta) -> set[Cell]:
    return {cell for cell, values in following.cells.items() if _before(entry, cell) != values}


def _before(entry: State, cell: Cell) -> Values | None:
    """What a cell held; a key without a cell of its own holds what all others do."""
    values = entry.get(cell)
    owner, _ = cell
    return entry.get((owner, None)) if values is None and isinstance(owner, Object) else values


def _pass(run: Run, node: cst.While | cst.For, head: _Head, entry: State, ends: _Ends) -> Delta | None:
    """One run through the body; what holds when the next one begins, or None if there is no next one."""
    run.state = entry
    body, leave = head()
    if not leave.is_dead:
        ends.exits.append(leave.since(ends.base))
    loop = Loop(ends.base, ends.breaks)
    if not body.is_dead:
        run.blocks.append(loop)
        run.state = body
        branches.run_suite(run, node.body)
        run.blocks.pop()
        if not run.state.is_dead:
            loop.continues.append(run.state.since(ends.base))
    if not loop.continues:
        return None
    after = ends.base.fork()
    after.meet(loop.continues)
    if run.iteration[-1] == 0:
        return after.since(ends.base)
    # What the earlier passes left behind holds as well; what was before the first does not: nothing comes back to it.
    both = ends.base.fork()
    both.meet([entry.since(ends.base), after.since(ends.base)])
    return both.since(ends.base)


def _widen(following: Delta, changed: set[Cell], *, is_last: bool) -> None:
    """See to it that the passes come to an end: lists grow without end, and values move from name to name.

    Before the last pass, everything that the loop writes is taken for unknown: what it still changes depends on that.
    """
    for cell, values in following.cells.items():
        if isinstance(cell[0], Object) and cell[0].shape is Shape.LIST:
            is_many = len(values) > 1 and (is_last or cell in changed)
            following.cells[cell] = (_common(values),) if is_many else values
        elif is_last and values:
            known = tuple(atom for atom in values if isinstance(atom, Ref))
            following.cells[cell] = (Unknown(values[0].place, "it changes in a loop"), *known)


def _common(values: Values) -> Contents:
    """One list that stands for several: their common beginning, and something more."""
    each = [atom for atom in values if isinstance(atom, Contents)]
    first = values[0]
    if len(each) < len(values):
        return Contents(first.place, (), False, 0)
    shortest = min(len(contents.items) for contents in each)
    same = 0
    while same < shortest and len({contents.items[same] for contents in each}) == 1:
        same += 1
    least = min(len(contents.items) + contents.at_least for contents in each)
    return Contents(first.place, each[0].items[:same], False, least - same)


def _leave(run: Run, node: cst.While | cst.For, ends: _Ends) -> None:
    after = ends.base.fork()
    after.meet(ends.exits)
    run.state = after
    if node.orelse is not None and not after.is_dead:
        branches.run_suite(run, node.orelse.body)
    left = [] if run.state.is_dead else [run.state.since(ends.base)]
    run.state = ends.base
    ends.base.meet([*ends.breaks, *left])


def _give_up(run: Run, node: cst.While | cst.For) -> None:
    havoc_names(run, node, "it is changed in a loop in loops")
    statements.give_up(run, node)
