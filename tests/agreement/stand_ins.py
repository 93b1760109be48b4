"""What stands in for the modules that data files import and nobody has: `elsewhere`, `catalogue`, `energy`.

A finder at the end of ``sys.meta_path`` gives an empty module for each name that Python cannot find. Every attribute of
it is an `Anything`, but for two names: ``DataToolOutput`` is the real one, as the design takes a module that cannot be
read at its word, and a name by which the linter knows a registry is the registry of the run.

What cannot be known of missing code is played through: a `Mood` says whether it gives something, nothing, or raises.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import sys
from dataclasses import dataclass
from enum import Enum
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

import mcp_server

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Mood(Enum):
    """How missing code behaves in one run.

    Iterating its values gives one thing, none, or two: a pair ("value, error = find()") with an error or without, or
    with nothing in it. A context manager that has nothing to give swallows exceptions.
    """

    GIVES = "gives"
    GIVES_NOTHING = "gives nothing"
    GIVES_VALUE = "gives a value, and no error"
    GIVES_NEITHER = "gives neither a value nor an error"
    RAISES = "raises"
    EMPTIES = "empties the dicts that it is given"


@dataclass(slots=True)
class Stage:
    """One run's mood, and whether the missing code was asked for anything in it."""

    mood: Mood = Mood.GIVES
    is_used: bool = False


class Anything:
    """A value of missing code: it can be called, awaited, iterated, entered and asked for anything, and does no harm.

    Called with nothing but a function, it gives that back: decorators leave functions as they are.
    """

    def __init__(self, stage: Stage) -> None:
        """Take the run."""
        self.__dict__["_stage"] = stage

    def _more(self) -> Anything:
        self._stage.is_used = True
        return Anything(self._stage)

    def __getattr__(self, name: str) -> Any:
        """Any public attribute; no special method that is not below."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self._more()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Give the only argument back if it is a function or class; else something, or raise."""
        if len(args) == 1 and not kwargs and hasattr(args[0], "__name__"):
            return args[0]
        self._stage.is_used = True
        if self._stage.mood is Mood.RAISES:
            raise LookupError("missing code")
        if self._stage.mood is Mood.EMPTIES:
            for given in (*args, *kwargs.values()):
                if isinstance(given, dict):
                    given.clear()
        return Anything(self._stage)

    def __bool__(self) -> bool:
        """Something, or nothing."""
        self._stage.is_used = True
        return self._stage.mood is not Mood.GIVES_NOTHING

    def __len__(self) -> int:
        """As many as iterating gives."""
        return len(list(iter(self)))

    def __iter__(self) -> Iterator[Any]:
        """As many things as the mood says."""
        something = self._more()
        given: dict[Mood, list[Any]] = {
            Mood.GIVES_NOTHING: [],
            Mood.GIVES_VALUE: [something, None],
            Mood.GIVES_NEITHER: [None, None],
        }
        return iter(given.get(self._stage.mood, [something]))

    async def __aiter__(self) -> Any:
        """The same."""
        for item in self:
            yield item

    def __await__(self) -> Any:
        """Something, at once."""
        yield from ()
        return self._more()

    def __enter__(self) -> Anything:
        """Something."""
        return self._more()

    def __exit__(self, *error: object) -> bool:
        """Swallow nothing, or all."""
        return self._stage.mood is Mood.GIVES_NOTHING

    async def __aenter__(self) -> Anything:
        """Something."""
        return self._more()

    async def __aexit__(self, *error: object) -> bool:
        """Swallow nothing, or all."""
        return self._stage.mood is Mood.GIVES_NOTHING

    def __getitem__(self, key: object) -> Anything:
        """Something."""
        return self._more()

    def __setitem__(self, key: object, value: object) -> None:
        """Keep nothing."""

    def __contains__(self, item: object) -> bool:
        """Everything, or nothing."""
        return bool(self)

    def __mro_entries__(self, bases: object) -> tuple[type, ...]:
        """A class without a base."""
        return ()

    def __or__(self, other: object) -> Any:
        """Something."""
        return self._more()

    __ror__ = __add__ = __radd__ = __mul__ = __truediv__ = __rtruediv__ = __sub__ = __mod__ = __or__

    def __str__(self) -> str:
        """Some text."""
        return "anything"

    def __format__(self, spec: str) -> str:
        """Some text."""
        return "anything"

    def __hash__(self) -> int:
        """Any number."""
        return 1


def is_made_up(value: object) -> bool:
    """Whether missing code has given a value, or part of it."""
    if isinstance(value, Anything):
        return True
    if isinstance(value, BaseModel):
        return any(is_made_up(part) for _, part in value)
    if isinstance(value, dict):
        return any(is_made_up(part) for item in value.items() for part in item)
    return isinstance(value, (list, tuple, set)) and any(map(is_made_up, value))


class _StandIn(ModuleType):
    """A module that is missing."""

    def __init__(self, name: str, stage: Stage, known: dict[str, object]) -> None:
        super().__init__(name)
        self.__dict__.update(known, __path__=[], _stage=stage)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(self.__dict__["_stage"])


# Of mcp 1.x: in its place, mcp 2 has a module that raises.
MADE_UP = ("mcp.server.fastmcp",)


class _Finder:
    """Finds what is nowhere else, and is its loader."""

    def __init__(self, stage: Stage, known: dict[str, object]) -> None:
        self._stage = stage
        self._known = known

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec:
        del path, target
        return importlib.util.spec_from_loader(name, self, is_package=True)  # type: ignore[arg-type, return-value]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _StandIn(spec.name, self._stage, self._known)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is in it."""


@contextlib.contextmanager
def standing_in(stage: Stage, registry: object, registry_names: Sequence[str]) -> Iterator[None]:
    """Let any import succeed; afterwards, forget the modules that were made up."""
    known: dict[str, object] = {**dict.fromkeys(registry_names, registry), "DataToolOutput": mcp_server.DataToolOutput}
    finder = _Finder(stage, known)
    sys.meta_path.append(finder)
    sys.modules.update((name, _StandIn(name, stage, known)) for name in MADE_UP)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name, module in sys.modules.items() if isinstance(module, _StandIn)]:
            del sys.modules[name]
