"""The abstract values that expressions have while a function is followed."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum, auto
from typing import TYPE_CHECKING

from mcp_lint.results import Literal, Missing, Opaque, Place, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    import libcst as cst

    from mcp_lint.index import ModuleIndex
    from mcp_lint.names import Scope

# A name that can hold more things than this is not worth following: whatever is said of it must hold for each.
MAX_ALTERNATIVES = 32


class Shape(Enum):
    """What kind of object, with an inside of its own that statements change."""

    DICT = auto()
    LIST = auto()
    RESULT = auto()
    MODEL = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Object:
    """One allocation: the dict, list, ``CallToolResult`` or ``ValidationModel`` that an expression makes.

    ``keys``: each key that was ever written, with the first place where it was: insertion order of the report.
    """

    shape: Shape
    place: Place
    keys: dict[str, Place]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One activation of a function. ``definition``: the frame that its free names are looked up in, if it is known.

    With ``is_followed`` False it stands for code around the functions being followed: its names have no cells.
    """

    scope: Scope
    definition: Frame | None
    caller: Frame | None
    is_followed: bool = True
    function: cst.CSTNode | None = field(init=False)

    def __post_init__(self) -> None:
        """Note the function's node (None for the module): each place needs it."""
        object.__setattr__(self, "function", self.scope.node if self.scope.is_function else None)

    def depth(self) -> int:
        """How many functions are active, this one included."""
        frame: Frame | None = self
        count = 0
        while frame is not None:
            frame, count = frame.caller, count + 1
        return count


@dataclass(frozen=True, slots=True)
class Ref:
    """An object, as it stands at ``place``."""

    place: Place
    object: Object


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple."""

    place: Place
    items: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A ``TextContent``."""

    place: Place
    text: Values


@dataclass(frozen=True, slots=True)
class Contents:
    """What a list holds: exactly ``items``, or these somewhere among at least ``at_least`` unknown ones."""

    place: Place
    items: tuple[Values, ...]
    is_exact: bool
    at_least: int


@dataclass(frozen=True, slots=True)
class Function:
    """A ``def`` or lambda of the project, in module ``home``. ``frame``: where it was made; None if not followed."""

    place: Place
    node: cst.FunctionDef | cst.Lambda
    frame: Frame | None
    home: ModuleIndex


@dataclass(frozen=True, slots=True)
class Coroutine:
    """What an ``async def`` of the file gives when called, and what awaiting it gives."""

    place: Place
    values: Values


@dataclass(frozen=True, slots=True)
class Arms:
    """The arms of a conditional expression that is the whole structured content."""

    place: Place
    arms: tuple[Values, ...]


Atom = Unknown | Missing | Literal | Opaque | TextBlock | Ref | Items | Contents | Function | Coroutine | Arms
# What an expression can be, depending on the path taken. Empty: no path gets here.
Values = tuple[Atom, ...]


@dataclass(slots=True, eq=False)
class Arguments:
    """Evaluated arguments, spreads taken apart. ``is_open``: there may be more, by position and by keyword."""

    positional: list[Values] = field(default_factory=list)
    keywords: dict[str, Values] = field(default_factory=dict)
    is_open: bool = False

    def all(self) -> list[Values]:
        """Every value."""
        return [*self.positional, *self.keywords.values()]

    def get(self, keyword: str, position: int | None = None) -> Values | None:
        """The argument given by keyword or by position; None if it is not given, or not surely."""
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return self.keywords.get(keyword)


_OTHER_FIELDS: dict[type, tuple[str, ...]] = {}


def join(alternatives: Iterable[Values]) -> Values:
    """All that can be, each once.

    What is known stays, even beside something unknown: a change may be made to it under this name.
    """
    groups = list(alternatives)
    if len(groups) == 1 and len(groups[0]) == 1:
        return groups[0]
    atoms = list(dict.fromkeys(atom for values in groups for atom in values))
    unknown = [atom for atom in atoms if isinstance(atom, Unknown)][:1]
    known = [atom for atom in atoms if not isinstance(atom, Unknown)]
    if len(known) > MAX_ALTERNATIVES:
        unknown = unknown or [Unknown(atoms[0].place, "it can be too many things")]
        known = [atom for atom in known if isinstance(atom, Ref)]
    return (*unknown, *known)


def placed(values: Values, place: Place) -> Values:
    """The values as they stand at another place: what is reported there, not where they were first written."""
    if len(values) == 1:
        return (_moved(values[0], place),)
    return tuple(dict.fromkeys(_moved(atom, place) for atom in values))


def _moved(atom: Atom, place: Place) -> Atom:
    """A copy with another place. ``dataclasses.replace`` does the same, three times as slowly."""
    if atom.place is place:
        return atom
    kind = type(atom)
    others = _OTHER_FIELDS.get(kind)
    if others is None:
        others = _OTHER_FIELDS[kind] = tuple(field.name for field in fields(atom) if field.name != "place")
    return kind(place, *[getattr(atom, name) for name in others])
