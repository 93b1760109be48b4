"""Statements, one by one; those with a body are in :mod:`mcp_lint.values.branches` and :mod:`mcp_lint.values.loops`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.decorators import Effect, effect_of
from mcp_lint.names import IMPORTS
from mcp_lint.results import Literal, Opaque, Unknown
from mcp_lint.syntax import small_statements
from mcp_lint.values import attributes, branches, containers, expressions, loops
from mcp_lint.values.conditions import split
from mcp_lint.values.domain import Function, Ref, Shape, Values, join, placed
from mcp_lint.values.escape import havoc, havoc_names
from mcp_lint.values.run import Activation, Ending, Final, Loop, Run
from mcp_lint.values.snapshot import record_return

if TYPE_CHECKING:
    from collections.abc import Callable

# Deeper nesting of blocks than this is not followed.
MAX_BLOCKS = 60
# Methods that surely come back, by their names: those of loggers, lists, dicts and sets that are called as statements.
_COMING_BACK = frozenset(
    {
        *("debug", "info", "warning", "error", "exception"),
        *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"),
        *("add", "discard", "update", "setdefault", "popitem"),
    }
)


def execute(run: Run, suite: cst.BaseSuite) -> None:
    """Execute the statements of a suite, until one of them leaves it."""
    if len(run.blocks) > MAX_BLOCKS or run.nesting > MAX_BLOCKS:
        give_up(run, suite)
        return
    run.nesting += 1
    try:
        for statement in small_statements(suite):
            if run.state.is_dead:
                return
            run.is_after_call = False
            handler = _HANDLERS.get(type(statement))
            if handler is not None:
                handler(run, statement)
    finally:
        run.nesting -= 1


def give_up(run: Run, node: cst.CSTNode) -> None:
    """Statements that are not followed: they may bind and change every name in them, and may end here."""
    havoc_names(run, node, "it is changed in statements nested too deep")
    for name in branches.names_bound_in(node):
        run.bind(name, run.unknown(node, f"`{name}`, bound in statements nested too deep"))
    run.state.is_doubtful = True


def _expression(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.Expr)
    values = expressions.evaluate(run, node.value)
    called = node.value.expression if isinstance(node.value, cst.Await) else node.value
    # A function that is not followed may be one that never returns.
    run.is_after_call = isinstance(called, cst.Call) and any(isinstance(atom, Unknown) for atom in values)
    if run.is_after_call and isinstance(called, cst.Call):
        run.is_after_call = not _comes_back(called)


def _comes_back(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in _COMING_BACK


def _assign(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.Assign)
    targets = [target.target for target in node.targets]
    values = _assigned(run, targets[0], node.value)
    for target in targets:
        assign(run, target, values)
    if len(targets) > 1:
        run.aliased.update(atom.object for atom in values if isinstance(atom, Ref))


def _assigned(run: Run, target: cst.CSTNode, value: cst.CSTNode) -> Values:
    """What is put into a part of something is reported where it stands; what gets a name, where it was made."""
    if attributes.is_structured(run, target):
        return expressions.structured_content(run, value)
    if isinstance(target, (cst.Attribute, cst.Subscript)):
        return expressions.evaluate_at(run, value)
    return expressions.evaluate(run, value)


def _annotated(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.AnnAssign)
    if node.value is not None:
        assign(run, node.target, _assigned(run, node.target, node.value))


def assign(run: Run, target: cst.CSTNode, values: Values) -> None:
    """``target = values``."""
    if isinstance(target, cst.Name):
        if run.frame.scope.outer_names.get(target.value) == "global":
            havoc(run, [values], "it has a global name")
        run.bind(target.value, values)
    elif isinstance(target, (cst.Tuple, cst.List)):
        _unpack(run, target, values)
    elif isinstance(target, cst.Attribute):
        attributes.write(run, target, values)
    elif isinstance(target, cst.Subscript):
        _set_item(run, target, values)
    elif isinstance(target, cst.StarredElement):
        assign(run, target.value, run.unknown(target, "the rest of an unpacking"))


def _unpack(run: Run, target: cst.Tuple | cst.List, values: Values) -> None:
    parts = [element if isinstance(element, cst.StarredElement) else element.value for element in target.elements]
    insides = [containers.iterated(run, (atom,)) for atom in values]
    is_known = all(inside.is_exact and len(inside.items) == len(parts) for inside in insides)
    if not is_known or any(isinstance(part, cst.StarredElement) for part in parts):
        reason = next((atom.reason for atom in values if isinstance(atom, Unknown)), "it is unpacked")
        havoc(run, [values], reason)
        for part in parts:
            assign(run, part, run.unknown(target, reason))
        return
    for index, part in enumerate(parts):
        assign(run, part, join(inside.items[index] for inside in insides))


def _set_item(run: Run, target: cst.Subscript, values: Values) -> None:
    owners = expressions.evaluate_unaliased(run, target.value)
    key = _key(run, target)
    where = run.place(target.slice[0].slice.value if isinstance(target.slice[0].slice, cst.Index) else target)
    is_weak = attributes.is_one_of_several(run, owners)
    if isinstance(target.value, cst.Name):
        run.state.forget(target.value.value)
    for atom in owners:
        if isinstance(atom, Ref) and atom.object.shape is Shape.DICT:
            containers.store(run, atom.object, key, values, where, is_weak=is_weak)
        elif isinstance(atom, Ref) and atom.object.shape is Shape.LIST:
            containers.forget_items(run, atom.object)
        else:
            havoc(run, [values], "it is kept in something that is not followed")


def _key(run: Run, node: cst.Subscript) -> Values:
    only = node.slice[0].slice
    if len(node.slice) == 1 and isinstance(only, cst.Index):
        return expressions.evaluate(run, only.value)
    return run.unknown(node, "a slice")


def _augmented(run: Run, node: cst.CSTNode) -> None:
    """``x |= more``, ``x += more``: a dict or list changes in place, under all its names."""
    assert isinstance(node, cst.AugAssign)
    more = expressions.evaluate_unaliased(run, node.value)
    owners = expressions.evaluate_unaliased(run, node.target) if not isinstance(node.target, cst.Tuple) else ()
    is_weak = attributes.is_one_of_several(run, owners)
    kept: list[Values] = []
    for atom in owners:
        if isinstance(atom, Ref) and isinstance(node.operator, (cst.BitOrAssign, cst.AddAssign)):
            if atom.object.shape is Shape.DICT:
                containers.update(run, atom.object, more, run.place(node.value), is_weak=is_weak)
            elif atom.object.shape is Shape.LIST:
                containers.extend(run, atom.object, containers.iterated(run, more), is_weak=is_weak)
            kept.append((atom,))
        elif isinstance(atom, (Literal, Opaque)) and _is_text(atom):
            kept.append((Opaque(run.place(node), "a string"),))
        else:
            run.aliased.update(each.object for each in more if isinstance(each, Ref))  # who knows what keeps it
            kept.append(run.unknown(node, atom.reason if isinstance(atom, Unknown) else "an operator"))
    if isinstance(node.target, cst.Name):
        run.bind(node.target.value, join(kept))
    elif any(not isinstance(atom, Ref) for atom in owners):
        assign(run, node.target, join(kept))


def _is_text(atom: Literal | Opaque) -> bool:
    return isinstance(atom.value, str) if isinstance(atom, Literal) else atom.kind == "a string"


def _delete(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.Del)
    targets = [e.value for e in node.target.elements] if isinstance(node.target, cst.Tuple) else [node.target]
    for target in targets:
        if isinstance(target, cst.Name):
            run.bind(target.value, ())
        elif isinstance(target, cst.Subscript):
            _delete_item(run, target)
        else:
            havoc_names(run, target, "a part of it is deleted")


def _delete_item(run: Run, target: cst.Subscript) -> None:
    owners = expressions.evaluate_unaliased(run, target.value)
    key = _key(run, target)
    name = containers.key_of(key)
    missing = containers.missing(run, target)
    is_weak = attributes.is_one_of_several(run, owners)
    if isinstance(target.value, cst.Name):
        run.state.forget(target.value.value)
    for atom in owners:
        if not isinstance(atom, Ref):
            continue
        if atom.object.shape is Shape.LIST:
            containers.forget_items(run, atom.object)
        elif name is None:
            containers.open_dict(run, atom.object, "a key that is not a constant is deleted")
        else:
            left = join([run.take(atom.object, name), missing]) if is_weak else missing
            run.put(atom.object, name, left, run.place(target))


def _return(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.Return)
    if node.value is None:
        _leave(run, node, node, (Literal(run.place(node), None),))
    else:
        _return_arms(run, node, node.value)
    run.state.is_dead = True


def _return_arms(run: Run, node: cst.Return, value: cst.CSTNode) -> None:
    """``return a if test else b``: two statements, so that what ``b`` changes is no change to what ``a`` gives."""
    if not isinstance(value, cst.IfExp):
        _leave(run, node, value, expressions.evaluate(run, value))
        return
    base = run.state
    for outcome, arm in zip(split(run, value.test), (value.body, value.orelse), strict=True):
        if not outcome.is_dead:
            run.state = outcome
            _return_arms(run, node, arm)
    run.state = base


def _leave(run: Run, node: cst.Return, arm: cst.CSTNode, values: Values) -> None:
    """Leave the function with what an arm of its ``return`` gives."""
    if run.state.is_dead:
        return
    # What the names stand for must outlive the `finally` blocks that are still to run.
    activation = _unwind(run, Activation)
    if run.state.is_dead or not isinstance(activation, Activation):
        return
    settled = _settled(run, arm, values)
    if activation.frame.caller is None:
        record_return(run, node, arm, settled)
    activation.returns.append(Ending(settled, run.state.since(activation.base)))


def _settled(run: Run, arm: cst.CSTNode, values: Values) -> Values:
    """Constants and the like are reported where they are returned; results and dicts where they are made."""
    here = run.place(arm)
    return join(
        (atom,) if isinstance(atom, Ref) or atom.place.function is not here.function else placed((atom,), here)
        for atom in values
    )


def _unwind(run: Run, until: type[Activation] | type[Loop]) -> Activation | Loop | None:
    """Leave blocks up to the one that a ``return``, ``break`` or ``continue`` goes to: each ``finally`` has its say."""
    blocks = list(run.blocks)
    found: Activation | Loop | None = None
    try:
        while run.blocks and found is None and not run.state.is_dead:
            block = run.blocks[-1]
            if isinstance(block, until):
                found = block
            elif isinstance(block, Activation):
                return None
            else:
                run.blocks.pop()
                if isinstance(block, Final):
                    _execute_final(run, block)
    finally:
        run.blocks[:] = blocks
    return found


def _execute_final(run: Run, block: Final) -> None:
    journals = run.journals
    run.journals = journals[: block.journals]
    try:
        execute(run, block.body)
    finally:
        run.journals = journals


def _raise(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.Raise)
    if node.exc is not None:
        expressions.evaluate(run, node.exc)
    run.state.is_dead = True


def _assert(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.Assert)
    base = run.state
    holds, _ = split(run, node.test)
    base.meet([] if holds.is_dead else [holds.since(base)])


def _break(run: Run, node: cst.CSTNode) -> None:
    loop = _unwind(run, Loop)
    if isinstance(loop, Loop) and not run.state.is_dead:
        ends = loop.breaks if isinstance(node, cst.Break) else loop.continues
        ends.append(run.state.since(loop.base))
    run.state.is_dead = True


def _function(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.FunctionDef)
    function = Function(run.place(node), node, run.frame, run.index)
    decorators = [expressions.evaluate(run, decorator.decorator) for decorator in node.decorators]
    havoc(run, decorators, "a decorator is called")
    effects = [effect_of(decorator.decorator, run.frame.scope) for decorator in node.decorators]
    if all(effect is Effect.NONE for effect in effects):
        run.bind(node.name.value, (function,))
        return
    havoc(run, [(function,)], "a decorator gets a function that reaches it")
    run.bind(node.name.value, run.unknown(node, f"`{node.name.value}`, which is decorated"))


def _class(run: Run, node: cst.CSTNode) -> None:
    assert isinstance(node, cst.ClassDef)
    havoc_names(run, node.body, "a class uses it")
    run.bind(node.name.value, run.unknown(node, f"`{node.name.value}`"))


def _unknown_names(run: Run, node: cst.CSTNode) -> None:
    for name in branches.names_bound_in(node):
        run.bind(name, run.unknown(node, f"`{name}`"))


_HANDLERS: dict[type, Callable[[Run, cst.CSTNode], None]] = {
    cst.Expr: _expression,
    cst.Assign: _assign,
    cst.AnnAssign: _annotated,
    cst.AugAssign: _augmented,
    cst.Del: _delete,
    cst.Return: _return,
    cst.Raise: _raise,
    cst.Assert: _assert,
    cst.Break: _break,
    cst.Continue: _break,
    cst.FunctionDef: _function,
    cst.ClassDef: _class,
    **dict.fromkeys((*IMPORTS, cst.TypeAlias), _unknown_names),
    cst.If: branches.execute_if,
    cst.Match: branches.execute_match,
    cst.Try: branches.execute_try,
    cst.TryStar: branches.execute_try,
    cst.With: branches.execute_with,
    cst.While: loops.execute_while,
    cst.For: loops.execute_for,
}
