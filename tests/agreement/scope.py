"""What a generated function can use where its next statement is written: names of known kinds, flags, helpers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

Item = TypeVar("Item")
LEFT, CHANGED = "left", "changed"


class Profile(Enum):
    """What a program may be made of.

    ``FOLLOWED``: only what the design says is followed, so that the linter must find each certain fault.
    ``WIDE``: anything, code that cannot be followed included: the linter must not call anything wrong that is right.
    """

    FOLLOWED = "followed"
    WIDE = "wide"


class Kind(Enum):
    """What a name surely holds."""

    DICT = "dict"
    LIST = "list"
    RESULT = "result"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Helper:
    """A function that a program can call: how, with what, and what it gives (None: nothing, it changes a dict)."""

    called: str
    parameters: tuple[Kind, ...]
    optional: tuple[tuple[str, Kind], ...]
    takes_rest: bool
    takes_fields: bool
    gives: Kind | None
    is_async: bool


@dataclass(slots=True)
class Scope:
    """One place in a function. Forks of it share all but what is known of names, which a branch may bind for itself.

    ``several``: names that can hold one of several objects. ``shared``: names of objects that may have another name.
    The design joins such objects: a change to one of several that has another name may be one to any of them. It does
    not matter on which path the other name was given.
    ``joined``: names of dicts in which several others may have been put together.
    ``changed`` and ``rebound``: names of what branches have changed, and that branches have bound again. ``history``:
    what branches of the function have done so far, `LEFT` it or `CHANGED` something.
    """

    rng: Random
    profile: Profile
    helpers: list[Helper] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    names: dict[Kind, list[str]] = field(default_factory=lambda: {kind: [] for kind in Kind})
    free_flags: list[str] = field(default_factory=list)
    is_tool: bool = False
    is_async: bool = False
    is_in_loop: bool = False
    may_continue: bool = False
    may_leave: bool = True
    depth: int = 0
    budget: list[int] = field(default_factory=lambda: [0])
    numbers: Iterator[int] = field(default_factory=count)
    several: set[str] = field(default_factory=set)
    shared: set[str] = field(default_factory=set)
    joined: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    rebound: set[str] = field(default_factory=set)
    history: set[str] = field(default_factory=set)

    @property
    def is_wide(self) -> bool:
        """Whether anything goes."""
        return self.profile is Profile.WIDE

    def fork(self, *, in_loop: bool = False, may_continue: bool | None = None) -> Scope:
        """The inside of a branch or loop."""
        return replace(
            self,
            names={kind: list(names) for kind, names in self.names.items()},
            is_in_loop=self.is_in_loop or in_loop,
            may_continue=self.may_continue if may_continue is None else may_continue,
            depth=self.depth + 1,
            several=set(self.several),
        )

    def pick(self, items: Sequence[Item]) -> Item:
        """One of several."""
        return self.rng.choice(items)

    def chance(self, probability: float) -> bool:
        """Whether something happens that has this probability."""
        return self.rng.random() < probability

    def fresh(self, prefix: str) -> str:
        """A name that is not taken."""
        return f"{prefix}{next(self.numbers)}"

    def bind(
        self, kind: Kind, name: str, *, is_several: bool = False, is_shared: bool = False, is_joined: bool = False
    ) -> None:
        """The name surely holds that kind from here on."""
        if self.depth and any(name in names for names in self.names.values()):
            self.rebound.add(name)
        for names in self.names.values():
            if name in names:
                names.remove(name)
        self.names[kind].append(name)
        self.several.discard(name)
        self.several.update({name} if is_several else ())
        if not self.depth:
            self.shared.discard(name)
        self.shared.update({name} if is_shared else ())
        self.joined.update({name} if is_joined else ())

    def meet(self, going: Sequence[Scope], bound: set[str]) -> None:
        """Go on where these come together, and have bound these names: bound is what all have bound."""
        for kind in Kind:
            first, *rest = (scope.names[kind] for scope in going)
            self.names[kind] = [name for name in first if all(name in names for names in rest)]
        self.several = set().union(*(scope.several for scope in going), bound if len(going) > 1 else set())

    def changeable(self, kind: Kind) -> list[str]:
        """The names of what can be changed so that it is certain what is changed."""
        if self.is_wide:
            return self.names[kind]
        if self.depth and not self.is_tool and LEFT in self.history:
            return []
        kept = self.rebound | (self.shared if self.rebound else set()) if self.depth else set()
        kept |= self.several & self.shared
        return [name for name in self.own(kind) if name not in kept]

    @property
    def may_return(self) -> bool:
        """Whether a branch may return. In a helper that is followed, not where another one changes what is there.

        What a helper gives is joined at its end: the result of one branch with the state that another has left.
        """
        return self.may_leave and (self.is_wide or self.is_tool or CHANGED not in self.history)

    def rebindable(self, kind: Kind) -> list[str]:
        """The names that may get a new object.

        In a branch, not that of something that has changed in one: where branches meet, what one did to an object is
        joined with what the other left alone, though the name then holds another one.
        """
        if self.is_wide or not self.depth:
            return self.own(kind)
        kept = self.changed | (self.shared if self.changed else set())
        return [] if self.is_in_loop else [name for name in self.own(kind) if name not in kept]

    def change(self, name: str) -> str:
        """The name, of which is known from here on that what it holds has changed."""
        if self.depth:
            self.changed.add(name)
            self.history.add(CHANGED)
        return name

    def testable(self) -> list[str]:
        """The names of dicts whose content a condition may ask for."""
        if self.is_wide:
            return self.own(Kind.DICT)
        # A constant might be changed elsewhere, so that both ways are open; in a loop, a key may come later.
        joined = {*self.joined, *self.changed, *(self.shared if self.changed else ())}
        return [] if self.is_in_loop else [n for n in self.own(Kind.DICT) if n not in joined and n not in self.several]

    def certain(self, kind: Kind) -> list[str]:
        """The names that hold one object and no other."""
        return self.names[kind] if self.is_wide else [n for n in self.names[kind] if n not in self.several]

    def own(self, kind: Kind) -> list[str]:
        """The names of that kind that the function itself binds."""
        return [name for name in self.names[kind] if name not in {*self.constants, "L"}]

    def have(self, kind: Kind) -> bool:
        """Whether a name holds that kind."""
        return bool(self.names[kind])

    def has_flag(self) -> bool:
        """Whether there is a parameter to test."""
        return self.have(Kind.FLAG) if self.is_wide else bool(self.free_flags) and not self.is_in_loop

    def flag(self) -> str | None:
        """A parameter to test. In a followed program each is tested once: the linter does not enumerate paths."""
        if self.is_wide:
            return self.pick(self.names[Kind.FLAG]) if self.have(Kind.FLAG) else None
        if self.is_in_loop or not self.free_flags:
            return None
        return self.free_flags.pop(self.rng.randrange(len(self.free_flags)))
