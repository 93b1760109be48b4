"""What one traversal of a module notes for the later steps: its functions, registrations, attributes and changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.names import Binding, Scope
    from mcp_lint.project import Project


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """The arm of an ``if``, ``try`` or ``match`` (of a ``for``: its body) that a statement stands in."""

    statement: cst.CSTNode
    arm: int
    outer: Branch | None

    def chain(self) -> Iterator[Branch]:
        """This arm and those around it."""
        branch: Branch | None = self
        while branch is not None:
            yield branch
            branch = branch.outer


def are_exclusive(one: Branch | None, other: Branch | None) -> bool:
    """Whether no run can pass through both: they are different arms of one statement."""
    if one is None or other is None:
        return False
    arms = {branch.statement: branch.arm for branch in one.chain()}
    return any(arms.get(branch.statement, branch.arm) != branch.arm for branch in other.chain())


@dataclass(slots=True, eq=False)
class FunctionInfo:
    """A ``def`` or lambda. ``scope`` is its own; ``outer`` the one that it stands in.

    ``bound``: how often the first name of each decorator was bound until then.
    ``names_before``: how many names the module had bound until then.
    """

    node: cst.FunctionDef | cst.Lambda
    scope: Scope
    outer: Scope
    branch: Branch | None
    names_before: int
    bound: dict[str, int] = field(default_factory=dict)
    first_yield: cst.CSTNode | None = None

    @property
    def name(self) -> str:
        """The name as Python has it."""
        return self.node.name.value if isinstance(self.node, cst.FunctionDef) else "<lambda>"


@dataclass(frozen=True, slots=True, eq=False)
class ToolCall:
    """``R.tool(...)(f)``, ``R.tool(f)``, or the same by a name for ``R.tool`` or ``R.tool(...)``.

    ``bound``: how often ``f`` and the first name of R were bound until then: they may be bound again further down.
    ``names_before``: how many names the module had bound until then.
    ``comprehensions``: the loops of the comprehensions around it, the innermost first.
    """

    call: cst.Call
    scope: Scope
    branch: Branch | None
    bound: dict[str, int]
    names_before: int
    comprehensions: tuple[cst.CompFor, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """Where a module comes from: its absolute path, its text, the tree of that, and the project that it is part of."""

    path: str
    text: str
    module: cst.Module
    project: Project


@dataclass(slots=True, eq=False)
class ModuleIndex:
    """What the traversal found.

    ``file``: None for a text that is nobody's file.
    ``attributes``: what is assigned to ``self.x``, by the class around it, and to other dotted names, by their text.
    ``mutated``: names of whose value the file may change the inside, or give it to someone who may.
    ``reads``, ``showing``: how often a name is only read, or read so that its items are shown.
    ``replaced``: names of attributes that the file assigns, of whatever object.
    ``resigned``: names of functions whose signature or annotations the file assigns.
    ``documented``: names of functions whose ``__doc__`` the file assigns.
    ``mentions``: how often each name stands in the file.
    ``registering``: names that are assigned some ``R.tool`` or ``R.tool(...)``.
    """

    scope: Scope
    file: SourceFile | None = None
    functions: dict[cst.CSTNode, FunctionInfo] = field(default_factory=dict)
    tool_calls: list[ToolCall] = field(default_factory=list)
    attributes: dict[tuple[Scope | None, str], list[Binding]] = field(default_factory=dict)
    mutated: set[str] = field(default_factory=set)
    resigned: set[str] = field(default_factory=set)
    documented: set[str] = field(default_factory=set)
    mentions: Counter[str] = field(default_factory=Counter)
    reads: Counter[str] = field(default_factory=Counter)
    showing: Counter[str] = field(default_factory=Counter)
    replaced: set[str] = field(default_factory=set)
    registering: set[str] = field(default_factory=set)
    imports_mcp_server: bool = False

    @property
    def module(self) -> cst.Module:
        """The tree that was traversed."""
        assert isinstance(self.scope.node, cst.Module)
        return self.scope.node

    @property
    def has_text_annotations(self) -> bool:
        """Whether ``from __future__ import annotations`` keeps annotations from being evaluated with the ``def``."""
        future = self.scope.bindings.get("annotations", [])
        return any(binding.dotted == "__future__.annotations" for binding in future)

    def attributes_of(self, text: str, scope: Scope) -> list[Binding]:
        """What the file assigns to a dotted name, as seen from ``scope``; those of a class's bases in the file too."""
        owner = owner_of_attribute(text, scope)
        found = list(self.attributes.get((owner, text), ()))
        for base in owner.bases_in_file() if owner is not None else ():
            found += self.attributes.get((base, text), ())
        return found


def owner_of_attribute(text: str, scope: Scope) -> Scope | None:
    """The class whose objects a dotted name's attribute is of: only `self` and `cls` say which."""
    return scope.enclosing_class() if text.partition(".")[0] in {"self", "cls"} else None
