"""Module -> tools: the frozen records of its data tools, from what the traversal noted."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.annotations import ReturnAnnotation, Verdict, judge_annotation, unbound_name
from mcp_lint.decorators import Effect, descriptor_of, effect_of
from mcp_lint.names import Bound, Local, Scope, resolve
from mcp_lint.registered import MAX_ALIASES, Given, functions_given
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
    ``name``, ``name_node``: the tool's name where the file says it, and what ``name=`` is given, if that is there.
    ``registry``: equal for two registrations with the same registry, as far as the file shows.
    ``scope``, ``branch``: where it stands. ``names_before``: how many names the module had bound until then.
    """

    reported_at: cst.CSTNode
    name: str | None
    name_node: cst.CSTNode | None
    registry: tuple[int, str]
    scope: Scope
    branch: Branch | None
    names_before: int
    has_description: bool

    @property
    def is_at_once(self) -> bool:
        """Whether the registration is made while the module is imported, and not by a function, at some later time."""
        scope: Scope | None = self.scope
        while scope is not None and not scope.is_function:
            scope = scope.parent
        return scope is None


@dataclass(frozen=True, slots=True, eq=False)
class ToolFunction:
    """A function that is registered, or annotated ``-> DataToolOutput``, or decorated with a bare ``R.tool``.

    ``annotation``: None where there is none; its verdict is unknown where decorators or assignments hide it.
    ``bare``: the ``R.tool`` that lacks its parentheses.
    ``is_bare_only``: the function is all that this ``R.tool`` is given.
    ``is_opaque``: a decorator may return anything in place of the result.
    ``is_elsewhere``: it is a function of another file, which is registered in this one.
    ``descriptor``: what a decorator makes of it before it is registered, if that is no function: ``classmethod``.
    """

    info: FunctionInfo
    annotation: ReturnAnnotation | None
    is_annotation_hidden: bool
    registrations: tuple[Registration, ...] = ()
    bare: cst.CSTNode | None = None
    is_bare_only: bool = True
    is_opaque: bool = False
    descriptor: str | None = None
    has_docstring: bool = True
    is_left_out: bool = False
    is_elsewhere: bool = False

    @property
    def name_node(self) -> cst.CSTNode:
        """What a violation of the function as a whole is reported at; of one in another file, where it is given."""
        node = self.info.node
        if self.is_elsewhere:
            return self.registrations[0].reported_at if self.registrations else self.bare or node
        return node.name if isinstance(node, cst.FunctionDef) else node

    @property
    def reported_at(self) -> tuple[cst.CSTNode, ...]:
        """Where what is wrong with its definition is reported: there, or where it is given to each registry."""
        places = tuple(registration.reported_at for registration in self.registrations)
        return places if self.is_elsewhere else (self.name_node,)

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


@dataclass(frozen=True, slots=True)
class _Where:
    """Where one registration stands; the fields are those of :class:`Registration`."""

    reported_at: cst.CSTNode
    scope: Scope
    branch: Branch | None
    bound: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Registering:
    """``R.tool(...)``, or ``R.tool`` alone, where ``made_by`` is None.

    ``where``: the registration; ``there``: the place of R, which is another one where a name stands for it.
    """

    made_by: cst.Call | None
    receiver: cst.BaseExpression
    where: _Where
    there: _Where


def find_tools(index: ModuleIndex, settings: Settings) -> ModuleTools:
    """The tools of a module."""
    finder = _Finder(index, settings)
    return ModuleTools(tuple(finder.tools()))


