"""ONE traversal of the module: every scope, function, registration and mutation, noted for the later steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.names import IMPORTS, Binding, Bound, Scope, import_bindings
from mcp_lint.reads import READERS, is_reading, note_reads
from mcp_lint.syntax import children, dotted_text, parameters_of, string_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mcp_lint.index import SourceFile
from mcp_lint.index import FunctionInfo, ModuleIndex, ToolCall
from mcp_lint.targets import SIGNATURE_ATTRIBUTES, Where, bind, bind_target, note_attribute, note_change, note_escape

MUTATING_METHODS = frozenset(
    {
        *("append", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "popitem", "sort"),
        *("reverse", "add", "discard", "__setitem__"),
    }
)


def index_module(module: cst.Module, file: SourceFile | None = None) -> ModuleIndex:
    """Walk the module once. The stack is explicit: no nesting that Python accepts is too deep."""
    index = ModuleIndex(Scope(module), file)
    index.scope.index = index if file is not None else None
    top = Where(index.scope)
    stack: list[_Visit] = [(node, top) for node in reversed(module.body)]
    while stack:
        node, where = stack.pop()
        kind = type(node)
        if kind is cst.Name:  # more than a quarter of all nodes: nothing else is worth a short cut
            index.mentions[node.value] += 1  # type: ignore[attr-defined]  # the type has just been asked for
            continue
        reader = READERS.get(kind)
        if reader is not None:
            note_reads(index, reader(node, where.scope))
        handler = _HANDLERS.get(kind)
        following = handler(index, node, where) if handler else None
        if following is None:
            following = [(child, where) for child in children(node)]
        following.reverse()
        stack += following
    return index


_Visit = tuple[cst.CSTNode, Where]
_Following = list[_Visit] | None


def _function(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.FunctionDef)
    inner = _open_function(index, where, node)
    index.functions[node].bound = _bound_until_now(where.scope, (each.decorator for each in node.decorators))
    bind(where, node.name.value, Bound.FUNCTION, node, inner)
    index.mentions[node.name.value] += 1
    outside: list[cst.CSTNode] = [*node.decorators, node.params]
    if node.returns is not None:
        outside.append(node.returns)
    return [*((part, where) for part in outside), (node.body, where.within(inner))]


def _bound_until_now(scope: Scope, nodes: Iterable[cst.CSTNode]) -> dict[str, int]:
    """How often each chain's first name is bound so far in the scope that binds it: the walk is in source order."""
    texts = (dotted_text(node.func if isinstance(node, cst.Call) else node) for node in nodes)
    names = {text.partition(".")[0] for text in texts if text}
    return {name: len(scope.lookup(name)) for name in names}


def _lambda(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.Lambda)
    inner = _open_function(index, where, node)
    return [(node.params, where), (node.body, where.within(inner))]


def _open_function(index: ModuleIndex, where: Where, node: cst.FunctionDef | cst.Lambda) -> Scope:
    inner = Scope(node, where.scope)
    names_before = len(index.scope.bindings)
    index.functions[node] = FunctionInfo(node, inner, where.scope, where.branch, names_before)
    for parameter in parameters_of(node.params):
        inner.bindings.setdefault(parameter.name.value, []).append(Binding(Bound.PARAMETER, inner, parameter))
    return inner


def _class(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.ClassDef)
    inner = Scope(node, where.scope)
    bind(where, node.name.value, Bound.CLASS, node, inner)
    index.mentions[node.name.value] += 1
    outside = [*node.decorators, *node.bases, *node.keywords]
    return [*((part, where) for part in outside), (node.body, where.within(inner))]


def _import(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, IMPORTS)
    for name, binding in import_bindings(node, where.scope, where.is_type_checking):
        where.scope.bindings.setdefault(name, []).append(binding)
        index.imports_mcp_server |= (binding.dotted or "").partition(".")[0] == "mcp_server"
    return []


def _assign(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.Assign)
    for target in node.targets:
        bind_target(index, where, target.target, node.value)
    note_escape(index, node.value)
    if len(node.targets) > 1:  # each name is another one for the same thing
        for target in node.targets:
            note_escape(index, target.target)
    return [(node.value, where), *((t.target, where) for t in node.targets)]


def _annotated(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.AnnAssign)
    text = dotted_text(node.target)
    if where.scope.is_class and text:
        # `registry: Registry` in a class says what `self.registry` is.
        note_attribute(index, where, f"self.{text}", Bound.PARAMETER, node)
    if node.value is not None:
        bind_target(index, where, node.target, node.value)
        note_escape(index, node.value)
    return None


def _augmented(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.AugAssign)
    bind_target(index, where, node.target, None)
    note_change(index, node.target)
    return None


def _delete(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.Del)
    targets = [e.value for e in node.target.elements] if isinstance(node.target, cst.Tuple) else [node.target]
    for target in targets:
        bind_target(index, where, target, None)
    return None


