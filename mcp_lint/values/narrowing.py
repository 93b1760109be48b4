"""What a branch may take for granted: its names hold only that with which the test came out so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.contract import is_call_tool_result
from mcp_lint.results import Missing, Unknown
from mcp_lint.syntax import string_value
from mcp_lint.values.comparisons import Decide, cells_of, judge_of
from mcp_lint.values.domain import Atom, Contents, Object, Ref, Shape, Values
from mcp_lint.values.facts import is_contradicted
from mcp_lint.values.run import ITEMS, Run
from mcp_lint.values.truth import Truth, truth

if TYPE_CHECKING:
    from mcp_lint.values.state import Cell


def assume(run: Run, test: cst.CSTNode, *, is_true: bool) -> None:
    """Leave of what names and keys can hold only that with which the test can have this outcome.

    The state is dead where it cannot have it: nothing would be left, or a part of the test was asked before.
    """
    stack = [(test, is_true)]
    while stack and not run.state.is_dead:
        node, wanted = stack.pop()
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
            stack.append((node.expression, not wanted))
        elif isinstance(node, cst.BooleanOperation):
            if isinstance(node.operator, cst.And) is wanted:
                stack += [(node.right, wanted), (node.left, wanted)]
        elif is_contradicted(run, node, is_true=wanted):
            run.state.is_dead = True
        elif isinstance(node, cst.Comparison):
            _assume_comparison(run, node, wanted)
        else:
            _assume_truth(run, node, wanted)


def _assume_comparison(run: Run, node: cst.Comparison, wanted: bool) -> None:
    operator, right = node.comparisons[0].operator, node.comparisons[0].comparator
    key = string_value(node.left) if isinstance(operator, (cst.In, cst.NotIn)) else None
    if key is not None and len(node.comparisons) == 1:
        is_in = isinstance(operator, cst.In) is wanted
        _assume_key(run, right, key, lambda atom: not isinstance(atom, Missing), is_in)
        return
    judge = judge_of(run, node)
    cells = cells_of(run, node.left)
    if judge is not None and len(cells) == 1:
        _narrow(run, cells[0], judge[1], wanted)


def _assume_truth(run: Run, node: cst.CSTNode, wanted: bool) -> None:
    subject = _asked_about(node)
    cells = cells_of(run, subject)
    if len(cells) > 1 and isinstance(subject, cst.Call) and isinstance(subject.func, cst.Attribute):
        key = string_value(subject.args[0].value)
        _assume_key(run, subject.func.value, key or "", lambda atom: truth(run, atom), wanted)
    elif len(cells) == 1:
        by_class = _by_class(run, node)
        _narrow(run, cells[0], by_class or (lambda atom: truth(run, atom)), wanted)
        if by_class is None:
            _narrow_inside(run, run.state.get(cells[0]) or (), wanted)


def _assume_key(run: Run, owner: cst.CSTNode, key: str, decide: Decide, wanted: bool) -> None:
    """What a key holds; of a name for one of several dicts, only those are left in which it can be so."""
    cells = cells_of(run, owner, key)
    if len(cells) == 1:
        _leave(run, cells[0], run.take(cells[0][0], key) if isinstance(cells[0][0], Object) else (), decide, wanted)
        return
    name = cells_of(run, owner)
    if len(cells) > 1 and len(name) == 1:
        _narrow(run, name[0], lambda atom: _of_key(run, atom, key, decide), wanted)


def _of_key(run: Run, atom: Atom, key: str, decide: Decide) -> Truth:
    if not isinstance(atom, Ref) or atom.object.shape is Shape.LIST:
        return None
    outcomes = {decide(held) for held in run.take(atom.object, key)}
    return outcomes.pop() if len(outcomes) == 1 else None


def _asked_about(node: cst.CSTNode) -> cst.CSTNode:
    """``x`` of ``bool(x)``, ``len(x)`` and ``isinstance(x, ...)``."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.args:
        return node.args[0].value if node.func.value in {"bool", "len", "isinstance"} else node
    return node


def _by_class(run: Run, node: cst.CSTNode) -> Decide | None:
    """``isinstance(x, CallToolResult)``."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Name) or node.func.value != "isinstance":
        return None
    classes = run.externals(node.args[1].value) if len(node.args) > 1 else ()
    if not classes or not all(is_call_tool_result(each) for each in classes):
        return lambda _: None
    return lambda atom: (
        None if isinstance(atom, Unknown) else isinstance(atom, Ref) and atom.object.shape is Shape.RESULT
    )


def _narrow(run: Run, cell: Cell, decide: Decide, wanted: bool) -> None:
    _leave(run, cell, run.state.get(cell) or (), decide, wanted)


def _leave(run: Run, cell: Cell, values: Values, decide: Decide, wanted: bool) -> None:
    left = tuple(atom for atom in values if decide(atom) is not (not wanted))
    if values and not left:
        run.state.is_dead = True
    elif len(left) < len(values):
        run.narrow(cell, left)


def _narrow_inside(run: Run, values: Values, wanted: bool) -> None:
    """After ``if rows:``, the list that ``rows`` holds is not the empty one; after ``if not rows:``, it is that."""
    if len(values) == 1 and isinstance(values[0], Ref) and values[0].object.shape is Shape.LIST:
        cell = (values[0].object, ITEMS)
        _narrow(run, cell, lambda atom: truth(run, atom), wanted)
        held = run.state.get(cell) or ()
        run.narrow(cell, tuple(dict.fromkeys(_held(atom, wanted) for atom in held)))


def _held(atom: Atom, wanted: bool) -> Atom:
    """The contents of a list that was found to be empty, or not to be; its items were not known."""
    if not isinstance(atom, Contents) or atom.is_exact or atom.items or atom.at_least:
        return atom
    return replace(atom, at_least=1) if wanted else replace(atom, is_exact=True)
