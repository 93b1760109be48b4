"""Names read: variables of the functions being followed, and what the code around them bound once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.names import Binding, Bound
from mcp_lint.reads import REACHING_ALL
from mcp_lint.results import Literal, Missing, Opaque, Unknown
from mcp_lint.values import containers, expressions
from mcp_lint.values.domain import Atom, Contents, Frame, Function, Items, Ref, TextBlock, Values, placed

if TYPE_CHECKING:
    from mcp_lint.names import Target
    from mcp_lint.values.run import Run

_IMMUTABLE = (Literal, Opaque, TextBlock, Unknown, Missing)


def load(run: Run, node: cst.Name) -> Values:
    """What a name holds."""
    cell = run.cell_of(node.value)
    if cell is None:
        return _from_outside(run, node)
    values = run.state.get(cell)
    if not values:
        run.state.is_doubtful = True  # nothing bound on any path that is followed: Python would raise
    if not values:
        return run.unknown(node, f"`{node.value}`")
    only = values[0] if len(values) == 1 else None
    if isinstance(only, Unknown) and "`" not in only.reason:  # strict mode says what could not be followed, by its name
        return (Unknown(only.place, f"`{node.value}`: {only.reason}"),)
    return values


def _from_outside(run: Run, node: cst.Name) -> Values:
    bindings = run.frame.scope.lookup(node.value)
    only = bindings[0] if len(bindings) == 1 else None
    if only is None or (only.node is None and only.kind is not Bound.IMPORT):
        return run.unknown(node, f"`{node.value}`")
    if any(run.index.mentions[each] for each in REACHING_ALL):
        return run.unknown(node, f"`{node.value}`, within reach of code that is not followed")
    if only.kind is Bound.FUNCTION and isinstance(only.node, cst.FunctionDef):
        return (Function(run.place(node), only.node, None, run.index),)
    if only.kind is Bound.IMPORT:
        return imported(run, node, run.resolve(node)) or run.unknown(node, f"`{node.value}`")
    if only.kind is not Bound.VALUE:
        return run.unknown(node, f"`{node.value}`")
    values = _bound_once(run, only, node.value)
    if not _is_constant(run, node.value, values):
        return run.unknown(node, f"`{node.value}`, which may change")
    if run.index.showing[node.value] and not _holds_constants(run, values):
        containers.leak_items(run, values, f"`{node.value}` shows it to others")
    return values


def imported(run: Run, node: cst.CSTNode, targets: tuple[Target, ...]) -> Values | None:
    """What a name from another file of the project holds: a function, or a text or number; None if it is not followed.

    Whatever else can be changed by a third file, also ``None`` and an empty text, which may only stand for what is set
    when the program starts.
    """
    only = targets[0] if len(targets) == 1 else None
    found = run.find(only) if only is not None else None
    if found is None or found.binding.node is None:
        return None
    if isinstance(found.binding.node, cst.FunctionDef):
        return (Function(run.place(node), found.binding.node, None, found.index),)
    if found.binding.kind is not Bound.VALUE:
        return None
    with run.inside(found.index):
        values = _bound_once(run, found.binding, _name_of(found.binding))
    return placed(values, run.place(node)) if all(_is_settled(atom) for atom in values) else None


def _name_of(binding: Binding) -> str:
    return next(name for name, bindings in binding.scope.bindings.items() if binding in bindings)


def _is_settled(atom: Atom) -> bool:
    return isinstance(atom, Literal) and bool(atom.value) and not isinstance(atom.value, bool)


def _is_constant(run: Run, name: str, values: Values) -> bool:
    """Whether no code of the file can have changed what a name of the module was bound to; its items apart."""
    index = run.index
    if all(_is_immutable(atom) for atom in values):
        return True
    # Once it is bound; each other time it must be one of the places that only read.
    return name not in index.mutated and index.mentions[name] == 1 + index.reads[name] + index.showing[name]


def _is_immutable(atom: Atom) -> bool:
    if isinstance(atom, Items):
        return all(isinstance(inner, _IMMUTABLE) for inner in _items_of(atom))
    return isinstance(atom, _IMMUTABLE)


def _holds_constants(run: Run, values: Values) -> bool:
    """Whether all items are such as nobody can change."""
    cells = [cell for atom in values if isinstance(atom, Ref) for cell in run.cells_of(atom.object)]
    held = [atom for cell in cells for each in run.state.get(cell) or () for atom in _items_of(each)]
    return all(isinstance(atom, _IMMUTABLE) for atom in held)


def _items_of(atom: Atom) -> Values:
    return tuple(inner for item in atom.items for inner in item) if isinstance(atom, (Contents, Items)) else (atom,)


def _bound_once(run: Run, binding: Binding, name: str) -> Values:
    assert binding.node is not None
    home = run.frame_around(binding.scope)
    known = run.state.get((home, name))
    if known is not None:
        return known
    if name in run.pending:
        return run.unknown(binding.node, f"`{name}`")
    run.pending.add(name)
    values = evaluate_in(run, home, binding.node)
    run.pending.discard(name)
    run.write((home, name), values)
    return values


def default_of(run: Run, parameter: cst.Param, function: Function) -> Values:
    """A parameter's default, which is evaluated where the function is defined, and is one object for all calls."""
    assert parameter.default is not None
    home = function.frame or run.frame_around(run.index.functions[function.node].outer)
    values = evaluate_in(run, home, parameter.default)
    if _is_constant(run, parameter.name.value, values):
        return values
    return run.unknown(parameter, f"the default of `{parameter.name.value}`, which each call may change")


def evaluate_in(run: Run, home: Frame, node: cst.CSTNode) -> Values:
    """Evaluate in another frame."""
    frame, iteration = run.frame, run.iteration
    run.frame = home
    run.iteration = iteration if home.is_followed else ()
    try:
        return expressions.evaluate(run, node)
    finally:
        run.frame, run.iteration = frame, iteration
