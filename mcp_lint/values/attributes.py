"""``owner.name``, read and assigned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.contract import PAYLOAD_FIELDS, STRUCTURED, result_attributes
from mcp_lint.results import Literal, Missing, Unknown
from mcp_lint.syntax import dotted_text
from mcp_lint.values import expressions, variables
from mcp_lint.values.domain import Object, Ref, Shape, Values, join
from mcp_lint.values.escape import havoc

if TYPE_CHECKING:
    from mcp_lint.values.run import Run


def field_of(run: Run, owner: Object, attribute: str) -> str | None:
    """The field that an attribute of an object stands for."""
    if owner.shape is Shape.RESULT:
        return result_attributes(run.settings).get(attribute)
    return attribute if owner.shape is Shape.MODEL and attribute in PAYLOAD_FIELDS else None


def read(run: Run, node: cst.Attribute) -> Values:
    """The value of ``owner.name``."""
    outside = run.externals(node)
    if outside:
        return variables.imported(run, node, outside) or run.unknown(node, f"`{dotted_text(node)}`")
    owners = expressions.evaluate_unaliased(run, node.value)
    return join([_read_one(run, node, atom) for atom in owners])


def _read_one(run: Run, node: cst.Attribute, atom: object) -> Values:
    field = field_of(run, atom.object, node.attr.value) if isinstance(atom, Ref) else None
    if not isinstance(atom, Ref) or field is None:
        if isinstance(atom, Ref):  # a bound method, that whoever gets it may call
            havoc(run, [(atom,)], f"`.{node.attr.value}`")
        inner = atom.reason if isinstance(atom, Unknown) else ""
        return run.unknown(node, f"`{dotted_text(node)}`" if dotted_text(node) else inner or f"`.{node.attr.value}`")
    values = run.take(atom.object, field)
    given = tuple(each for each in values if not isinstance(each, Missing))
    none = () if len(given) == len(values) else (Literal(run.place(node), None),)
    return (*given, *none)


def write(run: Run, target: cst.Attribute, values: Values) -> None:
    """``owner.name = values``."""
    write_field(run, target, expressions.evaluate_unaliased(run, target.value), target.attr.value, values)


def write_field(run: Run, where: cst.CSTNode, owners: Values, name: str, values: Values) -> None:
    """Set an attribute of each object that ``owners`` can be; what is kept anywhere else is out of sight."""
    is_weak = is_one_of_several(run, owners)
    for atom in owners:
        field = field_of(run, atom.object, name) if isinstance(atom, Ref) else None
        if isinstance(atom, Ref) and field is not None:
            given = join([run.take(atom.object, field), values]) if is_weak else values
            run.put(atom.object, field, given, run.place(where))
        else:
            havoc(run, [values], f"it is kept as `.{name}`")


def is_one_of_several(run: Run, owners: Values) -> bool:
    """Whether a change may be to another object than one that is also reached by another name."""
    return len(owners) > 1 and any(isinstance(a, Ref) and a.object in run.aliased for a in owners)


def is_structured(run: Run, target: cst.CSTNode) -> bool:
    """Whether an assignment's target reads as the structured content of a result."""
    if not isinstance(target, cst.Attribute):
        return False
    return result_attributes(run.settings).get(target.attr.value) == STRUCTURED
