"""What names and objects hold at one point of a function, and how the states of several paths become one.

States are overlays: a branch writes into a fork, and where branches meet only what they wrote is joined. A ladder of a
thousand ``elif`` costs a thousand small joins, not a thousand copies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mcp_lint.values.domain import Frame, Object, Values, join

if TYPE_CHECKING:
    from collections.abc import Sequence

# (frame, name) or (object, key). The key None of an object stands for all keys that have no cell of their own.
Cell = tuple[Frame | Object, str | None]
MAX_FACTS = 16


@dataclass(frozen=True, slots=True)
class Fact:
    """A test whose outcome is known on this path, by its text; void once something is bound or changed.

    ``names``: those in the test; ``cells``: the variables that they are. ``objects``: what these held at the time,
    which can be changed under other names as well.
    """

    test: str
    is_true: bool
    names: frozenset[str]
    cells: frozenset[Cell]
    objects: frozenset[Object]

    def depends_on(self, cell: Cell) -> bool:
        """Whether what is written to the cell can make it untrue."""
        return cell in self.cells or cell[0] in self.objects


@dataclass(frozen=True, slots=True, eq=False)
class Delta:
    """How one path's end differs from the state that it began in. ``is_doubtful``: perhaps no run comes this way."""

    cells: dict[Cell, Values]
    facts: tuple[Fact, ...]
    is_doubtful: bool


@dataclass(slots=True, eq=False)
class State:
    """One point in the program. A state is not written to while a fork of it is in use."""

    parent: State | None = None
    cells: dict[Cell, Values] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    is_dead: bool = False
    is_doubtful: bool = False

    def get(self, cell: Cell) -> Values | None:
        """What a cell holds; None if nothing was ever written to it on this path."""
        state: State | None = self
        while state is not None:
            values = state.cells.get(cell)
            if values is not None:
                return values
            state = state.parent
        return None

    def fork(self) -> State:
        """A branch that begins here."""
        return State(self, {}, self.facts, self.is_dead, self.is_doubtful)

    def learn(self, fact: Fact) -> None:
        """Note the outcome of a test."""
        if len(self.facts) < MAX_FACTS:
            self.facts = (*self.facts, fact)

    def forget(self, name: str) -> None:
        """Void the facts that a change of ``name`` can make untrue."""
        if self.facts:
            self.facts = tuple(fact for fact in self.facts if name not in fact.names)

    def note_change(self, cell: Cell) -> None:
        """Void the facts that depend on what a cell holds."""
        if self.facts:
            self.facts = tuple(fact for fact in self.facts if not fact.depends_on(cell))

    def since(self, base: State) -> Delta:
        """What was written since ``base``, of which this is a fork, or a fork's fork."""
        layers = []
        state: State | None = self
        while state is not None and state is not base:
            layers.append(state.cells)
            state = state.parent
        cells: dict[Cell, Values] = {}
        for layer in reversed(layers):
            cells.update(layer)
        return Delta(cells, self.facts, self.is_doubtful)

    def meet(self, ends: Sequence[Delta]) -> None:
        """Go on where the paths that began here end; none: nothing goes on."""
        if not ends:
            self.is_dead = True
            return
        written = _joined(self, ends)
        self.cells.update(written)
        self.facts = tuple(fact for fact in ends[0].facts if all(fact in end.facts for end in ends))
        self.is_doubtful = all(end.is_doubtful for end in ends)


def _joined(base: State, ends: Sequence[Delta]) -> dict[Cell, Values]:
    if len(ends) == 1:
        return ends[0].cells
    found: dict[Cell, list[Values]] = {}
    for end in ends:
        for cell, values in end.cells.items():
            found.setdefault(cell, []).append(values)
    return {
        cell: join(values if len(values) == len(ends) else [*values, *_elsewhere(base, ends, cell, found)])
        for cell, values in found.items()
    }


def _elsewhere(base: State, ends: Sequence[Delta], cell: Cell, found: dict[Cell, list[Values]]) -> list[Values]:
    """What the cell holds on the paths that did not write to it."""
    before = base.get(cell)
    if before is not None:
        return [before]
    owner, _ = cell
    if isinstance(owner, Frame):
        return []  # a name that is not bound there: no value comes from it
    rest = (owner, None)
    if rest not in found:
        values = base.get(rest)
        return [] if values is None else [values]
    # Some of the paths made the object, or opened it; the others do not have it, or have its keys as they were.
    values_of = (end.cells.get(rest) or base.get(rest) for end in ends if cell not in end.cells)
    return [values for values in values_of if values is not None]
