"""Calls of the file's own functions: followed into their bodies, with their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.decorators import Effect, descriptor_of, effect_of
from mcp_lint.names import External, Local, Scope, resolve
from mcp_lint.results import Literal, Opaque
from mcp_lint.stubs import is_stub
from mcp_lint.values import arguments, expressions, statements
from mcp_lint.values.domain import Arguments, Coroutine, Frame, Function, Values, join, placed
from mcp_lint.values.escape import havoc
from mcp_lint.values.run import MAX_DEPTH, Activation, Ending, Journal, Run

if TYPE_CHECKING:
    from mcp_lint.index import FunctionInfo, ModuleIndex

_NEVER = frozenset({"NoReturn", "Never"})


def follow(run: Run, node: cst.Call, function: Function, given: Arguments, *, is_method: bool = False) -> Values:
    """What a function of the file gives when it is called so."""
    info = function.home.functions[function.node]
    if info.first_yield is not None:
        havoc(run, [*given.all(), (function,)], f"`{info.name}` reaches it")
        return (Opaque(run.place(node), "a generator"),)
    if not _is_followed(run, info) or _changes_blocks(run, function.home):
        havoc(run, [*given.all(), (function,)], f"`{info.name}` reaches it")
        return _not_followed(run, node, info)
    if is_method:
        given = Arguments([run.unknown(node, "`self`"), *given.positional], given.keywords, given.is_open)
    values = _execute(run, node, function, info, given)
    if isinstance(function.node, cst.FunctionDef) and function.node.asynchronous is not None:
        return (Coroutine(run.place(node), values),)
    return values


def _not_followed(run: Run, node: cst.Call, info: FunctionInfo) -> Values:
    if _never_returns(info):
        run.state.is_dead = True
    return run.unknown(node, f"`{info.name}`")


def _is_followed(run: Run, info: FunctionInfo) -> bool:
    if run.calls_left <= 0 or run.frame.depth() >= MAX_DEPTH or _is_active(run, info.node):
        return False
    if not isinstance(info.node, cst.FunctionDef):
        return True
    effects = [effect_of(each.decorator, info.outer) for each in info.node.decorators]
    return all(effect is Effect.NONE for effect in effects) and not is_stub(info.node, info.outer)


def _changes_blocks(run: Run, home: ModuleIndex) -> bool:
    """Whether another module may set the text of a block that it is given: blocks are taken not to change."""
    return home is not run.index and "text" in home.replaced


def _is_active(run: Run, node: cst.CSTNode) -> bool:
    frame: Frame | None = run.frame
    while frame is not None:
        if frame.function is node:
            return True
        frame = frame.caller
    return False


def is_classmethod(run: Run, node: cst.FunctionDef) -> bool:
    """Whether a method gets its class as the first argument."""
    outer = run.index.functions[node].outer
    return any(descriptor_of(each.decorator, outer) == "classmethod" for each in node.decorators)


def is_static(node: cst.FunctionDef, scope: Scope) -> bool:
    """Whether a method gets neither an object nor a class."""
    found = [t for decorator in node.decorators for t in resolve(decorator.decorator, scope)]
    return any(isinstance(target, External) and target.dotted == "builtins.staticmethod" for target in found)


def _never_returns(info: FunctionInfo) -> bool:
    returns = info.node.returns if isinstance(info.node, cst.FunctionDef) else None
    if returns is None:
        return False
    targets = resolve(returns.annotation, info.outer)
    return any(isinstance(target, External) and target.last in _NEVER for target in targets)


def _execute(run: Run, node: cst.Call, function: Function, info: FunctionInfo, given: Arguments) -> Values:
    run.calls_left -= 1
    caller, base, depth = run.frame, run.state, len(run.blocks)
    frame = run.frame_for((node, function.node), info.scope, function.frame)
    run.state = base.fork()
    run.state.is_doubtful = False
    activation = Activation(frame, base)
    run.frame = frame
    run.blocks.append(activation)
    journal: Journal = {}
    run.journals.append(journal)
    try:
        call = run.place(node)
        with run.inside(function.home):
            arguments.bind_parameters(run, function, call, given)
            run_body(run, activation, info)
        is_endless = not activation.returns
        # Nothing but an end that perhaps nobody reaches: what comes after the call may be reached, or not.
        if is_endless and not run.state.is_dead:
            activation.returns.append(Ending(run.unknown(node, f"`{info.name}`"), run.state.since(base)))
    finally:
        del run.blocks[depth:]
        run.journals.pop()
        run.frame, run.state = caller, base
    facts, is_doubtful = base.facts, base.is_doubtful or is_endless
    base.meet([ending.end for ending in activation.returns])
    base.is_doubtful = is_doubtful
    # What the function has found out is its own affair; what it has changed is not.
    base.facts = tuple(fact for fact in facts if not any(map(fact.depends_on, journal)))
    if _never_returns(info):
        base.is_dead = True
    return join(ending.values for ending in activation.returns) or run.unknown(node, f"`{info.name}` never returns")


def run_body(run: Run, activation: Activation, info: FunctionInfo) -> None:
    """Execute a function's body in the current frame; its returns are collected in ``activation``."""
    start = activation.base
    if isinstance(info.node, cst.Lambda):
        values = placed(expressions.evaluate(run, info.node.body), run.place(info.node.body))
        activation.returns.append(Ending(values, run.state.since(start)))
        return
    statements.execute(run, info.node.body)
    # An end that perhaps nobody reaches is taken not to be reached: most helpers with a `with` return in it.
    if not run.state.is_dead and not run.state.is_doubtful:
        none = (Literal(run.place(info.node.name), None),)
        activation.returns.append(Ending(none, run.state.since(start)))


def method_of_self(run: Run, func: cst.Attribute) -> Function | None:
    """The method that ``self.name`` stands for, if the file says so and no class of the file overrides it."""
    if not isinstance(func.value, cst.Name) or func.value.value not in {"self", "cls"}:
        return None
    owner = run.frame.scope.enclosing_class()
    name = func.attr.value
    if owner is None or name in run.index.replaced:
        return None
    found = _method_in(owner, name)
    overriding = [scope for scope in _classes(run) if name in scope.bindings and scope is not (found and found[1])]
    if found is None or overriding or is_static(found[0], found[1]):
        return None
    return Function(run.place(func), found[0], None, run.index)


def _method_in(owner: Scope, name: str, steps: int = MAX_DEPTH) -> tuple[cst.FunctionDef, Scope] | None:
    bindings = owner.bindings.get(name, [])
    if len(bindings) == 1 and isinstance(bindings[0].node, cst.FunctionDef):
        return bindings[0].node, owner
    assert isinstance(owner.node, cst.ClassDef)
    if bindings or steps == 0:
        return None
    for base in owner.node.bases:
        targets = resolve(base.value, owner)
        inner = targets[0].binding.inner if len(targets) == 1 and isinstance(targets[0], Local) else None
        if inner is None or not inner.is_class:
            return None
        found = _method_in(inner, name, steps - 1)
        if found is not None:
            return found
    return None


def _classes(run: Run) -> list[Scope]:
    """The classes at the top of the file."""
    bindings = [binding for found in run.index.scope.bindings.values() for binding in found]
    return [binding.inner for binding in bindings if binding.inner is not None and binding.inner.is_class]
