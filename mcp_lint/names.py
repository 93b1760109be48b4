"""Module -> names: which scope binds a name, and what dotted name from outside it stands for."""

from __future__ import annotations

import builtins
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.syntax import dotted_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.index import ModuleIndex

# `lazy import` (Python 3.15) is a node of its own, which libcst has since 1.9; it has the same fields.
WHOLE_IMPORTS: tuple[type[cst.Import], ...] = (cst.Import, *filter(None, [getattr(cst, "LazyImport", None)]))
FROM_IMPORTS: tuple[type[cst.ImportFrom], ...] = (
    cst.ImportFrom,
    *filter(None, [getattr(cst, "LazyImportFrom", None)]),
)
Import = cst.Import | cst.ImportFrom
IMPORTS: tuple[type[Import], ...] = (*WHOLE_IMPORTS, *FROM_IMPORTS)
BUILTIN_NAMES = frozenset(dir(builtins))
# What is bound more often than this is a variable, and stands for nothing in particular.
MAX_BINDINGS = 8


class Bound(Enum):
    """What kind of statement bound a name."""

    IMPORT = auto()
    VALUE = auto()  # `name = value`, alone on its side
    FUNCTION = auto()
    CLASS = auto()
    PARAMETER = auto()
    OTHER = auto()  # loop variables, `with ... as`, unpacking, `x += 1`, `del x`: seen, not followed


@dataclass(frozen=True, slots=True, eq=False)
class Binding:
    """One place where a scope binds a name.

    ``node``: the value, definition or parameter; None for an import.
    ``dotted``: for an import, the full name (``mcp.types.CallToolResult``, with its leading dots if relative).
    ``is_type_checking``: under ``if TYPE_CHECKING:``: this binding is not there when the server starts.
    ``inner``: the scope that a function or class opens.
    """

    kind: Bound
    scope: Scope
    node: cst.CSTNode | None = None
    dotted: str | None = None
    is_type_checking: bool = False
    inner: Scope | None = None


_FUNCTIONS = (cst.FunctionDef, cst.Lambda)