class _Finder:
    def __init__(self, index: ModuleIndex, settings: Settings) -> None:
        self._index = index
        self._settings = settings
        self._elsewhere: dict[cst.CSTNode, tuple[ModuleIndex, _Found]] = {}
        self._registries = Registries(index, settings)
        self._found = {node: _Found(info) for node, info in index.functions.items()}
        self._is_deferred = index.has_text_annotations

    def tools(self) -> Iterator[ToolFunction]:
        for found in self._found.values():
            self._see_decorators(found)
        for call in self._index.tool_calls:
            self._see_call(call)
        for found in self._found.values():
            tool = self.tool_of(found)
            if tool.is_registered or tool.bare is not None or tool.is_declared:
                yield tool
        for index, found in self._elsewhere.values():
            yield replace(_Finder(index, self._settings).tool_of(found), is_elsewhere=True)

    def _see_decorators(self, found: _Found) -> None:
        node = found.info.node
        if not isinstance(node, cst.FunctionDef):
            return
        info = found.info
        for decorator in node.decorators:
            seen = self._registering(decorator.decorator, _Where(node.name, info.outer, info.branch, info.bound))
            if seen is None:
                continue
            if seen.made_by is None:
                found.bare = decorator.decorator
            else:
                self._register(found, seen, info.names_before)

    def _registering(self, given: cst.CSTNode, where: _Where) -> _Registering | None:
        """What registers, if it is ``R.tool`` or ``R.tool(...)`` of a registry, or a name for that."""
        given, there = _unaliased(given, where)
        made_by = given if isinstance(given, cst.Call) else None
        func, there = (given, there) if made_by is None else _unaliased(made_by.func, there)
        if not isinstance(func, cst.Attribute) or func.attr.value != "tool":
            return None
        is_registry = self._registries.is_registry(func.value, there.scope)
        return _Registering(made_by, func.value, where, there) if is_registry else None

    def _register(self, found: _Found, seen: _Registering, names_before: int) -> None:
        made_by, where = seen.made_by, seen.where
        assert made_by is not None
        given = argument(made_by, "name", 0)
        has_star = any(arg.star for arg in made_by.args)
        name = _text_of(given.value, seen.there.scope) if given else None if has_star else ""
        registration = Registration(
            reported_at=where.reported_at,
            name=found.info.name if name == "" else name,
            name_node=given.value if given and name is not None else None,
            registry=(id(_home_of(seen.receiver, seen.there)), dotted_text(seen.receiver) or ""),
            scope=where.scope,
            branch=where.branch,
            names_before=names_before,
            has_description=has_star or _is_description(argument(made_by, "description")),
        )
        found.registrations.append(registration)

    def _see_call(self, call: ToolCall) -> None:
        first = call.call.args[0]
        if first.keyword is not None or first.star:
            return
        functions = functions_given(first.value, call, self._index)
        where = _Where(first.value, call.scope, call.branch, call.bound)
        seen = self._registering(call.call.func, where) if functions else None
        if seen is None:
            return
        for given in functions:
            is_here = given.index is self._index
            found = self._found[given.node] if is_here else self._found_elsewhere(given)
            if seen.made_by is None:
                found.bare = call.call.func
                found.is_bare_only = len(call.call.args) == 1
            else:
                # Another module is imported to its end before its functions are registered here.
                self._register(found, seen, call.names_before if is_here else sys.maxsize)

    def _found_elsewhere(self, given: Given) -> _Found:
        _, found = self._elsewhere.setdefault(given.node, (given.index, _Found(given.index.functions[given.node])))
        return found

    def tool_of(self, found: _Found) -> ToolFunction:
        """The record of a function of this module."""
        node, outer = found.info.node, found.info.outer
        is_hidden = found.info.name in self._index.resigned
        effects: list[Effect] = []
        descriptor = annotation = None
        has_docstring = True
        if isinstance(node, cst.FunctionDef):
            is_decorated, below = self._decorators_below(found, node)
            effects = [effect_of(each.decorator, outer) for each in below]
            descriptor = descriptor_of(below[0].decorator, outer) if is_decorated and below else None
            is_hidden = is_hidden or descriptor is not None or Effect.UNKNOWN in effects
            has_docstring = bool(docstring_of(node)) or found.info.name in self._index.documented
            annotation = self._annotation_of(node, found)
        return ToolFunction(
            info=found.info,
            annotation=annotation,
            is_annotation_hidden=is_hidden,
            registrations=tuple(found.registrations),
            bare=found.bare,
            is_bare_only=found.is_bare_only,
            is_opaque=any(effect is not Effect.NONE for effect in effects),
            descriptor=descriptor,
            has_docstring=has_docstring or any(r.has_description for r in found.registrations),
            is_left_out=self._is_left_out(found),
        )

    def _annotation_of(self, node: cst.FunctionDef, found: _Found) -> ReturnAnnotation | None:
        if node.returns is None:
            return None
        annotation, outer = node.returns.annotation, found.info.outer
        judged = judge_annotation(annotation, outer, self._is_deferred)
        for registration in found.registrations if judged.verdict is Verdict.GOOD else ():
            if registration.is_at_once:
                late = unbound_name(annotation, outer, self._is_deferred, registration.names_before)
                if late is not None:
                    return replace(judged, verdict=Verdict.BAD, reason=f"`{late}` is bound only after the registration")
        return judged

    def _decorators_below(self, found: _Found, node: cst.FunctionDef) -> tuple[bool, list[cst.Decorator]]:
        """Whether a decorator registers, and those that change what it gets: the ones above see the function later."""
        first = next((index for index, each in enumerate(node.decorators) if self._is_registering(each, found)), -1)
        return first >= 0, [decorator for decorator in node.decorators[first + 1 :] if not _is_tool(decorator)]

    def _is_registering(self, decorator: cst.Decorator, found: _Found) -> bool:
        info = found.info
        where = _Where(decorator, info.outer, info.branch, info.bound)
        return self._registering(decorator.decorator, where) is not None

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


def _unaliased(node: cst.CSTNode, where: _Where) -> tuple[cst.CSTNode, _Where]:
    """``R.tool`` or ``R.tool(...)`` for a name that is bound to it, once; anything else as it is."""
    for _ in range(MAX_ALIASES):
        bindings = where.scope.lookup(node.value) if isinstance(node, cst.Name) else []
        if len(bindings) != 1 or bindings[0].kind is not Bound.VALUE or bindings[0].node is None:
            break
        node, where = bindings[0].node, replace(where, scope=bindings[0].scope, bound={})
    return node, where


def _text_of(node: cst.CSTNode, scope: Scope) -> str | None:
    """The text of a literal, or of a name for one; empty for ``None``, and None where the file does not say."""
    if isinstance(node, cst.Name) and node.value == "None":
        return ""
    targets = resolve(node, scope)
    binding = targets[0].binding if len(targets) == 1 and isinstance(targets[0], Local) else None
    constant = binding.node if binding is not None and binding.kind is Bound.VALUE else None
    return string_value(constant or node)


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
