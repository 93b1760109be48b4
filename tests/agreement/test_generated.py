"""Generated programs: nothing that is right is reported, and in what is followed, all that is certainly wrong is.

The programs come from seeds, so each run sees the same ones; ``AGREEMENT_PROGRAMS`` says how many (2000), and
`long_run` goes through as many as one likes, and makes what it finds small.

What a report must prove: a ``return`` is reported with a code only if each run that leaves by it has that fault (or, of
a conditional expression, each run that takes the reported arm). Where runs differ in what is wrong with ``sources``,
one of their codes is named. A ``return`` or an arm that no input reaches may be reported: no path to it is right.
In wide programs that only holds for whether something is wrong, not for the code: paths that only seem to exist are
joined to those that do. What followed programs leave out is in `differences.NOT_FOLLOWED`, with reasons.
"""

from __future__ import annotations

import logging
import os
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp.client import Client

from mcp_lint.prefilter import is_worth_parsing
from mcp_lint.settings import DEFAULT_SETTINGS
from mcp_server import Registry

from .comparison import compare
from .differences import CALL_CODES, WARNINGS
from .execution import runs_of, tool_of
from .programs import write_program
from .registrations import compare_start, shrink_module, write_module
from .scope import Profile
from .shrink import shrink

if TYPE_CHECKING:
    from .programs import Program

PROGRAMS = int(os.environ.get("AGREEMENT_PROGRAMS", "2000"))
# Seeds in parts, so that parallel test runs share them; a module of registrations goes with so many programs.
PART = 100
PROGRAMS_PER_MODULE = 20
SERVED = 40


def _parts(count: int) -> list[range]:
    return [range(first, min(first + PART, count)) for first in range(0, count, PART)]


def _name(value: object) -> str:
    return f"{value.start}-{value.stop}" if isinstance(value, range) else getattr(value, "value", "")


@pytest.mark.parametrize("profile", Profile, ids=_name)
@pytest.mark.parametrize("seeds", _parts(PROGRAMS // len(Profile)), ids=_name)
def test_a_return_is_reported_if_it_is_wrong(profile: Profile, seeds: range) -> None:
    """No false alarm; in followed programs no missed one either."""
    for seed in seeds:
        for found in compare(write_program(seed, profile), profile):
            pytest.fail(f"seed {seed}: {shrink(found, profile)}")


def test_none_of_them_is_cleared_unread() -> None:
    """The search of the text that spares most files the parser lets all of them pass."""
    for seed in range(100):
        for profile in Profile:
            assert is_worth_parsing(write_program(seed, profile).source, DEFAULT_SETTINGS)
        assert is_worth_parsing(write_module(seed), DEFAULT_SETTINGS)


def test_the_programs_prove_something() -> None:
    """In followed programs runs meet each fault, and right results, and both in numbers."""
    seen: Counter[str] = Counter()
    for seed in range(100):
        for run in runs_of(write_program(seed, Profile.FOLLOWED)):
            assert run is not None, "a followed program never breaks off"
            seen.update(run.codes or {"right"})
    assert set(seen) == {"right", *CALL_CODES, *WARNINGS} - {"MCP107"}
    assert min(seen.values()) > 30
    assert seen["right"] > 200


@pytest.mark.parametrize("seeds", _parts(PROGRAMS // PROGRAMS_PER_MODULE), ids=_name)
def test_a_function_is_reported_if_it_is_refused(seeds: range, caplog: pytest.LogCaptureFixture) -> None:
    """The same functions with the same codes, in all ways of registering them."""
    caplog.set_level(logging.CRITICAL, logger="mcp_server")
    for seed in seeds:
        for found in compare_start(write_module(seed)):
            pytest.fail(f"seed {seed}: {found.kind} of {found.function}\n{shrink_module(found).source}")


@pytest.mark.parametrize("seed", range(SERVED))
def test_a_client_sees_what_was_compared(seed: int) -> None:
    """Calling through the registry and the SDK's client comes to the same as judging what the function returns."""
    program = write_program(seed, Profile.FOLLOWED)
    expected = sorted(_without_warnings(run.codes) for run in runs_of(program) if run is not None)
    seen = sorted(_without_warnings(codes) for codes in anyio.run(_call, program) if codes is not None)
    assert seen == expected


def _without_warnings(codes: Any) -> list[str]:
    return sorted(set(codes) - WARNINGS)


async def _call(program: Program) -> list[set[str] | None]:
    """The codes that each call gives to a client; None for a call that ends in the program's own ``raise``."""
    registry = Registry("generated")
    tool = tool_of(program)
    registry.tool(name="tool")(tool)
    assert registry.refusals == ()
    found: list[set[str] | None] = []
    names = list(_parameters(tool))
    async with Client(registry.server) as client:
        for given in program.inputs:
            result = await client.call_tool("tool", dict(zip(names, given, strict=True)))
            text = " ".join(getattr(block, "text", "") for block in result.content)
            codes = set(re.findall(r"\bMCP\d{3}\b", text))
            found.append(None if result.is_error and not codes and "Error executing" in text else codes)
    return found


def _parameters(tool: Any) -> tuple[str, ...]:
    code = tool.__code__
    names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
    return names[1:] if names[:1] == ("self",) else names
