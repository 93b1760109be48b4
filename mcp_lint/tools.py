"""Module -> tools: the frozen records of its data tools, from what the traversal noted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.annotations import ReturnAnnotation, Verdict, judge_annotation
from mcp_lint.decorators import Effect, effect_of
from mcp_lint.loop_items import items_of
from mcp_lint.names import Binding, Bound, Scope
from mcp_lint.registries import Registries
from mcp_lint.syntax import argument, docstring_of, dotted_text, string_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.index import Branch, FunctionInfo, ModuleIndex, ToolCall
    from mcp_lint.settings import Settings


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """One time that a function is given to a registry.

    ``reported_at``: the function's name, or the argument that stands for it.
    ``name``, ``name_node``: the tool's name where the file says it, and the literal of ``name=`` if there is one.
    ``registry``: equal for two registrations with the same registry, as far as the file shows.
    ``scope``, ``branch``: where it stands.
    """

    reported_at: cst.CSTNode
    name: str | None
    name_node: cst.CSTNode | None
    registry: tuple[int, str]
    scope: Scope
    branch: Branch | None
    has_description: bool


@dataclass(frozen=True, slots=True, eq=False)
class ToolFunction:
    """A function that is registered, or annotated ``-> DataToolOutput``, or decorated with a bare ``R.tool``.

    ``annotation``: None where there is none; its verdict is unknown where decorators or assignments hide it.
    ``bare``: the ``R.tool`` that lacks its parentheses.
    ``is_bare_only``: the function is all that this ``R.tool`` is given.
    ``is_opaque``: an unknown decorator may return anything in place of the result.
    """

    info: FunctionInfo
    annotation: ReturnAnnotation | None
    is_annotation_hidden: bool
    registrations: tuple[Registration, ...] = ()
    bare: cst.CSTNode | None = None
    is_bare_only: bool = True
    is_opaque: bool = False
    has_docstring: bool = True
    is_left_out: bool = False

    @property
    def name_node(self) -> cst.CSTNode:
        """What a violation of the function as a whole is reported at."""
        node = self.info.node
        return node.name if isinstance(node, cst.FunctionDef) else node

    @property
    def is_registered(self) -> bool:
        """Whether some registry of a data server is given the function."""
        return bool(self.registrations)

    @property
    def is_declared(self) -> bool:
        """Whether it is annotated ``-> DataToolOutput``, and the server sees it."""
        return self.annotation is not None and self.annotation.verdict is Verdict.GOOD and not self.is_annotation_hidden

    @property
    def is_generator(self) -> bool:
        """Whether it yields."""
        return self.info.first_yield is not None


@dataclass(frozen=True, slots=True, eq=False)
class ModuleTools:
    """All tools of a module, in source order, for the rules that compare them."""

    tools: tuple[ToolFunction, ...]


@dataclass(slots=True)
class _Found:
    """What is collected for one function while the registrations are gathered."""

    info: FunctionInfo
    registrations: list[Registration] = field(default_factory=list)
    bare: cst.CSTNode | None = None
    is_bare_only: bool = True


# `f = g; g = f` never ends, and nobody writes an alias of an alias of ... this deep.
MAX_ALIASES = 20


@dataclass(frozen=True, slots=True)
class _Where:
    """Where one registration stands; the fields are those of :class:`Registration`."""

    reported_at: cst.CSTNode
    scope: Scope
    branch: Branch | None
    bound: dict[str, int]


def find_tools(index: ModuleIndex, settings: Settings) -> ModuleTools:
    """The tools of a module."""
    finder = _Finder(index, settings)
    return ModuleTools(tuple(finder.tools()))


class _Finder:
    def __init__(self, index: ModuleIndex, settings: Settings) -> None:
        self._index = index
        self._registries = Registries(index, settings)
        self._found = {node: _Found(info) for node, info in index.functions.items()}
        self._is_deferred = index.has_text_annotations

    def tools(self) -> Iterator[ToolFunction]:
        for found in self._found.values():
            self._see_decorators(found)
        for call in self._index.tool_calls:
            self._see_call(call)
        for found in self._found.values():
            tool = self._tool_of(found)
            if tool.is_registered or tool.bare is not None or tool.is_declared:
                yield tool

    def _see_decorators(self, found: _Found) -> None:
        node = found.info.node
        if not isinstance(node, cst.FunctionDef):
            return
        for decorator in node.decorators:
            made_by = decorator.decorator
            is_called = isinstance(made_by, cst.Call)
            receiver = self._receiver_of(made_by.func if isinstance(made_by, cst.Call) else made_by, found.info.outer)
            if receiver is None:
                continue
            if isinstance(made_by, cst.Call) and is_called:
                info = found.info
                self._register(found, made_by, receiver, _Where(node.name, info.outer, info.branch, info.bound))
            else:
                found.bare = made_by

    def _receiver_of(self, func: cst.CSTNode, scope: Scope) -> cst.BaseExpression | None:
        """R of ``R.tool``, if it is a registry."""
        if not isinstance(func, cst.Attribute) or func.attr.value != "tool":
            return None
        return func.value if self._registries.is_registry(func.value, scope) else None

    def _register(self, found: _Found, made_by: cst.Call, receiver: cst.BaseExpression, where: _Where) -> None:
        given = argument(made_by, "name", 0)
        has_star = any(arg.star for arg in made_by.args)
        name = string_value(given.value) if given else None if has_star else found.info.name
        registration = Registration(
            reported_at=where.reported_at,
            name=name,
            name_node=given.value if given and name is not None else None,
            registry=(id(_home_of(receiver, where)), dotted_text(receiver) or ""),
            scope=where.scope,
            branch=where.branch,
            has_description=has_star or _is_description(argument(made_by, "description")),
        )
        found.registrations.append(registration)

    def _see_call(self, seen: ToolCall) -> None:
        made_by = seen.call if seen.is_bare else seen.call.func
        assert isinstance(made_by, cst.Call)
        first = seen.call.args[0]
        if first.keyword is not None or first.star:
            return
        functions = list(self._functions_of(first.value, seen))
        receiver = self._receiver_of(made_by.func, seen.scope) if functions else None
        if receiver is None:
            return
        for function in functions:
            if seen.is_bare:
                function.bare = made_by.func
                function.is_bare_only = len(seen.call.args) == 1
            else:
                self._register(function, made_by, receiver, _Where(first.value, seen.scope, seen.branch, seen.bound))

    def _functions_of(self, given: cst.CSTNode, seen: ToolCall, steps: int = MAX_ALIASES) -> Iterator[_Found]:
        """The functions that ``f`` of ``R.tool()(f)`` stands for: a name, a lambda, a method, a loop variable."""
        if isinstance(given, cst.Lambda):
            yield self._found[given]
        elif isinstance(given, cst.Attribute):
            yield from self._methods_of(given, seen.scope)
        elif isinstance(given, cst.Name) and steps > 0:
            binding = self._binding_of(given.value, seen, is_given=steps == MAX_ALIASES)
            if binding is not None:
                yield from self._functions_bound(binding, given.value, seen, steps - 1)

    def _binding_of(self, name: str, seen: ToolCall, *, is_given: bool) -> Binding | None:
        """The one thing that a name stands for where a registration is; None where that is not sure."""
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
        found = self._found.get(latest.node) if latest.node is not None else None
        is_sure = found is not None and (found.info.branch is None or found.info.branch.statement in around)
        return latest if is_sure else None

    def _functions_bound(self, binding: Binding, name: str, seen: ToolCall, steps: int) -> Iterator[_Found]:
        if isinstance(binding.node, (cst.FunctionDef, cst.Lambda)):
            yield self._found[binding.node]
        elif binding.kind is Bound.VALUE and isinstance(binding.node, cst.Name):
            yield from self._functions_of(binding.node, seen, steps)
        elif isinstance(binding.node, cst.For):
            for item in items_of(binding.node, name, binding.scope):
                yield from self._functions_of(item, seen, steps)

    def _methods_of(self, node: cst.Attribute, scope: Scope) -> Iterator[_Found]:
        owner = scope.enclosing_class()
        if not isinstance(node.value, cst.Name) or owner is None or node.value.value not in {"self", "cls"}:
            return
        bindings = owner.bindings.get(node.attr.value, [])
        if len(bindings) == 1 and not self._index.attributes_of(f"self.{node.attr.value}", scope):
            method = bindings[0].node
            if isinstance(method, cst.FunctionDef):
                yield self._found[method]

    def _tool_of(self, found: _Found) -> ToolFunction:
        node = found.info.node
        is_hidden = found.info.name in self._index.resigned
        is_opaque = False
        annotation = None
        has_docstring = True
        if isinstance(node, cst.FunctionDef):
            effects = [effect_of(d.decorator, found.info.outer) for d in self._decorators_below(found, node)]
            is_opaque = Effect.UNKNOWN in effects
            is_hidden = is_hidden or any(effect is not Effect.NONE for effect in effects)
            has_docstring = bool(docstring_of(node)) or found.info.name in self._index.documented
            if node.returns is not None:
                annotation = judge_annotation(node.returns.annotation, found.info.outer, self._is_deferred)
        return ToolFunction(
            info=found.info,
            annotation=annotation,
            is_annotation_hidden=is_hidden,
            registrations=tuple(found.registrations),
            bare=found.bare,
            is_bare_only=found.is_bare_only,
            is_opaque=is_opaque,
            has_docstring=has_docstring or any(r.has_description for r in found.registrations),
            is_left_out=self._is_left_out(found),
        )

    def _decorators_below(self, found: _Found, node: cst.FunctionDef) -> list[cst.Decorator]:
        """The decorators that change what the registry gets: those above it see the function later."""
        first = next((index for index, each in enumerate(node.decorators) if self._is_registering(each, found)), -1)
        return [decorator for decorator in node.decorators[first + 1 :] if not _is_tool(decorator)]

    def _is_registering(self, decorator: cst.Decorator, found: _Found) -> bool:
        made_by = decorator.decorator
        func = made_by.func if isinstance(made_by, cst.Call) else made_by
        return self._receiver_of(func, found.info.outer) is not None

    def _is_left_out(self, found: _Found) -> bool:
        """Nested in ``register_tools``, and named nowhere else in the file."""
        outer: Scope | None = found.info.outer
        mentions = self._index.mentions[found.info.name]
        is_inside = (
            outer is not None
            and isinstance(outer.node, cst.FunctionDef)
            and (outer.node.name.value == "register_tools")
        )
        is_decorated = isinstance(found.info.node, cst.FunctionDef) and bool(found.info.node.decorators)
        return is_inside and mentions == 1 and not is_decorated


def _is_description(arg: cst.Arg | None) -> bool:
    is_none = arg is not None and isinstance(arg.value, cst.Name) and arg.value.value == "None"
    return arg is not None and not is_none and string_value(arg.value) != ""


def _is_tool(decorator: cst.Decorator) -> bool:
    """Whether a decorator only registers: it hands the function back as it was."""
    made_by = decorator.decorator
    func = made_by.func if isinstance(made_by, cst.Call) else made_by
    if not isinstance(func, cst.Attribute):
        return False
    return func.attr.value in {"tool", "resource", "prompt"}


def _home_of(receiver: cst.CSTNode, where: _Where) -> object:
    """What binds the receiver's first name: two parameters called ``mcp`` may be two registries.

    Of a name bound more than once it is the last binding before; where that cannot be said, the receiver itself, which
    is the same for no two registrations.
    """
    name = (dotted_text(receiver) or "").partition(".")[0]
    bindings = where.scope.lookup(name)
    if len(bindings) <= 1 and name:
        return bindings[0].scope if bindings else None
    bound = where.bound.get(name, 0)
    is_sure = bool(bindings) and bindings[0].scope is where.scope and 0 < bound <= len(bindings)
    return bindings[bound - 1] if is_sure else receiver
