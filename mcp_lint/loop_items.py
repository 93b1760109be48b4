"""What the variables of a ``for``, or of a comprehension, go through: over a literal, or a name for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.names import Bound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.names import Scope

# A row of what is iterated over: one expression, or those of a tuple in it.
_Row = tuple[cst.CSTNode, ...]
Loop = cst.For | cst.CompFor


def names_of(loop: Loop) -> list[str]:
    """The variables, in their order; an empty text stands for one that is no plain name."""
    if isinstance(loop.target, (cst.Tuple, cst.List)):
        return [part.value.value if isinstance(part.value, cst.Name) else "" for part in loop.target.elements]
    return [loop.target.value] if isinstance(loop.target, cst.Name) else []


def items_of(loop: Loop, name: str, scope: Scope) -> Iterator[cst.CSTNode]:
    """The expressions that the loop's variable ``name`` stands for, one after the other."""
    for row in _rows(loop.iter, scope):
        if isinstance(loop.target, cst.Name):
            yield from row if len(row) == 1 else ()
        elif isinstance(loop.target, (cst.Tuple, cst.List)):
            names = names_of(loop)
            parts = row if len(row) > 1 else _parts(row[0])
            if name in names and len(parts) == len(names):
                yield parts[names.index(name)]


def _rows(node: cst.CSTNode, scope: Scope) -> list[_Row]:
    if isinstance(node, (cst.Tuple, cst.List, cst.Set)):
        return [(element.value,) for element in node.elements if isinstance(element, cst.Element)]
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and not node.args:
        return _rows_of_dict(node.func, scope)
    named = _named(node, scope)
    return _rows(named, scope) if named is not None else []


def _rows_of_dict(func: cst.Attribute, scope: Scope) -> list[_Row]:
    """``{...}.items()`` and ``{...}.values()``."""
    owner = func.value if isinstance(func.value, cst.Dict) else _named(func.value, scope)
    pairs = [e for e in owner.elements if isinstance(e, cst.DictElement)] if isinstance(owner, cst.Dict) else []
    if func.attr.value == "items":
        return [(pair.key, pair.value) for pair in pairs]
    return [(pair.value,) for pair in pairs] if func.attr.value == "values" else []


def _named(node: cst.CSTNode, scope: Scope) -> cst.CSTNode | None:
    """The literal that a name is bound to, once."""
    bindings = scope.lookup(node.value) if isinstance(node, cst.Name) else []
    if len(bindings) != 1 or bindings[0].kind is not Bound.VALUE:
        return None
    literal = bindings[0].node
    return literal if isinstance(literal, (cst.Tuple, cst.List, cst.Set, cst.Dict)) else None


def _parts(node: cst.CSTNode) -> _Row:
    if not isinstance(node, (cst.Tuple, cst.List)):
        return ()
    return tuple(element.value for element in node.elements if isinstance(element, cst.Element))
