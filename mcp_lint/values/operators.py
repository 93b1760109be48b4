"""Operators: arithmetic, comparisons, `and`, `or`, `not`. Chains are loops: they can be longer than Python's stack."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.results import Literal, Opaque, Unknown
from mcp_lint.values import containers
from mcp_lint.values.comparisons import outcome_of
from mcp_lint.values.domain import Ref, Shape, Values, join
from mcp_lint.values.narrowing import assume
from mcp_lint.values.truth import truth, truth_of

if TYPE_CHECKING:
    from mcp_lint.values.run import Run
    from mcp_lint.values.state import Delta
from mcp_lint.values import expressions


def unary(run: Run, node: cst.CSTNode) -> Values:
    """``not x``, ``-x``."""
    assert isinstance(node, cst.UnaryOperation)
    values = expressions.evaluate_tested(run, node.expression)
    if isinstance(node.operator, cst.Not):
        truth = truth_of(run, values)
        return (Opaque(run.place(node), "a bool"),) if truth is None else (Literal(run.place(node), not truth),)
    only = values[0] if len(values) == 1 else None
    if isinstance(node.operator, cst.Minus) and isinstance(only, Literal) and type(only.value) is int:
        return (Literal(run.place(node), -only.value),)
    is_number = all(isinstance(a, Literal) and isinstance(a.value, (int, float, complex)) for a in values)
    return (Opaque(run.place(node), "a number"),) if is_number else run.unknown(node, "an operator")


def one_of_operands(run: Run, node: cst.CSTNode) -> Values:
    """``a or b`` where its value is kept: one of them has another name from here on."""
    values = boolean(run, node)
    run.aliased.update(atom.object for atom in values if isinstance(atom, Ref))
    return values


def boolean(run: Run, node: cst.CSTNode) -> Values:
    """``a and b``, ``a or b``."""
    assert isinstance(node, cst.BooleanOperation)
    chain: list[cst.BooleanOperation] = []
    left: cst.CSTNode = node
    while isinstance(left, cst.BooleanOperation):
        chain.append(left)
        left = left.left
    values = expressions.evaluate_tested(run, left)
    for is_or, alike in groupby(reversed(chain), key=lambda each: isinstance(each.operator, cst.Or)):
        operations = list(alike)
        values = _boolean_chain(run, left, values, operations, is_or=is_or)
        left = operations[-1]
    return values


def _boolean_chain(
    run: Run, left: cst.CSTNode, values: Values, operations: list[cst.BooleanOperation], *, is_or: bool
) -> Values:
    """A chain of one operator: what each operand is stands or falls with all before it."""
    base = run.state
    run.state = base.fork()
    kept: list[Values] = []
    ends: list[Delta] = []
    for operation in operations:
        stopping = tuple(atom for atom in values if truth(run, atom) is not (not is_or))
        if stopping:
            kept.append(stopping)
            ends.append(run.state.since(base))
        if all(truth(run, atom) is is_or for atom in values):
            break
        assume(run, left, is_true=not is_or)
        if run.state.is_dead:
            break
        values, left = expressions.evaluate_tested(run, operation.right), operation.right
    else:
        kept.append(values)
        ends.append(run.state.since(base))
    run.state = base
    base.meet(ends)
    return join(kept)


def comparison(run: Run, node: cst.CSTNode) -> Values:
    """``a == b``, ``a is None``, ``a in b``."""
    assert isinstance(node, cst.Comparison)
    expressions.evaluate_unaliased(run, node.left)
    for comparison in node.comparisons:
        expressions.evaluate_unaliased(run, comparison.comparator)
    truth = outcome_of(run, node)
    return (Opaque(run.place(node), "a bool"),) if truth is None else (Literal(run.place(node), truth),)


def binary(run: Run, node: cst.CSTNode) -> Values:
    """Operators: chains as long as they come, in one loop."""
    assert isinstance(node, cst.BinaryOperation)
    chain = []
    left: cst.CSTNode = node
    while isinstance(left, cst.BinaryOperation):
        chain.append(left)
        left = left.left
    values = expressions.evaluate_unaliased(run, left)
    for operation in reversed(chain):
        values = _binary_step(run, operation, values, expressions.evaluate_unaliased(run, operation.right))
    return values


def _binary_step(run: Run, node: cst.BinaryOperation, left: Values, right: Values) -> Values:
    place = run.place(node)
    if isinstance(node.operator, cst.BitOr) and _are_dicts(left) and _are_dicts(right):
        return containers.united(run, node, left, right)
    if isinstance(node.operator, cst.Add) and _are_lists(left) and _are_lists(right):
        return containers.concatenated(run, node, left, right)
    if isinstance(node.operator, cst.Multiply) and (_are_lists(left) or _are_lists(right)):
        for side in (left, right):
            containers.leak_items(run, side, "it is in a repeated list")
        return containers.new_list(run, node, (), is_exact=False)
    if isinstance(node.operator, (cst.Add, cst.Modulo, cst.Multiply)):
        kind = _kind_of_sum(left, right)
        if kind is not None:
            return (Opaque(place, kind),)
    if all(_is_number(atom) for atom in (*left, *right)):
        return (Opaque(place, "a number"),)
    return run.unknown(node, "an operator")


def _kind_of_sum(left: Values, right: Values) -> str | None:
    """A string, if one side surely is one: nothing else adds to it."""
    for side in (left, right):
        if all(_is_string(atom) for atom in side):
            return "a string"
    return None


def _is_string(atom: object) -> bool:
    if isinstance(atom, Literal):
        return isinstance(atom.value, str)
    return isinstance(atom, Opaque) and atom.kind == "a string"


def _is_number(atom: object) -> bool:
    if isinstance(atom, Literal):
        return isinstance(atom.value, (int, float, complex))
    return isinstance(atom, Opaque) and atom.kind in {"a number", "a bool"}


def _are_dicts(values: Values) -> bool:
    """Whether ``|`` with these may make a dict, and nothing but one."""
    return all(isinstance(a, Unknown) or (isinstance(a, Ref) and a.object.shape is Shape.DICT) for a in values)


def _are_lists(values: Values) -> bool:
    return all(isinstance(a, Ref) and a.object.shape is Shape.LIST for a in values)
