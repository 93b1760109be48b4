"""Call a data file's tools with what may come in, and say what comes of it."""

from __future__ import annotations

import asyncio
import copy
import inspect
import random
import sys
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import product
from typing import TYPE_CHECKING, Any
from unittest import mock

from pydantic import ValidationError

from mcp_server.callables import is_async, is_generator
from mcp_server.result_check import check_result
from mcp_server.unbuilt_result import check_unbuilt

from .stand_ins import Mood, is_made_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .stand_ins import Stage

# All combinations, or so many of them, always the same ones.
MAX_COMBINATIONS = 40
# A call that has not ended after so many lines never will.
MAX_STEPS = 20_000
_BLOCK = {"type": "text", "text": "x"}
_LISTS: tuple[object, ...] = ([], ["a"], ["a", "b"], [_BLOCK])
_ANY: tuple[object, ...] = (True, False, "", "a", "b", None, {}, _BLOCK, {"data": [1, 2]}, *_LISTS, *range(17))
_VALUES: dict[object, tuple[object, ...]] = {
    bool: (True, False),
    int: tuple(range(17)),
    str: ("", "a", "b", "x"),
    list: ([], ["a"], ["a", "b"]),
    dict: ({}, {"sources": ["https://example.org"]}),
}
RAISES, ANSWERS, ENDLESS = "raises", "answers", "goes on for ever"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call came to: ``codes`` of what the registry would refuse it for, or that it answers or raises.

    ``is_own``: nothing of missing code had a part in it. ``is_unbuilt``: pydantic has refused the result, so that only
    what pydantic minds is known.
    """

    codes: frozenset[str]
    is_own: bool
    is_unbuilt: bool
    arguments: tuple[tuple[str, object], ...]
    mood: Mood


def outcomes_of(fn: Callable[..., Any], stage: Stage) -> list[Outcome]:
    """One outcome of each kind."""
    found: dict[tuple[frozenset[str], bool], Outcome] = {}
    for mood in Mood:
        for arguments in _arguments(fn):
            stage.mood, stage.is_used = mood, False
            # Copied, since a call may change what it is given; each on its own, as what JSON brings shares nothing.
            given = {name: copy.deepcopy(value) for name, value in arguments.items()}
            codes, is_unbuilt = _codes(fn, given, stage)
            outcome = Outcome(codes, not stage.is_used, is_unbuilt, tuple(arguments.items()), mood)
            found.setdefault((outcome.codes, outcome.is_own), outcome)
        # Where missing code has no part, it is all the same how that behaves.
        if all(outcome.is_own for outcome in found.values()):
            break
    return list(found.values())


class _EndlessError(BaseException):  # no tool shall catch it
    """A call goes on and on, as tools do that wait for what never comes."""


@contextmanager
def harmless() -> Iterator[None]:
    """Let a call neither end this process nor write to its output."""
    with mock.patch("os._exit", sys.exit), redirect_stdout(StringIO()):
        yield


@contextmanager
def _ended_some_time() -> Iterator[None]:
    left = MAX_STEPS

    def step(*_: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise _EndlessError
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        yield
    finally:
        sys.settrace(before)


def _codes(fn: Callable[..., Any], arguments: dict[str, object], stage: Stage) -> tuple[frozenset[str], bool]:
    """What the registry would say of a call, and whether pydantic refuses the result."""
    try:
        with harmless(), _ended_some_time():
            # The SDK awaits what an async function gives, and no other.
            result = asyncio.run(fn(**arguments)) if is_async(fn) and not is_generator(fn) else fn(**arguments)
    except ValidationError as error:
        problems = check_unbuilt(error)
        stage.is_used |= any(is_made_up(detail["input"]) for detail in error.errors(include_url=False))
        return frozenset(problem.code for problem in problems) or frozenset({RAISES}), bool(problems)
    except _EndlessError:
        return frozenset({ENDLESS}), False
    except (Exception, SystemExit):  # whatever it is, it is the tool's
        return frozenset({RAISES}), False
    stage.is_used |= is_made_up(result)
    problems = check_result(result, is_generator=is_generator(fn))
    if inspect.iscoroutine(result):
        result.close()
    codes = frozenset(problem.code for problem in problems if not problem.is_warning)
    return codes or frozenset({ANSWERS}), False


def _arguments(fn: Callable[..., Any]) -> Iterator[dict[str, object]]:
    try:
        parameters = inspect.signature(fn).parameters.values()
    except (TypeError, ValueError):
        return
    named = [each for each in parameters if each.kind in {each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY}]
    pools = [_values(each) for each in named]
    combinations = list(product(*pools)) if _count(pools) <= MAX_COMBINATIONS else _some(pools)
    for values in combinations:
        yield dict(zip((each.name for each in named), values, strict=True))


def _count(pools: list[tuple[object, ...]]) -> int:
    total = 1
    for pool in pools:
        total *= len(pool)
    return total


def _some(pools: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    rng = random.Random(0)  # noqa: S311 - the same ones each time
    return [tuple(rng.choice(pool) for pool in pools) for _ in range(MAX_COMBINATIONS)]


def _values(parameter: inspect.Parameter) -> tuple[object, ...]:
    annotation: Any = parameter.annotation
    if isinstance(annotation, str):
        annotation = {"bool": bool, "int": int, "str": str, "list": list, "dict": dict}.get(
            annotation.partition("[")[0]
        )
    return _VALUES.get(getattr(annotation, "__origin__", annotation), _ANY)
