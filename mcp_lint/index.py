"""ONE traversal of the module: every scope, function, registration and mutation, noted for the later steps."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.names import Binding, Bound, Scope, import_bindings
from mcp_lint.syntax import children, dotted_text, string_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MUTATING_METHODS = frozenset(
    {
        *("append", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "popitem", "sort"),
        *("reverse", "add", "discard", "__setitem__"),
    }
)
# Whoever assigns one of these makes the annotation that the server sees something else than what the file says.
SIGNATURE_ATTRIBUTES = frozenset({"__signature__", "__annotations__", "__wrapped__", "__annotate__"})
# Calls that only look at what they are given. What else is called with a module's list may fill it.
READING_FUNCTIONS = frozenset(
    {
        *("len", "print", "str", "repr", "sorted", "list", "dict", "tuple", "set", "frozenset"),
        *("sum", "min", "max", "any", "all", "enumerate", "zip", "isinstance", "iter"),
        *("copy", "deepcopy", "dumps", "cast"),
    }
)


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
    """

    node: cst.FunctionDef | cst.Lambda
    scope: Scope
    outer: Scope
    branch: Branch | None
    bound: dict[str, int] = field(default_factory=dict)
    first_yield: cst.CSTNode | None = None

    @property
    def name(self) -> str:
        """The name as Python has it."""
        return self.node.name.value if isinstance(self.node, cst.FunctionDef) else "<lambda>"


@dataclass(frozen=True, slots=True, eq=False)
class ToolCall:
    """``R.tool(...)(f)`` or, with ``is_bare``, ``R.tool(f)``.

    ``bound``: how often ``f`` and the first name of R were bound until then: they may be bound again further down.
    """

    call: cst.Call
    scope: Scope
    branch: Branch | None
    is_bare: bool
    bound: dict[str, int]


@dataclass(slots=True, eq=False)
class ModuleIndex:
    """What the traversal found.

    ``attributes``: what is assigned to ``self.x``, by the class around it, and to other dotted names, by their text.
    ``mutated``: names of whose value the file may change the inside, or give it to someone who may.
    ``resigned``: names of functions whose signature or annotations the file assigns.
    ``documented``: names of functions whose ``__doc__`` the file assigns.
    ``mentions``: how often each name stands in the file.
    """

    scope: Scope
    functions: dict[cst.CSTNode, FunctionInfo] = field(default_factory=dict)
    tool_calls: list[ToolCall] = field(default_factory=list)
    attributes: dict[tuple[Scope | None, str], list[Binding]] = field(default_factory=dict)
    mutated: set[str] = field(default_factory=set)
    resigned: set[str] = field(default_factory=set)
    documented: set[str] = field(default_factory=set)
    mentions: Counter[str] = field(default_factory=Counter)
    imports_mcp_server: bool = False

    def attributes_of(self, text: str, scope: Scope) -> list[Binding]:
        """What the file assigns to a dotted name, as seen from ``scope``; those of a class's bases in the file too."""
        owner = _owner_of_attribute(text, scope)
        found = list(self.attributes.get((owner, text), ()))
        for base in owner.bases_in_file() if owner is not None else ():
            found += self.attributes.get((base, text), ())
        return found


def _owner_of_attribute(text: str, scope: Scope) -> Scope | None:
    return scope.enclosing_class() if text.partition(".")[0] in {"self", "cls"} else None


@dataclass(frozen=True, slots=True, eq=False)
class _Visit:
    """A node still to be seen, and where it stands."""

    node: cst.CSTNode
    scope: Scope
    branch: Branch | None
    is_type_checking: bool

    def to(self, node: cst.CSTNode, **changes: object) -> _Visit:
        return _Visit(
            node,
            changes.get("scope", self.scope),  # type: ignore[arg-type]
            changes.get("branch", self.branch),  # type: ignore[arg-type]
            bool(changes.get("is_type_checking", self.is_type_checking)),
        )


def index_module(module: cst.Module) -> ModuleIndex:
    """Walk the module once. The stack is explicit: no nesting that Python accepts is too deep."""
    index = ModuleIndex(Scope(module))
    stack = [_Visit(node, index.scope, None, False) for node in reversed(module.body)]
    while stack:
        visit = stack.pop()
        handler = _HANDLERS.get(type(visit.node))
        following = handler(index, visit) if handler else None
        if following is None:
            following = [visit.to(child) for child in children(visit.node)]
        stack.extend(reversed(following))
    return index


