"""One tool being followed: where it is, what names and objects hold there, and what is left of its budget."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mcp_lint.names import External, Scope, Target, resolve
from mcp_lint.project import Definition, find
from mcp_lint.results import Missing, Place, Unknown
from mcp_lint.values.domain import Contents, Frame, Object, Ref, Shape, Values
from mcp_lint.values.state import Cell, Delta, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    import libcst as cst

    from mcp_lint import results
    from mcp_lint.index import ModuleIndex
    from mcp_lint.settings import Settings

# Calls of the file's own functions that are followed from one tool, and how deep.
MAX_CALLS = 64
MAX_DEPTH = 8
# A `for` in a `for` in a `for`: what is deeper is not followed.
MAX_LOOPS = 3
ITEMS = "items"


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """A path that left a function: what it returns, and what then holds."""

    values: Values
    end: Delta


@dataclass(slots=True, eq=False)
class Activation:
    """A function body being executed. ``base``: the state in which it began. ``returns``: where it was left."""

    frame: Frame
    base: State
    returns: list[Ending] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Loop:
    """A loop body being executed, from ``base`` on."""

    base: State
    breaks: list[Delta] = field(default_factory=list)
    continues: list[Delta] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Final:
    """A ``try`` whose ``finally`` is still to come for whoever leaves it.

    ``journals``: how many there were before it. What the ``finally`` writes is no part of what its own ``try`` wrote.
    """

    body: cst.BaseSuite
    journals: int


Block = Activation | Loop | Final
Journal = dict[Cell, list[Values]]


@dataclass(frozen=True, slots=True, eq=False)
class Returned:
    """One arm of one ``return`` of the tool (``arm`` is the expression), as one path through it left it.

    ``choice`` numbers the arms of a conditional expression that is the whole structured content of the result.
    """

    statement: cst.CSTNode
    arm: cst.CSTNode
    values: results.Values
    is_implicit: bool = False
    choice: int = 0


@dataclass(slots=True, eq=False)
class Run:
    """The interpreter's whole state. ``index``: the module whose code is being executed; ``home``: that of the tool.

    ``blocks``: what the statement being executed stands in, outermost first.

    ``iteration``: in which pass of each loop around it the code is. ``is_after_call``: the last statement called
    something that is not followed, and that may be what ends the program.
    """

    index: ModuleIndex
    settings: Settings
    frame: Frame
    state: State = field(default_factory=State)
    blocks: list[Block] = field(default_factory=list)
    journals: list[Journal] = field(default_factory=list)
    iteration: tuple[int, ...] = ()
    calls_left: int = MAX_CALLS
    expression_depth: int = 0
    nesting: int = 0
    is_after_call: bool = False
    aliased: set[Object] = field(default_factory=set)
    returned: list[Returned] = field(default_factory=list)
    home: ModuleIndex = field(init=False)
    _objects: dict[tuple[object, ...], Object] = field(default_factory=dict)
    _frames: dict[tuple[object, ...], Frame] = field(default_factory=dict)
    _places: dict[tuple[int, int], Place] = field(default_factory=dict)
    # Names from outside that are being evaluated: one can need itself.
    pending: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Note where it begins."""
        self.home = self.index

    # Places.

    def place(self, node: cst.CSTNode) -> Place:
        """The place of a node of the code being executed: one object each, so that they compare as such."""
        function = self.frame.function
        key = id(node), id(function)
        found = self._places.get(key)
        if found is None:
            file = None if self.index is self.home else self.index.file
            found = self._places[key] = Place(node, function, file)
        return found

    def unknown(self, node: cst.CSTNode, reason: str) -> Values:
        """Anything."""
        return (Unknown(self.place(node), reason),)

    # Objects and their cells.

    def allocate(
        self, shape: Shape, node: cst.CSTNode, origin: Object | None = None, part: tuple[Place, str] | None = None
    ) -> Ref:
        """A new object with nothing in it, made by ``node``.

        The objects that a loop's first pass makes are not those of its later ones: a result of the first pass keeps
        its inside. From the second pass on, one object stands for all. ``origin``: what it is a copy of: where that can
        be several things, there is a copy of each. ``part``: where it is written and what it is, if the
        node makes several things.
        """
        place, role = part or (self.place(node), "")
        key = (shape, id(self.frame), id(node), self.iteration, id(origin), id(place), role)
        made = self._objects.get(key)
        if made is None:
            made = self._objects[key] = Object(shape, place, {})
        if shape is Shape.LIST:
            self.write((made, ITEMS), (Contents(place, (), True, 0),))
        else:
            self.write((made, None), (Missing(place),))
            for name in made.keys:
                self.write((made, name), (Missing(place),))
        return Ref(place, made)

    def write(self, cell: Cell, values: Values) -> None:
        """The only way to change the state, so that a ``try`` knows what its body may have changed."""
        self.state.cells[cell] = values
        self.state.note_change(cell)
        for journal in self.journals:
            journal.setdefault(cell, []).append(values)

    def narrow(self, cell: Cell, values: Values) -> None:
        """Note what a cell can still hold on this path; nothing changes by that."""
        self.state.cells[cell] = values

    def put(self, owner: Object, key: str, values: Values, place: Place) -> None:
        """``owner[key] = values``."""
        owner.keys.setdefault(key, place)
        self.write((owner, key), values)

    def take(self, owner: Object, key: str) -> Values:
        """``owner[key]``; ``Missing`` among it where the key may not be there."""
        values = self.state.get((owner, key))
        if values is None:
            values = self.state.get((owner, None))
        return values if values is not None else (Unknown(owner.place, "the object is not known here"),)

    def contents(self, owner: Object) -> Iterator[Contents]:
        """What a list can hold."""
        for atom in self.state.get((owner, ITEMS)) or ():
            # Anything else: too many different contents, which join made into something unknown.
            yield atom if isinstance(atom, Contents) else Contents(owner.place, (), False, 0)

    def cells_of(self, owner: Object) -> list[Cell]:
        """The cells of all that an object is known to hold."""
        keys = (ITEMS,) if owner.shape is Shape.LIST else tuple(owner.keys)
        return [(owner, key) for key in keys]

    def open(self, owner: Object, reason: str) -> None:
        """Any key may be set, or deleted, from here on."""
        anything = (Unknown(owner.place, reason), Missing(owner.place))
        for key in (None, *owner.keys):
            self.write((owner, key), anything)

    # Names.

    def bind(self, name: str, values: Values) -> None:
        """``name = values`` in the current function."""
        self.state.forget(name)
        word = self.frame.scope.outer_names.get(name)
        if word == "global":
            return
        if word == "nonlocal":
            owner = self.owner_of(name, self.frame.definition)
            if owner is not None:
                self.write((owner, name), values)
            return
        self.write((self.frame, name), values)

    @staticmethod
    def owner_of(name: str, frame: Frame | None) -> Frame | None:
        """The frame, of this one and those around its definition, whose variable a name is."""
        while frame is not None:
            if frame.is_followed and name in frame.scope.bindings and name not in frame.scope.outer_names:
                return frame
            frame = frame.definition
        return None

    def cell_of(self, name: str) -> Cell | None:
        """The cell that a name stands for here, if it is a variable of a function being followed."""
        if self.frame.scope.outer_names.get(name) == "global":
            return None
        owner = self.owner_of(name, self.frame)
        return None if owner is None else (owner, name)

    def frame_for(self, key: tuple[object, ...], scope: Scope, definition: Frame | None) -> Frame:
        """The frame of a call: the same one for the same call, so that a loop's passes can be compared."""
        full = (self.frame, self.iteration, *key)
        found = self._frames.get(full)
        if found is None:
            found = self._frames[full] = Frame(scope, definition, self.frame)
        return found

    def externals(self, node: cst.CSTNode) -> tuple[External, ...]:
        """What a name or chain of names from outside the file stands for; none if any of it is the file's own."""
        targets = self.resolve(node)
        found = tuple(target for target in targets if isinstance(target, External))
        return found if len(found) == len(targets) else ()

    def find(self, target: Target) -> Definition | None:
        """What another file of the project defines by that name; None where it is not to be followed."""
        found = self._find(target)
        return found if isinstance(found, Definition) else None

    def _find(self, target: Target) -> Definition | External | None:
        return find(target, self.index) if isinstance(target, External) else None

    def resolve(self, node: cst.CSTNode) -> tuple[Target, ...]:
        """What a name or chain of names can stand for.

        What a module of the project only has from elsewhere (``from .compat import CallToolResult``) goes by its name
        there.
        """
        targets = resolve(node, self.frame.scope)
        if self.index.file is None:
            return targets
        return tuple(found if isinstance(found := self._find(each), External) else each for each in targets)

    @contextmanager
    def inside(self, index: ModuleIndex) -> Iterator[None]:
        """Execute code of another module."""
        before, self.index = self.index, index
        try:
            yield
        finally:
            self.index = before

    def frame_around(self, scope: Scope) -> Frame:
        """The frame for what is evaluated outside of all functions being followed."""
        return self._frames.setdefault((scope,), Frame(scope, None, None, is_followed=False))
