"""Comparisons: their outcome for each thing that a side can be, and the cell that a side is read from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.contract import IS_ERROR, result_attributes
from mcp_lint.results import Literal, Missing, Opaque, Unknown
from mcp_lint.syntax import string_value
from mcp_lint.values import expressions
from mcp_lint.values.domain import Arms, Atom, Items, Object, Ref, Shape, Values
from mcp_lint.values.truth import Truth

if TYPE_CHECKING:
    from mcp_lint.values.run import Run
    from mcp_lint.values.state import Cell

Decide = Callable[[Atom], Truth]


def outcome_of(run: Run, node: cst.Comparison) -> Truth:
    """The outcome of a comparison with one operator, if the same for all that its sides can be."""
    judge = judge_of(run, node)
    if judge is None:
        return None
    subject, decide = judge
    outcomes = {decide(atom) for atom in subject}
    return outcomes.pop() if len(outcomes) == 1 else None


def judge_of(run: Run, node: cst.Comparison) -> tuple[Values, Decide] | None:
    """What is compared, and the outcome for each thing that it can be."""
    if len(node.comparisons) != 1:
        return None
    operator, right = node.comparisons[0].operator, node.comparisons[0].comparator
    if isinstance(operator, (cst.In, cst.NotIn)) and string_value(node.left) is not None:
        return _judge_key(run, node, isinstance(operator, cst.In))
    decide = _decision(operator, _constants_of(run, right))
    return None if decide is None else (_peek(run, node.left), _with_default(run, node.left, decide))


def _with_default(run: Run, left: cst.CSTNode, decide: Decide) -> Decide:
    """Judge a field that is not given by its default: False of ``is_error``, None of any other."""
    name = left.attr.value if isinstance(left, cst.Attribute) else ""
    default = False if result_attributes(run.settings).get(name) == IS_ERROR else None
    return lambda atom: decide(Literal(atom.place, default) if isinstance(atom, Missing) else atom)


def _judge_key(run: Run, node: cst.Comparison, is_in: bool) -> tuple[Values, Decide] | None:
    key = string_value(node.left) or ""
    owners = [owner for owner, _ in cells_of(run, node.comparisons[0].comparator, key) if isinstance(owner, Object)]
    values = tuple(atom for owner in owners for atom in run.take(owner, key))

    def decide(atom: Atom) -> Truth:
        return (not isinstance(atom, Missing)) is is_in

    return (values, decide) if values else None


def _constants_of(run: Run, node: cst.CSTNode) -> list[object] | None:
    """The constants on a comparison's right side: one, or those of a tuple, list or set; None for anything else."""
    if isinstance(node, (cst.Tuple, cst.List, cst.Set)):
        each = [_constants_of(run, element.value) for element in node.elements]
        return None if None in each else [value for values in each if values for value in values]
    values = _peek(run, node)
    only = values[0] if len(values) == 1 else None
    if isinstance(only, Items):
        inner = [item[0] for item in only.items if len(item) == 1]
        is_known = len(inner) == len(only.items) and all(isinstance(atom, Literal) for atom in inner)
        return [atom.value for atom in inner if isinstance(atom, Literal)] if is_known else None
    return [only.value] if isinstance(only, Literal) else None


def _decision(operator: cst.BaseCompOp, constants: list[object] | None) -> Decide | None:
    if constants is None:
        return None
    if isinstance(operator, (cst.Is, cst.IsNot)):
        return lambda atom: _flipped(_is_same(atom, constants), isinstance(operator, cst.IsNot))
    if isinstance(operator, (cst.Equal, cst.NotEqual, cst.In, cst.NotIn)):
        is_negated = isinstance(operator, (cst.NotEqual, cst.NotIn))
        return lambda atom: _flipped(_is_equal(atom, constants), is_negated)
    return None


def _flipped(outcome: Truth, is_negated: bool) -> Truth:
    return outcome if outcome is None else outcome is not is_negated


def _is_same(atom: Atom, constants: list[object]) -> Truth:
    """``is`` says something sure of None, True and False alone."""
    if isinstance(atom, (Unknown, Arms)) or len(constants) != 1:
        return None
    wanted = constants[0]
    if wanted is not None and not isinstance(wanted, bool):
        return None
    if isinstance(atom, Literal):
        return atom.value is wanted
    return None if isinstance(atom, Opaque) and atom.kind == "a bool" and wanted is not None else False


def _is_equal(atom: Atom, constants: list[object]) -> Truth:
    if isinstance(atom, Literal):
        return any(atom.value == value for value in constants)
    return None


def _peek(run: Run, node: cst.CSTNode) -> Values:
    """The value of a name, walrus or constant, without evaluating anything; unknown for the rest."""
    if isinstance(node, cst.NamedExpr):
        return _peek(run, node.target)
    if isinstance(node, (cst.Name, cst.SimpleString, cst.ConcatenatedString, cst.Integer, cst.Float)):
        return expressions.evaluate(run, node)
    cells = cells_of(run, node)
    owner, key = cells[0] if len(cells) == 1 else (None, None)
    values = run.take(owner, key) if isinstance(owner, Object) and key is not None else None
    return values if values is not None else run.unknown(node, "it is not looked into")


def cells_of(run: Run, node: cst.CSTNode, key: str | None = None) -> tuple[Cell, ...]:
    """The cells that a test looks at: a name's, a field's of a result, a key's of a dict; one, if it is sure which."""
    if key is not None:
        return _keys_of(run, node, key)
    if isinstance(node, cst.NamedExpr):
        return cells_of(run, node.target)
    if isinstance(node, cst.Name):
        cell = run.cell_of(node.value)
        return () if cell is None else (cell,)
    if isinstance(node, cst.Attribute):
        return _keys_of(run, node.value, result_attributes(run.settings).get(node.attr.value, ""))
    if isinstance(node, cst.Subscript) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
        return _keys_of(run, node.value, string_value(node.slice[0].slice.value) or "")
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "get":
        return _keys_of(run, node.func.value, string_value(node.args[0].value) or "") if node.args else ()
    return ()


def _keys_of(run: Run, node: cst.CSTNode, key: str) -> tuple[Cell, ...]:
    owner = [cell for cell in cells_of(run, node) if key]
    values = run.state.get(owner[0]) if owner else None
    if values is None:
        return ()
    owners = [atom.object for atom in values if isinstance(atom, Ref) and atom.object.shape is not Shape.LIST]
    # If it can be anything else besides, nothing is known of the key.
    return tuple((each, key) for each in owners) if len(owners) == len(values) else ()