_Following = list[_Visit] | None


def _bind(visit: _Visit, name: str, kind: Bound, node: cst.CSTNode | None, inner: Scope | None = None) -> None:
    binding = Binding(kind, visit.scope, node, is_type_checking=visit.is_type_checking, inner=inner)
    visit.scope.bindings.setdefault(name, []).append(binding)


def _function(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.FunctionDef)
    inner = _open_function(index, visit, node)
    index.functions[node].bound = _bound_until_now(visit.scope, (each.decorator for each in node.decorators))
    _bind(visit, node.name.value, Bound.FUNCTION, node, inner)
    index.mentions[node.name.value] += 1
    outside: list[cst.CSTNode] = [*node.decorators, node.params]
    if node.returns is not None:
        outside.append(node.returns)
    return [*(visit.to(part) for part in outside), visit.to(node.body, scope=inner)]


def _bound_until_now(scope: Scope, nodes: Iterable[cst.CSTNode]) -> dict[str, int]:
    """How often each chain's first name is bound so far in the scope that binds it: the walk is in source order."""
    texts = (dotted_text(node.func if isinstance(node, cst.Call) else node) for node in nodes)
    names = {text.partition(".")[0] for text in texts if text}
    return {name: len(scope.lookup(name)) for name in names}


def _lambda(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.Lambda)
    inner = _open_function(index, visit, node)
    return [visit.to(node.params), visit.to(node.body, scope=inner)]


def _open_function(index: ModuleIndex, visit: _Visit, node: cst.FunctionDef | cst.Lambda) -> Scope:
    inner = Scope(node, visit.scope)
    index.functions[node] = FunctionInfo(node, inner, visit.scope, visit.branch)
    for parameter in parameters_of(node.params):
        inner.bindings.setdefault(parameter.name.value, []).append(Binding(Bound.PARAMETER, inner, parameter))
    return inner


def parameters_of(params: cst.Parameters) -> tuple[cst.Param, ...]:
    """All parameters, ``*args`` and ``**kwargs`` among them."""
    stars = [p for p in (params.star_arg, params.star_kwarg) if isinstance(p, cst.Param)]
    return (*params.posonly_params, *params.params, *params.kwonly_params, *stars)


def _class(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.ClassDef)
    inner = Scope(node, visit.scope)
    _bind(visit, node.name.value, Bound.CLASS, node, inner)
    index.mentions[node.name.value] += 1
    outside = [*node.decorators, *node.bases, *node.keywords]
    return [*(visit.to(part) for part in outside), visit.to(node.body, scope=inner)]


def _import(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, (cst.Import, cst.ImportFrom))
    for name, binding in import_bindings(node, visit.scope, visit.is_type_checking):
        visit.scope.bindings.setdefault(name, []).append(binding)
        index.imports_mcp_server |= (binding.dotted or "").partition(".")[0] == "mcp_server"
    return []


def _assign(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.Assign)
    for target in node.targets:
        _bind_target(index, visit, target.target, node.value)
    _note_escape(index, node.value)
    return [visit.to(node.value), *(visit.to(t.target) for t in node.targets)]


def _annotated(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.AnnAssign)
    text = dotted_text(node.target)
    if visit.scope.is_class and text:
        # `registry: Registry` in a class says what `self.registry` is.
        _note_attribute(index, visit, f"self.{text}", Bound.PARAMETER, node)
    if node.value is not None:
        _bind_target(index, visit, node.target, node.value)
        _note_escape(index, node.value)
    return None


def _note_attribute(index: ModuleIndex, visit: _Visit, text: str, kind: Bound, node: cst.CSTNode | None) -> None:
    owner = _owner_of_attribute(text, visit.scope)
    index.attributes.setdefault((owner, text), []).append(Binding(kind, visit.scope, node))


def _note_escape(index: ModuleIndex, value: cst.CSTNode) -> None:
    if isinstance(value, cst.Name):
        index.mutated.add(value.value)


