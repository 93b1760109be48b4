"""Values that are given to code which is not followed: it may change whatever it can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.contract import CONTENT, IS_ERROR, PAYLOAD_FIELDS, STRUCTURED
from mcp_lint.results import Unknown
from mcp_lint.syntax import children, descendants
from mcp_lint.values.domain import Arms, Atom, Contents, Coroutine, Function, Items, Object, Ref, Shape, Values
from mcp_lint.values.run import ITEMS, Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Of these objects the keys are known before any is written.
_FIELDS = {Shape.DICT: (), Shape.MODEL: PAYLOAD_FIELDS, Shape.RESULT: (CONTENT, STRUCTURED, IS_ERROR)}


def havoc(run: Run, values: Iterable[Values], reason: str) -> None:
    """Forget the inside of everything that the values reach."""
    seen: set[object] = set()
    stack: list[Atom] = [atom for group in values for atom in group]
    while stack:
        atom = stack.pop()
        subject = atom.object if isinstance(atom, Ref) else atom.node if isinstance(atom, Function) else None
        if subject is not None and subject in seen:
            continue
        seen.add(subject)
        stack.extend(_reached(run, atom, reason))
        if isinstance(atom, Ref):
            _forget(run, atom.object, reason)


def havoc_names(run: Run, node: cst.CSTNode, reason: str) -> None:
    """Forget the inside of everything that code below ``node`` has a name for: it is not followed."""
    _havoc_all(run, [each.value for each in descendants(node) if type(each) is cst.Name], reason)


def _havoc_all(run: Run, names: Iterable[str], reason: str) -> None:
    cells = [run.cell_of(name) for name in dict.fromkeys(names)]
    havoc(run, [run.state.get(cell) or () for cell in cells if cell is not None], reason)


def havoc_called(run: Run, node: cst.CSTNode, reason: str) -> None:
    """Forget what the calls below ``node`` may change: the code around them is not followed."""
    names: list[str] = []
    stack = [(node, False)]
    while stack:
        each, is_called = stack.pop()
        if type(each) is cst.Name:
            if is_called:
                names.append(each.value)
        else:
            is_called = is_called or type(each) is cst.Call
            stack.extend([(child, is_called) for child in reversed(children(each))])
    _havoc_all(run, names, reason)


def _reached(run: Run, atom: Atom, reason: str) -> Iterator[Atom]:
    if isinstance(atom, Ref):
        keys = (ITEMS,) if atom.object.shape is Shape.LIST else tuple(atom.object.keys)
        for key in keys:
            yield from run.state.get((atom.object, key)) or ()
    elif isinstance(atom, (Items, Contents)):
        yield from (inner for item in atom.items for inner in item)
    elif isinstance(atom, Arms):
        yield from (inner for arm in atom.arms for inner in arm)
    elif isinstance(atom, Coroutine):
        yield from atom.values
    elif isinstance(atom, Function):
        yield from _reached_by(run, atom, reason)


def _forget(run: Run, owner: Object, reason: str) -> None:
    if owner.shape is Shape.LIST:
        run.write((owner, ITEMS), (Contents(owner.place, (), False, 0),))
        return
    run.open(owner, reason)
    for key in _FIELDS[owner.shape]:
        run.write((owner, key), (Unknown(owner.place, reason),))


def _reached_by(run: Run, function: Function, reason: str) -> Iterator[Atom]:
    """What a function can change when it is called: the objects of its free names, and its nonlocals."""
    scope = function.home.functions[function.node].scope
    for node in descendants(function.node.body):
        owner = run.owner_of(node.value, function.frame) if isinstance(node, cst.Name) else None
        if owner is not None and isinstance(node, cst.Name) and node.value not in scope.bindings:
            yield from run.state.get((owner, node.value)) or ()
    for name, word in scope.outer_names.items():
        owner = run.owner_of(name, function.frame)
        if word == "nonlocal" and owner is not None:
            run.write((owner, name), (Unknown(function.place, reason),))
