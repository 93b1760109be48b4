"""What an assignment binds and changes, noted in the index while the module is traversed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.names import Binding, Bound, Scope
from mcp_lint.syntax import dotted_text

if TYPE_CHECKING:
    from collections.abc import Iterator
from mcp_lint.index import Branch, ModuleIndex, owner_of_attribute

# Whoever assigns one of these makes the annotation that the server sees something else than what the file says.
SIGNATURE_ATTRIBUTES = frozenset({"__signature__", "__annotations__", "__wrapped__", "__annotate__"})


@dataclass(frozen=True, slots=True, eq=False)
class Where:
    """Where a node stands. Nodes side by side share one, since making one for each took long."""

    scope: Scope
    branch: Branch | None = None
    is_type_checking: bool = False
    comprehensions: tuple[cst.CompFor, ...] = ()

    def within(self, scope: Scope) -> Where:
        """In the body of a function or class that stands here."""
        return Where(scope, self.branch, self.is_type_checking)

    def in_comprehension(self, loop: cst.CompFor) -> Where:
        """In what a comprehension works out for each item of its loops."""
        loops = [loop]
        while loop.inner_for_in is not None:
            loop = loop.inner_for_in
            loops.append(loop)
        return replace(self, comprehensions=(*reversed(loops), *self.comprehensions))

    def in_arm(self, statement: cst.CSTNode, arm: int, *, is_type_checking: bool | None = None) -> Where:
        """In an arm of a statement that stands here."""
        hidden = self.is_type_checking if is_type_checking is None else is_type_checking
        return Where(self.scope, Branch(statement, arm, self.branch), hidden)


def bind(where: Where, name: str, kind: Bound, node: cst.CSTNode | None, inner: Scope | None = None) -> None:
    """Note that a statement at that place binds a name."""
    binding = Binding(kind, where.scope, node, is_type_checking=where.is_type_checking, inner=inner)
    where.scope.bindings.setdefault(name, []).append(binding)


def bind_target(index: ModuleIndex, where: Where, target: cst.CSTNode, value: cst.CSTNode | None) -> None:
    """Note what ``target = value`` binds or changes; ``value`` is None where it is not a plain one."""
    kind = Bound.OTHER if value is None else Bound.VALUE
    if isinstance(target, cst.Name):
        bind(where, target.value, kind, value)
        made = value.func if type(value) is cst.Call else value
        if type(made) is cst.Attribute and made.attr.value == "tool":
            index.registering.add(target.value)
        if where.scope.is_class:
            note_attribute(index, where, f"self.{target.value}", kind, value)
    elif isinstance(target, (cst.Tuple, cst.List)):
        for part, its_value in _unpacked(target, value):
            bind_target(index, where, part, its_value)
    elif isinstance(target, cst.Attribute):
        _bind_attribute(index, where, target, value)
    elif isinstance(target, cst.Subscript):
        note_change(index, target.value)


def _unpacked(
    target: cst.Tuple | cst.List, value: cst.CSTNode | None
) -> Iterator[tuple[cst.CSTNode, cst.CSTNode | None]]:
    parts = [element.value for element in target.elements]
    values: list[cst.CSTNode | None] = [None] * len(parts)
    is_plain = isinstance(value, (cst.Tuple, cst.List)) and len(value.elements) == len(parts)
    if is_plain and all(isinstance(e, cst.Element) for e in (*target.elements, *value.elements)):  # type: ignore[union-attr]
        values = [element.value for element in value.elements]  # type: ignore[union-attr]
    return zip(parts, values, strict=True)


def note_attribute(index: ModuleIndex, where: Where, text: str, kind: Bound, node: cst.CSTNode | None) -> None:
    """Note what a dotted name is assigned."""
    owner = owner_of_attribute(text, where.scope)
    index.attributes.setdefault((owner, text), []).append(Binding(kind, where.scope, node))


def _bind_attribute(index: ModuleIndex, where: Where, target: cst.Attribute, value: cst.CSTNode | None) -> None:
    """Note what ``target = value`` binds or changes; ``value`` is None where it is not a plain one."""
    index.replaced.add(target.attr.value)
    text = dotted_text(target)
    if text is not None:
        note_attribute(index, where, text, Bound.OTHER if value is None else Bound.VALUE, value)
    note_change(index, target)


def note_change(index: ModuleIndex, changed: cst.CSTNode) -> None:
    """Something below a name changes: ``name[...] = x``, ``name.attribute = x``, ``name.update(...)``."""
    attribute = None
    while isinstance(changed, (cst.Attribute, cst.Subscript)):
        attribute = changed.attr.value if isinstance(changed, cst.Attribute) else attribute
        changed = changed.value
    if isinstance(changed, cst.NamedExpr):
        changed = changed.target
    if not isinstance(changed, cst.Name):
        return
    if attribute in SIGNATURE_ATTRIBUTES:
        index.resigned.add(changed.value)
    elif attribute == "__doc__":
        index.documented.add(changed.value)
    index.mutated.add(changed.value)


def note_escape(index: ModuleIndex, value: cst.CSTNode) -> None:
    """Note that a statement at that place binds a name."""
    if isinstance(value, cst.Name):
        index.mutated.add(value.value)