def _bind_target(index: ModuleIndex, visit: _Visit, target: cst.CSTNode, value: cst.CSTNode | None) -> None:
    kind = Bound.OTHER if value is None else Bound.VALUE
    if isinstance(target, cst.Name):
        _bind(visit, target.value, kind, value)
        if visit.scope.is_class:
            _note_attribute(index, visit, f"self.{target.value}", kind, value)
    elif isinstance(target, (cst.Tuple, cst.List)):
        for part, its_value in _unpacked(target, value):
            _bind_target(index, visit, part, its_value)
    elif isinstance(target, cst.Attribute):
        _bind_attribute(index, visit, target, value)
    elif isinstance(target, cst.Subscript):
        _note_change(index, target.value)


def _unpacked(
    target: cst.Tuple | cst.List, value: cst.CSTNode | None
) -> Iterator[tuple[cst.CSTNode, cst.CSTNode | None]]:
    parts = [element.value for element in target.elements]
    values: list[cst.CSTNode | None] = [None] * len(parts)
    is_plain = isinstance(value, (cst.Tuple, cst.List)) and len(value.elements) == len(parts)
    if is_plain and all(isinstance(e, cst.Element) for e in (*target.elements, *value.elements)):  # type: ignore[union-attr]
        values = [element.value for element in value.elements]  # type: ignore[union-attr]
    return zip(parts, values, strict=True)


def _bind_attribute(index: ModuleIndex, visit: _Visit, target: cst.Attribute, value: cst.CSTNode | None) -> None:
    text = dotted_text(target)
    if text is not None:
        _note_attribute(index, visit, text, Bound.OTHER if value is None else Bound.VALUE, value)
    _note_change(index, target)


def _note_change(index: ModuleIndex, changed: cst.CSTNode) -> None:
    """Something below a name changes: ``name[...] = x``, ``name.attribute = x``, ``name.update(...)``."""
    attribute = None
    while isinstance(changed, (cst.Attribute, cst.Subscript)):
        attribute = changed.attr.value if isinstance(changed, cst.Attribute) else attribute
        changed = changed.value
    if not isinstance(changed, cst.Name):
        return
    if attribute in SIGNATURE_ATTRIBUTES:
        index.resigned.add(changed.value)
    elif attribute == "__doc__":
        index.documented.add(changed.value)
    index.mutated.add(changed.value)


def _augmented(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.AugAssign)
    _bind_target(index, visit, node.target, None)
    _note_change(index, node.target)
    return None


def _delete(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.Del)
    targets = [e.value for e in node.target.elements] if isinstance(node.target, cst.Tuple) else [node.target]
    for target in targets:
        _bind_target(index, visit, target, None)
    return None


def _target_only(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, (cst.For, cst.NamedExpr))
    if isinstance(node, cst.NamedExpr):
        _bind_target(index, visit, node.target, node.value)
        return None
    if isinstance(node.target, cst.Name):
        _bind(visit, node.target.value, Bound.OTHER, node)
    else:
        _bind_target(index, visit, node.target, None)
    rest = [visit.to(node.orelse)] if node.orelse is not None else []
    body = visit.to(node.body, branch=Branch(node, 0, visit.branch))
    return [visit.to(node.target), visit.to(node.iter), body, *rest]


def _as_name(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.AsName)
    _bind_target(index, visit, node.name, None)
    return None


def _pattern(_: ModuleIndex, visit: _Visit) -> _Following:
    name = visit.node.rest if isinstance(visit.node, cst.MatchMapping) else visit.node.name  # type: ignore[attr-defined]
    if name is not None:
        _bind(visit, name.value, Bound.OTHER, None)
    return None


def _type_alias(_: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.TypeAlias)
    # A `type` statement makes an object of its own, never equal to what it names.
    _bind(visit, node.name.value, Bound.OTHER, node)
    return None


def _outer_names(_: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, (cst.Global, cst.Nonlocal))
    word = "global" if isinstance(node, cst.Global) else "nonlocal"
    for item in node.names:
        name = item.name.value
        visit.scope.outer_names[name] = word
        outer = [scope for scope in visit.scope.enclosing() if scope is not visit.scope and name in scope.bindings]
        owner = visit.scope.module() if word == "global" else next(iter(outer), None)
        if owner is not None:
            # Bound from two places at least: what it holds is not followed.
            _bind(_Visit(node, owner, None, False), name, Bound.OTHER, None)
    return []