def _target_only(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, (cst.For, cst.NamedExpr))
    if isinstance(node, cst.NamedExpr):
        bind_target(index, where, node.target, node.value)
        return None
    is_plain = isinstance(node.target, (cst.Tuple, cst.List))
    parts = [part.value for part in node.target.elements] if is_plain else [node.target]  # type: ignore[attr-defined]
    for part in parts:
        if isinstance(part, cst.Name):
            bind(where, part.value, Bound.OTHER, node)
        else:
            bind_target(index, where, part, None)
    rest = [(node.orelse, where)] if node.orelse is not None else []
    body = (node.body, where.in_arm(node, 0))
    return [(node.target, where), (node.iter, where), body, *rest]


def _as_name(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.AsName)
    bind_target(index, where, node.name, None)
    return None


def _pattern(_: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    name = node.rest if isinstance(node, cst.MatchMapping) else node.name  # type: ignore[attr-defined]
    if name is not None:
        bind(where, name.value, Bound.OTHER, None)
    return None


def _type_alias(_: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.TypeAlias)
    # A `type` statement makes an object of its own, never equal to what it names.
    bind(where, node.name.value, Bound.OTHER, node)
    return None


def _outer_names(_: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, (cst.Global, cst.Nonlocal))
    word = "global" if isinstance(node, cst.Global) else "nonlocal"
    for item in node.names:
        name = item.name.value
        where.scope.outer_names[name] = word
        outer = [scope for scope in where.scope.enclosing() if scope is not where.scope and name in scope.bindings]
        owner = where.scope.module() if word == "global" else next(iter(outer), None)
        if owner is not None:
            # Bound from two places at least: what it holds is not followed.
            bind(Where(owner), name, Bound.OTHER, None)
    return []


def _if(_: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, cst.If)
    in_body, in_else = _type_checking_arms(node.test, where.is_type_checking)
    following = [
        (node.test, where),
        (node.body, where.in_arm(node, 0, is_type_checking=in_body)),
    ]
    if node.orelse is not None:
        following.append((node.orelse, where.in_arm(node, 1, is_type_checking=in_else)))
    return following


def _type_checking_arms(test: cst.BaseExpression, already: bool) -> tuple[bool, bool]:
    is_negated = isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not)
    text = dotted_text(test.expression if is_negated else test) or ""  # type: ignore[attr-defined]
    if text.rpartition(".")[2] != "TYPE_CHECKING":
        return already, already
    return (already, True) if is_negated else (True, already)


def _arms(_: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    if isinstance(node, cst.Match):
        cases = [(case, where.in_arm(node, arm)) for arm, case in enumerate(node.cases)]
        return [(node.subject, where), *cases]
    assert isinstance(node, (cst.Try, cst.TryStar))
    arms: list[cst.CSTNode] = [node.body, *node.handlers]
    rest = [part for part in (node.orelse, node.finalbody) if part is not None]
    return [
        *((part, where.in_arm(node, arm)) for arm, part in enumerate(arms)),
        *((part, where) for part in rest),
    ]


def _yield(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    info = index.functions.get(where.scope.node)
    if info is not None and info.first_yield is None:
        info.first_yield = node
    return None


def _call(index: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    call = node
    assert isinstance(call, cst.Call)
    inner = call.func.func if type(call.func) is cst.Call else call.func
    if call.args and _is_registering(index, inner):
        bound = _bound_until_now(where.scope, (call.args[0].value, inner))
        names_before = len(index.scope.bindings)
        index.tool_calls.append(ToolCall(call, where.scope, where.branch, bound, names_before, where.comprehensions))
    if type(call.func) is cst.Attribute and call.func.attr.value in MUTATING_METHODS:
        note_change(index, call.func.value)
    name = dotted_text(call.func) or ""
    if name == "setattr" and len(call.args) > 1:
        _set_attribute(index, call)
    if not is_reading(name):
        for arg in call.args:
            note_escape(index, arg.value)
    return None


def _is_registering(index: ModuleIndex, func: cst.CSTNode) -> bool:
    """Whether it looks like ``R.tool``, or is a name that has been assigned such a thing, or what it gives."""
    if type(func) is cst.Attribute:
        return func.attr.value == "tool"
    return type(func) is cst.Name and func.value in index.registering


def _set_attribute(index: ModuleIndex, call: cst.Call) -> None:
    index.replaced.add(string_value(call.args[1].value) or "")
    if string_value(call.args[1].value) in SIGNATURE_ATTRIBUTES and isinstance(call.args[0].value, cst.Name):
        index.resigned.add(call.args[0].value.value)


def _comprehension(_: ModuleIndex, node: cst.CSTNode, where: Where) -> _Following:
    assert isinstance(node, _AT_ONCE)
    inside = where.in_comprehension(node.for_in)
    return [(child, inside) for child in children(node)]


def _leaf(_: ModuleIndex, __: cst.CSTNode, ___: Where) -> _Following:
    return []


# A generator expression may never be gone through.
_AT_ONCE = (cst.ListComp, cst.SetComp, cst.DictComp)
_HANDLERS: dict[type, Callable[[ModuleIndex, cst.CSTNode, Where], _Following]] = {
    cst.FunctionDef: _function,
    cst.Lambda: _lambda,
    cst.ClassDef: _class,
    **dict.fromkeys(IMPORTS, _import),
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
    **dict.fromkeys(_AT_ONCE, _comprehension),
    cst.SimpleString: _leaf,
    cst.Integer: _leaf,
    cst.Float: _leaf,
}