@dataclass(slots=True, eq=False)
class Scope:
    """A module, class or function, with the names that it binds."""

    node: cst.CSTNode
    parent: Scope | None = None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    outer_names: dict[str, str] = field(default_factory=dict)  # name -> "global" or "nonlocal"
    targets: dict[str, tuple[Target, ...]] = field(default_factory=dict)  # what `resolve` has found out
    index: ModuleIndex | None = None  # of a module whose project is known: what knows the other files

    @property
    def is_class(self) -> bool:
        """Whether the scope is a class's: functions inside it do not see its names."""
        return type(self.node) is cst.ClassDef

    @property
    def is_function(self) -> bool:
        """Whether the scope is a function's or a lambda's."""
        return type(self.node) in _FUNCTIONS

    def enclosing(self) -> Iterator[Scope]:
        """The scopes whose names are seen from here, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            if scope is self or not scope.is_class:
                yield scope
            scope = scope.parent

    def enclosing_class(self) -> Scope | None:
        """The class whose method this is, or is inside of."""
        scope: Scope | None = self
        while scope is not None and not scope.is_class:
            scope = scope.parent
        return scope

    def bases_in_file(self) -> Iterator[Scope]:
        """The classes of the file that this class derives from, nearest first; each once."""
        seen = {self}
        waiting = [self]
        while waiting:
            scope = waiting.pop(0)
            for base in scope.node.bases if isinstance(scope.node, cst.ClassDef) else ():
                for target in resolve(base.value, scope):
                    inner = target.binding.inner if isinstance(target, Local) else None
                    if inner is not None and inner.is_class and inner not in seen:
                        seen.add(inner)
                        waiting.append(inner)
                        yield inner

    def lookup(self, name: str) -> list[Binding]:
        """The bindings of a name as seen from here; none when no scope of the file binds it."""
        for scope in self.enclosing():
            if scope.outer_names.get(name) == "global":
                return scope.module().bindings.get(name, [])
            if name in scope.bindings and name not in scope.outer_names:
                return scope.bindings[name]
        return []

    def module(self) -> Scope:
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope


@dataclass(frozen=True, slots=True)
class External:
    """Something that another module, or builtins, defines: ``mcp.types.CallToolResult``, ``builtins.str``.

    ``is_guess``: nothing but a star import can have brought the name, and another one may have.
    """

    dotted: str
    is_type_checking: bool = False
    is_guess: bool = False

    @property
    def last(self) -> str:
        """The last component."""
        return self.dotted.rpartition(".")[2]

    @property
    def root(self) -> str:
        """The first component; empty for a relative import."""
        return self.dotted.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Local:
    """Something that the file itself binds, and that is not just another name for something external."""

    binding: Binding


@dataclass(frozen=True, slots=True)
class Undefined:
    """A name that nothing in the file binds, and that is no builtin."""

    name: str


Target = External | Local | Undefined


def resolve(node: cst.CSTNode, scope: Scope) -> tuple[Target, ...]:
    """What a name or chain of names can stand for: one target for each of its bindings; none where unknown.

    To be called when the whole module is indexed: a scope keeps what its names stand for.
    """
    attributes = []
    while type(node) is cst.Attribute:
        attributes.append(node.attr.value)
        node = node.value
    if type(node) is not cst.Name:
        return ()
    targets = _resolve_name(node.value, scope)
    for name in reversed(attributes):
        targets = tuple(dict.fromkeys(t for owner in targets for t in _attribute_of(owner, name)))
    return targets


def _resolve_name(name: str, scope: Scope) -> tuple[Target, ...]:
    known = scope.targets.get(name)
    if known is None:
        bindings = scope.lookup(name)
        # Until it is known, `a = b; b = a` finds each name to be a thing of its own.
        scope.targets[name] = tuple(Local(binding) for binding in bindings[:1])
        known = scope.targets[name] = _targets_of_all(name, scope, bindings)
    return known


def _targets_of_all(name: str, scope: Scope, bindings: list[Binding]) -> tuple[Target, ...]:
    if not bindings:
        return (_unbound(name, scope),)
    if len(bindings) > MAX_BINDINGS:
        return ()
    return tuple(dict.fromkeys(target for binding in bindings for target in _targets_of(binding)))


def _unbound(name: str, scope: Scope) -> Target:
    stars = scope.module().bindings.get("*", [])
    if stars:
        # The last star import wins, and shadows builtins only by what it really holds, which cannot be read here.
        known = name in BUILTIN_NAMES and name[:1].islower()
        return External(f"builtins.{name}") if known else External(f"{stars[-1].dotted}.{name}", is_guess=True)
    return External(f"builtins.{name}") if name in BUILTIN_NAMES else Undefined(name)


def _targets_of(binding: Binding) -> tuple[Target, ...]:
    if binding.dotted is not None:
        return (External(binding.dotted, binding.is_type_checking),)
    if binding.kind is Bound.VALUE and isinstance(binding.node, (cst.Name, cst.Attribute)):
        targets = resolve(binding.node, binding.scope)
        if targets and not any(isinstance(target, Undefined) for target in targets):
            return tuple(map(_type_checking, targets)) if binding.is_type_checking else targets
    return (Local(binding),)


def _type_checking(target: Target) -> Target:
    return replace(target, is_type_checking=True) if isinstance(target, External) else target


def _attribute_of(owner: Target, name: str) -> tuple[Target, ...]:
    if isinstance(owner, Undefined):
        return (owner,)
    if isinstance(owner, External):
        return (External(f"{owner.dotted}.{name}", owner.is_type_checking, owner.is_guess),)
    if isinstance(owner, Local) and isinstance(owner.binding.node, cst.ClassDef):
        inner = owner.binding.inner
        return tuple(t for b in inner.bindings.get(name, []) for t in _targets_of(b)) if inner else ()
    return ()


def import_bindings(node: Import, scope: Scope, is_type_checking: bool) -> Iterator[tuple[str, Binding]]:
    """The names that an import statement binds; a star import binds ``*`` to its module."""
    prefix = _module_of(node)
    if isinstance(node.names, cst.ImportStar):
        yield "*", Binding(Bound.IMPORT, scope, None, prefix, is_type_checking)
        return
    for alias in node.names:
        imported = dotted_text(alias.name) or ""
        full = f"{prefix}{'' if not prefix or prefix.endswith('.') else '.'}{imported}"
        renamed = dotted_text(alias.asname.name) if alias.asname and isinstance(alias.asname.name, cst.Name) else None
        if renamed is None and isinstance(node, WHOLE_IMPORTS):
            # `import a.b` binds `a`.
            imported = full = imported.partition(".")[0]
        yield renamed or imported, Binding(Bound.IMPORT, scope, None, full, is_type_checking)


def _module_of(node: Import) -> str:
    if isinstance(node, FROM_IMPORTS):
        return "." * len(node.relative) + (dotted_text(node.module) or "")
    return ""
