"""What `bool()` makes of an abstract value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.results import Literal, Missing
from mcp_lint.values.domain import Atom, Contents, Coroutine, Function, Items, Ref, Shape, TextBlock, Values

if TYPE_CHECKING:
    from mcp_lint.values.run import Run

# True, False, or None where it cannot be said.
Truth = bool | None


def truth(run: Run, atom: Atom) -> Truth:
    """What ``bool()`` makes of a value."""
    if isinstance(atom, Literal):
        return bool(atom.value)
    if isinstance(atom, Items):
        return bool(atom.items)
    if isinstance(atom, Missing):
        return False
    if isinstance(atom, (Function, Coroutine, TextBlock)):
        return True
    if isinstance(atom, Ref):
        return _truth_of_object(run, atom)
    if isinstance(atom, Contents):
        return _truth_of_contents(atom)
    return None


def truth_of(run: Run, values: Values) -> Truth:
    """What ``bool()`` makes of something, if the same for all that it can be."""
    found = {truth(run, atom) for atom in values}
    return found.pop() if len(found) == 1 else None


def _truth_of_contents(contents: Contents) -> Truth:
    if contents.items or contents.at_least:
        return True
    return False if contents.is_exact else None


def _truth_of_object(run: Run, atom: Ref) -> Truth:
    owner = atom.object
    if owner.shape in {Shape.RESULT, Shape.MODEL}:
        return True
    if owner.shape is Shape.LIST:
        found = {_truth_of_contents(contents) for contents in run.contents(owner)}
        return found.pop() if len(found) == 1 else None
    groups = [run.take(owner, key) for key in owner.keys]
    if any(values and not any(isinstance(atom, Missing) for atom in values) for values in groups):
        return True
    rest = run.state.get((owner, None)) or ()
    is_closed = all(isinstance(a, Missing) for values in (rest, *groups) for a in values)
    return False if is_closed else None
