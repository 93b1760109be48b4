"""Chains of operators rebuilt as shallow trees of the same text, for libcst's code generator.

It recurses once an operator, and since CPython 3.12 no recursion limit lets it go deeper than some 5,000: the calls
pass through C. ``a + b + c + d`` is the same text when it is read as ``(a + b) + (c + d)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.syntax import descendants

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Shorter chains are no danger.
MIN_LENGTH = 200
Operation = cst.BinaryOperation | cst.BooleanOperation


def balance(module: cst.Module) -> None:
    """Rebuild the long chains of a module in place: only the text and the operands stay what they are.

    In place, although libcst's nodes are meant to be immutable: a copy would have other nodes than those that the
    positions are asked for. The module must not be judged any more.
    """
    inner: set[cst.CSTNode] = set()
    for node in descendants(module):
        if isinstance(node, (cst.BinaryOperation, cst.BooleanOperation)) and node not in inner:
            chain = _chain_of(node)
            inner.update(chain)
            if len(chain) >= MIN_LENGTH:
                _rebuild(node, chain)


def _chain_of(node: Operation) -> list[Operation]:
    """The operations of one kind along the left edge, as far as no parentheses are around them; outermost first."""
    chain: list[Operation] = [node]
    left = node.left
    while isinstance(left, type(node)) and not left.lpar:
        chain.append(left)
        left = left.left
    return chain


def _rebuild(node: Operation, chain: Sequence[Operation]) -> None:
    operations = list(reversed(chain))
    operands = [operations[0].left, *(operation.right for operation in operations)]
    operators = [operation.operator for operation in operations]
    middle = len(operators) // 2
    # The outermost operation stays the node that it is, since a position may be asked for it.
    object.__setattr__(node, "left", _tree(type(node), operands[: middle + 1], operators[:middle]))
    object.__setattr__(node, "right", _tree(type(node), operands[middle + 1 :], operators[middle + 1 :]))
    object.__setattr__(node, "operator", operators[middle])


def _tree(
    kind: Callable[..., cst.BaseExpression], operands: Sequence[cst.BaseExpression], operators: Sequence[cst.CSTNode]
) -> cst.BaseExpression:
    if not operators:
        return operands[0]
    middle = len(operators) // 2
    return kind(
        left=_tree(kind, operands[: middle + 1], operators[:middle]),
        operator=operators[middle],
        right=_tree(kind, operands[middle + 1 :], operators[middle + 1 :]),
    )