def _if(_: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.If)
    in_body, in_else = _type_checking_arms(node.test, visit.is_type_checking)
    following = [
        visit.to(node.test),
        visit.to(node.body, branch=Branch(node, 0, visit.branch), is_type_checking=in_body),
    ]
    if node.orelse is not None:
        arm = Branch(node, 1, visit.branch)
        following.append(visit.to(node.orelse, branch=arm, is_type_checking=in_else))
    return following


def _type_checking_arms(test: cst.BaseExpression, already: bool) -> tuple[bool, bool]:
    is_negated = isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not)
    text = dotted_text(test.expression if is_negated else test) or ""  # type: ignore[attr-defined]
    if text.rpartition(".")[2] != "TYPE_CHECKING":
        return already, already
    return (already, True) if is_negated else (True, already)


def _arms(_: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    if isinstance(node, cst.Match):
        cases = [visit.to(case, branch=Branch(node, arm, visit.branch)) for arm, case in enumerate(node.cases)]
        return [visit.to(node.subject), *cases]
    assert isinstance(node, (cst.Try, cst.TryStar))
    arms: list[cst.CSTNode] = [node.body, *node.handlers]
    rest = [part for part in (node.orelse, node.finalbody) if part is not None]
    return [
        *(visit.to(part, branch=Branch(node, arm, visit.branch)) for arm, part in enumerate(arms)),
        *(visit.to(part) for part in rest),
    ]


def _yield(index: ModuleIndex, visit: _Visit) -> _Following:
    info = index.functions.get(visit.scope.node)
    if info is not None and info.first_yield is None:
        info.first_yield = visit.node
    return None


def _call(index: ModuleIndex, visit: _Visit) -> _Following:
    call = visit.node
    assert isinstance(call, cst.Call)
    inner = call.func.func if isinstance(call.func, cst.Call) else call.func
    if isinstance(inner, cst.Attribute) and inner.attr.value == "tool" and call.args:
        bound = _bound_until_now(visit.scope, (call.args[0].value, inner))
        index.tool_calls.append(ToolCall(call, visit.scope, visit.branch, inner is call.func, bound))
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in MUTATING_METHODS:
        _note_change(index, call.func.value)
    name = dotted_text(call.func) or ""
    if name == "setattr" and len(call.args) > 1:
        _set_attribute(index, call)
    last = name.rpartition(".")[2]
    if last not in READING_FUNCTIONS and not last[:1].isupper():
        for arg in call.args:
            _note_escape(index, arg.value)
    return None


def _set_attribute(index: ModuleIndex, call: cst.Call) -> None:
    if string_value(call.args[1].value) in SIGNATURE_ATTRIBUTES and isinstance(call.args[0].value, cst.Name):
        index.resigned.add(call.args[0].value.value)


def _name(index: ModuleIndex, visit: _Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.Name)
    index.mentions[node.value] += 1
    return []


def _leaf(_: ModuleIndex, __: _Visit) -> _Following:
    return []


_HANDLERS: dict[type, Callable[[ModuleIndex, _Visit], _Following]] = {
    cst.FunctionDef: _function,
    cst.Lambda: _lambda,
    cst.ClassDef: _class,
    cst.Import: _import,
    cst.ImportFrom: _import,
    cst.Assign: _assign,
    cst.AnnAssign: _annotated,
    cst.AugAssign: _augmented,
    cst.Del: _delete,
    cst.For: _target_only,
    cst.NamedExpr: _target_only,
    cst.AsName: _as_name,
    cst.MatchAs: _pattern,
    cst.MatchStar: _pattern,
    cst.MatchMapping: _pattern,
    cst.TypeAlias: _type_alias,
    cst.Global: _outer_names,
    cst.Nonlocal: _outer_names,
    cst.If: _if,
    cst.Try: _arms,
    cst.TryStar: _arms,
    cst.Match: _arms,
    cst.Yield: _yield,
    cst.Call: _call,
    cst.Name: _name,
    cst.SimpleString: _leaf,
    cst.Integer: _leaf,
    cst.Float: _leaf,
}
