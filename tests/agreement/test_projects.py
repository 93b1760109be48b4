"""A project of several modules, linted and then served: a fault in one file is seen where another file calls it."""

from __future__ import annotations

import ast
import asyncio
import importlib
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from mcp_lint.check import check_text
from mcp_lint.project import Project
from mcp_server import Registry
from mcp_server.callables import is_async
from mcp_server.result_check import check_result
from mcp_server.unbuilt_result import check_unbuilt

from .data_files import functions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp_lint.violation import Violation

SOURCE = Path(__file__).resolve().parents[1] / "projects" / "balance" / "src"
MODULES = ("tools", "typed")
START_CODES = ("MCP001", "MCP002", "MCP004")
NOT_COMPARED = {
    "": "a partial has no name",
    "faulty": "what a function of another file gives is reported there",
    "in_a_circle": "a call of a function that is being followed is not followed",
}


class Noting(Registry):
    """A registry that keeps the functions that it is given."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__("noting")
        self.given: dict[str, Callable[..., Any]] = {}

    def tool(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        """Note what is registered."""
        register = super().tool(*args, **kwargs)

        def take(fn: Any) -> Any:
            self.given.setdefault(getattr(fn, "__name__", ""), fn)
            return register(fn)

        return take


@dataclass(frozen=True, slots=True)
class Served:
    """A module's tools in a real registry."""

    path: Path
    registry: Noting

    def violations(self) -> tuple[Violation, ...]:
        """What the linter says of the module."""
        return check_text(self.path.read_text(encoding="utf-8"), path=str(self.path), project=Project())


@pytest.fixture(params=MODULES)
def served(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The tools of each module."""
    monkeypatch.syspath_prepend(str(SOURCE))
    registry = Noting()
    importlib.import_module(f"balance.{request.param}").register_tools(registry)
    yield Served(SOURCE / "balance" / f"{request.param}.py", registry)
    for name in [name for name in sys.modules if name.partition(".")[0] == "balance"]:
        del sys.modules[name]


def said(served: Served) -> dict[str, set[str]]:
    """The codes that the linter reports in each tool, by its name; of what is registered elsewhere, by ""."""
    lines = {}
    tree = ast.parse(served.path.read_text(encoding="utf-8"))
    for node in sorted(functions_of(tree), key=lambda each: each.lineno):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name != "register_tools":
            lines.update(dict.fromkeys(range(node.lineno, (node.end_lineno or 0) + 1), node.name))
    found: dict[str, set[str]] = {}
    for violation in served.violations():
        found.setdefault(lines.get(violation.line, ""), set()).add(violation.code)
    return found


def test_what_is_refused_at_the_start(served: Served) -> None:
    """Functions of other modules, each with the code that is reported where it is registered."""
    reported = Counter(each.code for each in served.violations())
    refused = Counter(refusal.code for refusal in served.registry.refusals)
    assert {code: reported[code] for code in START_CODES} == {code: refused[code] for code in START_CODES}
    assert refused


def test_what_fails_in_a_call(served: Served) -> None:
    """What is reported of a tool, some call of it comes to; and of a tool without a report, every call is right."""
    reported = said(served)
    refused = {refusal.function for refusal in served.registry.refusals}
    names = [name for name in served.registry.given if name not in {*refused, *NOT_COMPARED}]
    assert len(names) > 3
    for name in names:
        outcomes = [codes_of(served.registry.given[name], year) for year in (1, 2023)]
        wanted = reported.get(name, set())
        assert wanted <= set().union(*outcomes), name
        assert wanted or not any(outcomes), name


def codes_of(tool: Callable[..., Any], year: int) -> set[str]:
    """What the server says of a call, advice included."""
    try:
        result = asyncio.run(tool(year=year)) if is_async(tool) else tool(year=year)
    except ValidationError as error:
        return {problem.code for problem in check_unbuilt(error)}
    found = {problem.code for problem in check_result(result)}
    if asyncio.iscoroutine(result):
        result.close()
    return found
