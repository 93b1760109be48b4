"""What a registration is given: which functions of the project ``f`` of ``R.tool()(f)`` stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.loop_items import Loop, items_of, names_of
from mcp_lint.names import Binding, Bound, External, Local, Scope, resolve
from mcp_lint.project import Definition, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.index import ModuleIndex, ToolCall

# `f = g; g = f` never ends, and nobody writes an alias of an alias of ... this deep.
MAX_ALIASES = 20


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A function, and the module that it is defined in."""

    node: cst.FunctionDef | cst.Lambda
    index: ModuleIndex


def functions_given(given: cst.CSTNode, seen: ToolCall, index: ModuleIndex) -> list[Given]:
    """The functions that an argument stands for: a name, a lambda, a method, a loop's variable, a ``partial`` of one.

    None where that is not sure: what comes out of a call, for one. A function may be one of another file.
    """
    return list(_Search(seen, index).functions(given, MAX_ALIASES))


class _Search:
    def __init__(self, seen: ToolCall, index: ModuleIndex) -> None:
        self._seen = seen
        self._index = index

    def functions(self, given: cst.CSTNode, steps: int) -> Iterator[Given]:
        if isinstance(given, cst.Lambda):
            yield Given(given, self._index)
        elif isinstance(given, cst.Attribute):
            yield from self._elsewhere(given) or self._methods(given)
        elif isinstance(given, cst.Call) and steps > 0:
            yield from self._of_partial(given, steps - 1)
        elif isinstance(given, cst.Name) and steps > 0:
            yield from self._named(given, steps - 1)

    def _elsewhere(self, given: cst.CSTNode) -> list[Given]:
        """What a file imports from another one."""
        targets = resolve(given, self._seen.scope)
        only = targets[0] if len(targets) == 1 else None
        found = find(only, self._index) if isinstance(only, External) else None
        if (
            not isinstance(found, Definition)
            or not isinstance(found.binding.node, cst.FunctionDef)
            or found.binding.scope.is_class
        ):
            return []
        return [Given(found.binding.node, found.index)]

    def _of_partial(self, call: cst.Call, steps: int) -> Iterator[Given]:
        """``functools.partial(f, ...)``: inspect.signature sees the annotation of ``f``."""
        names = {target.dotted for target in resolve(call.func, self._seen.scope) if isinstance(target, External)}
        if names == {"functools.partial"} and call.args and not call.args[0].star:
            yield from self.functions(call.args[0].value, steps)

    def _named(self, given: cst.Name, steps: int) -> Iterator[Given]:
        name = given.value
        for comprehension in self._seen.comprehensions:
            if name in names_of(comprehension):
                yield from self._looped_over(comprehension, name, self._seen.scope, steps)
                return
        binding = self._binding_of(name, is_given=steps == MAX_ALIASES - 1)
        if binding is None:
            return
        if isinstance(binding.node, (cst.FunctionDef, cst.Lambda)):
            yield Given(binding.node, self._index)
        elif binding.kind is Bound.IMPORT:
            yield from self._elsewhere(given)
        elif binding.kind is Bound.VALUE and isinstance(binding.node, (cst.Name, cst.Call)):
            yield from self.functions(binding.node, steps)
        elif isinstance(binding.node, cst.For):
            yield from self._looped_over(binding.node, name, binding.scope, steps)

    def _looped_over(self, loop: Loop, name: str, scope: Scope, steps: int) -> Iterator[Given]:
        for item in items_of(loop, name, scope):
            yield from self.functions(item, steps)

    def _binding_of(self, name: str, *, is_given: bool) -> Binding | None:
        """The one thing that a name stands for where the registration is; None where that is not sure."""
        seen = self._seen
        bindings = seen.scope.lookup(name)
        around = {branch.statement for branch in seen.branch.chain()} if seen.branch is not None else set()
        loops = [binding for binding in bindings if isinstance(binding.node, cst.For) and binding.node in around]
        if loops or len(bindings) == 1:
            return (loops or bindings)[-1]
        bound = seen.bound.get(name, 0) if is_given else 0
        if not bound or bindings[0].scope is not seen.scope:
            return None
        # Defined more than once: what counts is the last definition before, if every run passes through it.
        latest = bindings[bound - 1]
        found = self._index.functions.get(latest.node) if latest.node is not None else None
        is_sure = found is not None and (found.branch is None or found.branch.statement in around)
        return latest if is_sure else None

    def _methods(self, node: cst.Attribute) -> Iterator[Given]:
        """``self.f``, ``cls.f``, ``Class.f`` and ``object.f``, where nothing else is assigned to it."""
        owner = self._class_of(node.value)
        if owner is None:
            return
        name = node.attr.value
        if self._index.attributes_of(f"self.{name}", owner) or self._is_assigned(node):
            return
        scopes = (scope for scope in (owner, *owner.bases_in_file()) if name in scope.bindings)
        bindings = next((scope.bindings[name] for scope in scopes), [])
        method = bindings[0].node if len(bindings) == 1 else None
        if isinstance(method, cst.FunctionDef):
            yield Given(method, self._index)

    def _is_assigned(self, node: cst.Attribute) -> bool:
        is_named = isinstance(node.value, cst.Name) and node.value.value not in {"self", "cls"}
        return is_named and node.attr.value in self._index.replaced

    def _class_of(self, node: cst.CSTNode) -> Scope | None:
        """The class of the file that the object is of, or that is meant itself."""
        if isinstance(node, cst.Name) and node.value in {"self", "cls"}:
            return self._seen.scope.enclosing_class()
        named = node.func if isinstance(node, cst.Call) else node
        targets = resolve(named, self._seen.scope)
        binding = targets[0].binding if len(targets) == 1 and isinstance(targets[0], Local) else None
        if binding is None:
            return None
        if binding.kind is Bound.VALUE and isinstance(binding.node, cst.Call) and named is node:
            return self._class_of(binding.node)
        return binding.inner if isinstance(binding.node, cst.ClassDef) else None
