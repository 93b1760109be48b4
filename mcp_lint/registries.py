"""Which object is a registry: the receiver R of ``R.tool(...)``, judged by the five lines of the design."""

from __future__ import annotations

import builtins
from enum import Enum, auto
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.contract import is_registry_class
from mcp_lint.names import Binding, Bound, External, Local, Scope, Target, resolve
from mcp_lint.parse import parse_expression
from mcp_lint.project import Definition, find
from mcp_lint.syntax import descendants, dotted_text, string_value

if TYPE_CHECKING:
    from mcp_lint.index import ModuleIndex
    from mcp_lint.settings import Settings

# `def a(): return b()` and `def b(): return a()`: how far functions that return registries are followed.
MAX_STEPS = 8
_BUILTINS = {f"builtins.{name}": value for name, value in vars(builtins).items()}
_NO_CLASS = frozenset({"Any", "object", "Optional", "Union"})


class Likeness(Enum):
    """What is known of an object."""

    REGISTRY = auto()
    OTHER = auto()
    UNKNOWN = auto()


def _any_of(likenesses: list[Likeness]) -> Likeness:
    """Of several possible objects: one that is known not to be a registry settles it."""
    for likeness in (Likeness.OTHER, Likeness.REGISTRY):
        if likeness in likenesses:
            return likeness
    return Likeness.UNKNOWN


class Registries:
    """Answers for one module."""

    def __init__(self, index: ModuleIndex, settings: Settings) -> None:
        """Keep the module's index; nothing is worked out yet."""
        self._index = index
        self._settings = settings

    def is_registry(self, receiver: cst.CSTNode, scope: Scope) -> bool:
        """Whether ``receiver.tool(...)``, written in ``scope``, registers a tool of a data server."""
        bindings = self._bindings_of(receiver, scope)
        likeness = self._likeness(receiver, scope, MAX_STEPS)
        if likeness is Likeness.OTHER:
            return False
        text = dotted_text(receiver)
        if text is not None and text.rpartition(".")[2] in self._settings.registries:
            return True
        return likeness is Likeness.REGISTRY or any(self._is_handed_in(binding) for binding in bindings)

    def _bindings_of(self, receiver: cst.CSTNode, scope: Scope) -> list[Binding]:
        text = dotted_text(receiver)
        if text is None:
            return []
        return scope.lookup(text) if isinstance(receiver, cst.Name) else self._index.attributes_of(text, scope)

    def _is_handed_in(self, binding: Binding) -> bool:
        """A parameter of ``register_tools``, or of any function in a file that imports from ``mcp_server``."""
        function = binding.scope.node
        if binding.kind is not Bound.PARAMETER or not isinstance(function, cst.FunctionDef):
            return False
        if binding.scope.parent is not None and binding.scope.parent.is_class:
            first = next(iter((*function.params.posonly_params, *function.params.params)), None)
            if first is binding.node:  # `self`: its class has a `tool` of its own
                return False
        return function.name.value == "register_tools" or self._index.imports_mcp_server

    def _likeness(self, node: cst.CSTNode, scope: Scope, steps: int) -> Likeness:
        if steps == 0:
            return Likeness.UNKNOWN
        if isinstance(node, (cst.Await, cst.NamedExpr)):
            return self._likeness(node.expression if isinstance(node, cst.Await) else node.value, scope, steps - 1)
        if isinstance(node, cst.IfExp):
            return self._either(node.body, node.orelse, scope, steps)
        if isinstance(node, cst.BooleanOperation):
            return self._either(node.left, node.right, scope, steps)
        if isinstance(node, cst.Call):
            return self._likeness_of_call(node, scope, steps - 1)
        bindings = self._bindings_of(node, scope) or self._bindings_elsewhere(node, scope)
        return _any_of([self._likeness_of_binding(binding, steps - 1) for binding in bindings])

    def _bindings_elsewhere(self, node: cst.CSTNode, scope: Scope) -> list[Binding]:
        """What ``app`` of another file's ``server`` is, for ``server.app``."""
        found = [find(t, scope.module().index) for t in resolve(node, scope) if isinstance(t, External)]
        return [each.binding for each in found if isinstance(each, Definition)]

    def _either(self, one: cst.CSTNode, other: cst.CSTNode, scope: Scope, steps: int) -> Likeness:
        return _any_of([self._likeness(one, scope, steps - 1), self._likeness(other, scope, steps - 1)])

    def _likeness_of_binding(self, binding: Binding, steps: int) -> Likeness:
        node = binding.node
        if binding.dotted is not None:
            found = find(External(binding.dotted, binding.is_type_checking), binding.scope.module().index)
            if not isinstance(found, Definition) or steps == 0:
                return Likeness.UNKNOWN
            return self._likeness_of_binding(found.binding, steps - 1)
        if isinstance(node, cst.Param):
            return self._likeness_of_annotation(node.annotation, binding.scope)
        if isinstance(node, cst.AnnAssign):
            return self._likeness_of_annotation(node.annotation, binding.scope)
        if binding.kind is Bound.VALUE and node is not None:
            return self._likeness(node, binding.scope, steps)
        if isinstance(node, cst.Call):  # `with Class() as name`: most likely an object of that class
            return self._likeness(node, binding.scope, steps)
        return Likeness.UNKNOWN

    def _likeness_of_annotation(self, annotation: cst.Annotation | None, scope: Scope) -> Likeness:
        if annotation is None:
            return Likeness.UNKNOWN
        names = [t for node in _names_in(annotation.annotation) for t in resolve(node, scope)]
        classes = [t for t in names if not (isinstance(t, External) and t.last in {*_NO_CLASS, "None"})]
        # A union may hold the registry beside None or a test double: one that fits is enough.
        likenesses = [self._likeness_of_class(target, scope) for target in classes]
        return Likeness.REGISTRY if Likeness.REGISTRY in likenesses else _any_of(likenesses)

    def _likeness_of_class(self, target: Target, scope: Scope) -> Likeness:
        target = _elsewhere(target, scope)
        if isinstance(target, External):
            if is_registry_class(target, self._settings):
                return Likeness.REGISTRY
            is_class = target.last[:1].isupper() or isinstance(_BUILTINS.get(target.dotted), type)
            return Likeness.OTHER if is_class else Likeness.UNKNOWN
        if isinstance(target, Local) and isinstance(target.binding.node, cst.ClassDef):
            return self._likeness_of_local_class(target.binding.node, target.binding.scope)
        return Likeness.UNKNOWN

    def _likeness_of_local_class(self, node: cst.ClassDef, scope: Scope) -> Likeness:
        if any(name.rpartition(".")[2] == node.name.value for name in self._settings.registry_classes):
            return Likeness.REGISTRY
        bases = [t for base in node.bases for t in resolve(base.value, scope)]
        inherited = [
            self._likeness_of_class(base, scope)
            for base in bases
            if not (isinstance(base, Local) and base.binding.node is node)
        ]
        return Likeness.REGISTRY if Likeness.REGISTRY in inherited else Likeness.OTHER

    def _likeness_of_call(self, call: cst.Call, scope: Scope, steps: int) -> Likeness:
        func = call.func
        if isinstance(func, cst.Attribute) and func.attr.value == "for_plugin":
            return Likeness.REGISTRY if self.is_registry(func.value, scope) else Likeness.UNKNOWN
        found = []
        for target in (_elsewhere(each, scope) for each in resolve(func, scope)):
            if isinstance(target, Local) and isinstance(target.binding.node, cst.FunctionDef):
                found.append(self._likeness_of_function(target.binding, steps))
            else:
                found.append(self._likeness_of_class(target, scope))
        return _any_of(found)

    def _likeness_of_function(self, binding: Binding, steps: int) -> Likeness:
        function = binding.node
        assert isinstance(function, cst.FunctionDef)
        declared = self._likeness_of_annotation(function.returns, binding.scope)
        if declared is not Likeness.UNKNOWN or binding.inner is None:
            return declared
        returned = [n.value for n in _own_statements(function) if isinstance(n, cst.Return) and n.value is not None]
        return _any_of([self._likeness(value, binding.inner, steps) for value in returned])


