"""ONE traversal of the module: every scope, function, registration and mutation, noted for the later steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.names import Binding, Bound, Scope, import_bindings
from mcp_lint.reads import is_reading, note_reads
from mcp_lint.syntax import children, dotted_text, parameters_of, string_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
from mcp_lint.index import Branch, FunctionInfo, ModuleIndex, ToolCall
from mcp_lint.targets import SIGNATURE_ATTRIBUTES, Visit, bind, bind_target, note_attribute, note_change, note_escape

MUTATING_METHODS = frozenset(
    {
        *("append", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "popitem", "sort"),
        *("reverse", "add", "discard", "__setitem__"),
    }
)


def index_module(module: cst.Module) -> ModuleIndex:
    """Walk the module once. The stack is explicit: no nesting that Python accepts is too deep."""
    index = ModuleIndex(Scope(module))
    stack = [Visit(node, index.scope, None, False) for node in reversed(module.body)]
    while stack:
        visit = stack.pop()
        note_reads(index, visit.node, visit.scope)
        handler = _HANDLERS.get(type(visit.node))
        following = handler(index, visit) if handler else None
        if following is None:
            following = [visit.to(child) for child in children(visit.node)]
        stack.extend(reversed(following))
    return index


_Following = list[Visit] | None


def _function(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.FunctionDef)
    inner = _open_function(index, visit, node)
    index.functions[node].bound = _bound_until_now(visit.scope, (each.decorator for each in node.decorators))
    bind(visit, node.name.value, Bound.FUNCTION, node, inner)
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


def _lambda(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.Lambda)
    inner = _open_function(index, visit, node)
    return [visit.to(node.params), visit.to(node.body, scope=inner)]


def _open_function(index: ModuleIndex, visit: Visit, node: cst.FunctionDef | cst.Lambda) -> Scope:
    inner = Scope(node, visit.scope)
    index.functions[node] = FunctionInfo(node, inner, visit.scope, visit.branch)
    for parameter in parameters_of(node.params):
        inner.bindings.setdefault(parameter.name.value, []).append(Binding(Bound.PARAMETER, inner, parameter))
    return inner


def _class(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.ClassDef)
    inner = Scope(node, visit.scope)
    bind(visit, node.name.value, Bound.CLASS, node, inner)
    index.mentions[node.name.value] += 1
    outside = [*node.decorators, *node.bases, *node.keywords]
    return [*(visit.to(part) for part in outside), visit.to(node.body, scope=inner)]


def _import(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, (cst.Import, cst.ImportFrom))
    for name, binding in import_bindings(node, visit.scope, visit.is_type_checking):
        visit.scope.bindings.setdefault(name, []).append(binding)
        index.imports_mcp_server |= (binding.dotted or "").partition(".")[0] == "mcp_server"
    return []


def _assign(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.Assign)
    for target in node.targets:
        bind_target(index, visit, target.target, node.value)
    note_escape(index, node.value)
    if len(node.targets) > 1:  # each name is another one for the same thing
        for target in node.targets:
            note_escape(index, target.target)
    return [visit.to(node.value), *(visit.to(t.target) for t in node.targets)]


def _annotated(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.AnnAssign)
    text = dotted_text(node.target)
    if visit.scope.is_class and text:
        # `registry: Registry` in a class says what `self.registry` is.
        note_attribute(index, visit, f"self.{text}", Bound.PARAMETER, node)
    if node.value is not None:
        bind_target(index, visit, node.target, node.value)
        note_escape(index, node.value)
    return None


def _augmented(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.AugAssign)
    bind_target(index, visit, node.target, None)
    note_change(index, node.target)
    return None


def _delete(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.Del)
    targets = [e.value for e in node.target.elements] if isinstance(node.target, cst.Tuple) else [node.target]
    for target in targets:
        bind_target(index, visit, target, None)
    return None


def _target_only(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, (cst.For, cst.NamedExpr))
    if isinstance(node, cst.NamedExpr):
        bind_target(index, visit, node.target, node.value)
        return None
    is_plain = isinstance(node.target, (cst.Tuple, cst.List))
    parts = [part.value for part in node.target.elements] if is_plain else [node.target]  # type: ignore[attr-defined]
    for part in parts:
        if isinstance(part, cst.Name):
            bind(visit, part.value, Bound.OTHER, node)
        else:
            bind_target(index, visit, part, None)
    rest = [visit.to(node.orelse)] if node.orelse is not None else []
    body = visit.to(node.body, branch=Branch(node, 0, visit.branch))
    return [visit.to(node.target), visit.to(node.iter), body, *rest]


def _as_name(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.AsName)
    bind_target(index, visit, node.name, None)
    return None


def _pattern(_: ModuleIndex, visit: Visit) -> _Following:
    name = visit.node.rest if isinstance(visit.node, cst.MatchMapping) else visit.node.name  # type: ignore[attr-defined]
    if name is not None:
        bind(visit, name.value, Bound.OTHER, None)
    return None


def _type_alias(_: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.TypeAlias)
    # A `type` statement makes an object of its own, never equal to what it names.
    bind(visit, node.name.value, Bound.OTHER, node)
    return None


def _outer_names(_: ModuleIndex, visit: Visit) -> _Following:
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
            bind(Visit(node, owner, None, False), name, Bound.OTHER, None)
    return []


def _if(_: ModuleIndex, visit: Visit) -> _Following:
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


def _arms(_: ModuleIndex, visit: Visit) -> _Following:
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


def _yield(index: ModuleIndex, visit: Visit) -> _Following:
    info = index.functions.get(visit.scope.node)
    if info is not None and info.first_yield is None:
        info.first_yield = visit.node
    return None


def _call(index: ModuleIndex, visit: Visit) -> _Following:
    call = visit.node
    assert isinstance(call, cst.Call)
    inner = call.func.func if isinstance(call.func, cst.Call) else call.func
    if isinstance(inner, cst.Attribute) and inner.attr.value == "tool" and call.args:
        bound = _bound_until_now(visit.scope, (call.args[0].value, inner))
        index.tool_calls.append(ToolCall(call, visit.scope, visit.branch, inner is call.func, bound))
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in MUTATING_METHODS:
        note_change(index, call.func.value)
    name = dotted_text(call.func) or ""
    if name == "setattr" and len(call.args) > 1:
        _set_attribute(index, call)
    if not is_reading(name):
        for arg in call.args:
            note_escape(index, arg.value)
    return None


def _set_attribute(index: ModuleIndex, call: cst.Call) -> None:
    index.replaced.add(string_value(call.args[1].value) or "")
    if string_value(call.args[1].value) in SIGNATURE_ATTRIBUTES and isinstance(call.args[0].value, cst.Name):
        index.resigned.add(call.args[0].value.value)


def _name(index: ModuleIndex, visit: Visit) -> _Following:
    node = visit.node
    assert isinstance(node, cst.Name)
    index.mentions[node.value] += 1
    return []


def _leaf(_: ModuleIndex, __: Visit) -> _Following:
    return []


_HANDLERS: dict[type, Callable[[ModuleIndex, Visit], _Following]] = {
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
