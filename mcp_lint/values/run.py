"""One tool being followed: where it is, what names and objects hold there, and what is left of its budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from mcp_lint import results
from mcp_lint.index import ModuleIndex
from mcp_lint.names import Binding, Bound, External, Scope, resolve
from mcp_lint.results import Literal, Missing, Opaque, Place, Text, Unknown
from mcp_lint.settings import Settings
from mcp_lint.values.domain import Contents, Frame, Function, Object, Ref, Shape, Values
from mcp_lint.values.state import Cell, Delta, State

# Calls of the file's own functions that are followed from one tool, and how deep.
MAX_CALLS = 64
MAX_DEPTH = 8
# A `for` in a `for` in a `for`: what is deeper is not followed.
MAX_LOOPS = 3
ITEMS = "items"

_IMMUTABLE = (Literal, Opaque, Text, Unknown, Missing)


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
    """A ``try`` whose ``finally`` is still to come for whoever leaves it."""

    body: cst.BaseSuite


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
    """The interpreter's whole state. ``blocks``: what the statement being executed stands in, outermost first.

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
    _objects: dict[tuple[object, ...], Object] = field(default_factory=dict)
    _frames: dict[tuple[object, ...], Frame] = field(default_factory=dict)
    _statics: set[str] = field(default_factory=set)

    # Places.

    def place(self, node: cst.CSTNode) -> Place:
        """The place of a node of the code being executed."""
        return Place(node, self.frame.function)

    def unknown(self, node: cst.CSTNode, reason: str) -> Values:
        """Anything."""
        return (Unknown(self.place(node), reason),)

    # Objects and their cells.

    def allocate(self, shape: Shape, node: cst.CSTNode) -> Ref:
        """A new object with nothing in it, made by ``node``.

        The objects that a loop's first pass makes are not those of its later ones: a result of the first pass keeps
        its inside. From the second pass on, one object stands for all.
        """
        key = (shape, self.frame, node, self.iteration)
        made = self._objects.get(key)
        place = self.place(node)
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
        for journal in self.journals:
            journal.setdefault(cell, []).append(values)

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

    def open(self, owner: Object, reason: str) -> None:
        """Any key may be set from here on."""
        unknown = (Unknown(owner.place, reason),)
        self.write((owner, None), unknown)
        for key in owner.keys:
            self.write((owner, key), unknown)

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

    def load(self, node: cst.Name) -> Values:
        """What a name holds."""
        cell = self.cell_of(node.value)
        if cell is not None:
            # Nothing bound on any path: Python would raise, or the frame is one that is not followed.
            return self.state.get(cell) or self.unknown(node, f"`{node.value}`")
        return self._load_from_outside(node)

    def _load_from_outside(self, node: cst.Name) -> Values:
        bindings = self.frame.scope.lookup(node.value)
        if len(bindings) == 1 and bindings[0].kind is Bound.FUNCTION:
            function = bindings[0].node
            assert isinstance(function, cst.FunctionDef)
            return (Function(self.place(node), function, None),)
        if len(bindings) != 1 or bindings[0].kind is not Bound.VALUE or bindings[0].node is None:
            return self.unknown(node, f"`{node.value}`")
        values = self._static(bindings[0], node)
        is_safe = node.value not in self.index.mutated or all(isinstance(atom, _IMMUTABLE) for atom in values)
        return values if is_safe else self.unknown(node, f"`{node.value}`, which other code may change")

    def _static(self, binding: Binding, node: cst.Name) -> Values:
        """The value of a name that is bound once, outside of the functions being followed."""
        from mcp_lint.values.expressions import evaluate  # noqa: PLC0415 (evaluating a name may need this, and back)

        assert binding.node is not None
        home = self._static_frame(binding.scope)
        cell = (home, node.value)
        known = self.state.get(cell)
        if known is not None:
            return known
        if node.value in self._statics:
            return self.unknown(node, f"`{node.value}`")
        self._statics.add(node.value)
        frame, self.frame = self.frame, home
        iteration, self.iteration = self.iteration, ()
        try:
            values = evaluate(self, binding.node)
        finally:
            self.frame, self.iteration = frame, iteration
            self._statics.discard(node.value)
        self.write(cell, values)
        return values

    def frame_for(self, key: tuple[object, ...], scope: Scope, definition: Frame | None) -> Frame:
        """The frame of a call: the same one for the same call, so that a loop's passes can be compared."""
        full = (self.frame, self.iteration, *key)
        found = self._frames.get(full)
        if found is None:
            found = self._frames[full] = Frame(scope, definition, self.frame)
        return found

    def externals(self, node: cst.CSTNode) -> tuple[External, ...]:
        """What a name or chain of names from outside the file stands for; none if any of it is the file's own."""
        targets = resolve(node, self.frame.scope)
        found = tuple(target for target in targets if isinstance(target, External))
        return found if len(found) == len(targets) else ()

    def evaluated_outside(self, node: cst.CSTNode, function: Function) -> Values:
        """A parameter's default: evaluated where the function is defined."""
        from mcp_lint.values.expressions import evaluate  # noqa: PLC0415 (as above)

        outer = self.index.functions[function.node].outer
        frame, self.frame = self.frame, function.frame or self._static_frame(outer)
        try:
            return evaluate(self, node)
        finally:
            self.frame = frame

    def _static_frame(self, scope: Scope) -> Frame:
        """What is evaluated outside of all functions being followed is evaluated in this."""
        return self._frames.setdefault((scope,), Frame(scope, None, None, is_followed=False))