def _elsewhere(target: Target, scope: Scope) -> Target:
    """What a name from another file of the project stands for, if that is known."""
    found = find(target, scope.module().index) if isinstance(target, External) else None
    if isinstance(found, Definition):
        return Local(found.binding)
    return found or target


def _own_statements(function: cst.FunctionDef) -> list[cst.CSTNode]:
    """The nodes of a function's body, those of functions inside it left out."""
    inner = [n for n in descendants(function.body) if isinstance(n, (cst.FunctionDef, cst.Lambda))]
    hidden = {id(n) for function_inside in inner for n in descendants(function_inside)}
    return [n for n in descendants(function.body) if id(n) not in hidden]


def _names_in(annotation: cst.CSTNode) -> list[cst.CSTNode]:
    """The names of an annotation, quotes undone: of ``"Registry | None"`` they are ``Registry`` and ``None``."""
    text = string_value(annotation)
    if text is not None:
        parsed = parse_expression(text)
        return _names_in(parsed) if parsed is not None and string_value(parsed) is None else []
    if isinstance(annotation, (cst.Name, cst.Attribute)):
        return [annotation]
    if isinstance(annotation, cst.BinaryOperation):
        return [*_names_in(annotation.left), *_names_in(annotation.right)]
    if isinstance(annotation, cst.Subscript):
        inner = [e.slice.value for e in annotation.slice if isinstance(e.slice, cst.Index)]
        return [name for part in (annotation.value, *inner) for name in _names_in(part)]
    return []
