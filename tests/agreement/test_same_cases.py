"""Each data file, linted and then imported: what the editor says is what the server does.

A file is run with real registries, its imports of code that nobody has answered by stand-ins (`stand_ins` says how).
Whatever the linter calls MCP001, MCP002 or MCP004 must be refused with that code when the file is imported, and nothing
else. Each data tool is then called with many arguments; a tool with a known-bad result must fail with that code in
some call, and one that is known to be right must answer. One call of each outcome goes through the SDK's own client.

Limits: which object is a registry is a question of names, so the files that ask it prove nothing here. A clean tool is
held to answer only where nothing of missing code is in its result.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import pytest
from mcp.client import Client

from mcp_lint.check import check_text
from mcp_lint.settings import Settings
from mcp_server import Registry

from .calls import ANSWERS, ENDLESS, RAISES, Outcome, harmless, outcomes_of
from .data_files import DATA, Imported, first_line, functions_of, import_file
from .differences import BY_DESIGN, CALL_CODES, NOT_FOLLOWED, START_CODES, WARNINGS
from .stand_ins import standing_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp.types import CallToolResult

    from mcp_lint.violation import Violation

DOCS = Path(__file__).resolve().parents[2] / "docs" / "agreement.md"
DOUBT = "MCP190"
# Files with settings of their own about names are among those that are not run.
STRICT = Settings(strict=True)
# Files whose verdicts no run can show.
NOT_RUN = {
    "registries/": "which object is a registry, the linter tells by its name; what stands behind it is up to the run",
    "cases/not_registries.py": "the same",
    "mcp101_sdk_1.py": "the installed SDK is 2",
    "mcp900_": "not checked, so there is nothing to compare",
    "shapes/tests_of_a_plugin.py": "tests of a plugin: it registers nothing",
}
# What the server refuses and the linter cannot know.
REFUSED_UNKNOWN = {
    "mcp001_no_annotation.py": {
        "under_an_unknown_decorator": "what the decorator gives may be annotated",
        "under_an_unknown_decorator_with_arguments": "the same",
        "wrapped": "the same",
        "never_registered": "what missing code makes of it is registered",
    },
    "mcp002_other_modules.py": {
        "dotted": "the annotation is an attribute of missing code",
        "dotted_absolute": "the same",
        "unknown": "the annotation is missing code",
        "unknown_too": "the same",
    },
    "mcp002_wrong_annotation.py": {
        "unknown_name": "the annotation is missing code",
        "unknown_call": "the same",
        "unknown_item": "the same",
        "given_a_signature": "`__signature__` is assigned",
    },
    "mcp004_same_name.py": {
        "inner": "what a decorator gives that does not keep the annotation",
        "side": "two classes are each given a registry, and here it is the same one",
    },
}
# Where one of these is possible and not certain, strict mode says so; of the others (an empty `content`, a bad table)
# it says nothing, so that a tool without a report may still fail with them in some calls.
DOUBTED_CODES = frozenset({"MCP101", "MCP102", "MCP103", "MCP106", "MCP107"})
# Tools that are wrong in each call here, for reasons that the linter cannot know.
NEVER_ANSWERS = {
    "flow/other_hands.py": {"by_sorting": "rows that a sorted copy gives are extended"},
    "mcp105_no_content.py": {
        "spread": "what is spread is up to the caller, and no caller can give it",
        "unknown_map": "what is mapped is missing code",
    },
    "mcp101_no_payload.py": {"spread": "the same"},
    "mcp004_same_name.py": {"with_pandas": "its text is missing code"},
    "mcp190_cannot_tell.py": {"spread": "the same"},
    "shapes/budget.py": {"por_dimensión": "its text is missing code", "total": "the same"},
    "mcp202_table.py": {"unknown_rows": "the slice of an unknown list is one shorter than the list"},
}
# Tools without a report that raise in each call, which the linter takes as right: most are written to.
ALWAYS_RAISES = {
    "cases/results.py": {"exits": "it ends the run"},
    "flow/correlated.py": {"first_that_fits": "no client sends rows that have a `url` to ask for"},
    "flow/one_of_several.py": {"of_a_helper_with_a_with": "the file that it opens does not exist"},
    "flow/ways_out.py": {
        "one_or_the_other": "each way ends in `raise`",
        "neither": "the same",
        "present_or_not": "the same",
        "never_bound": "the same, or a name that is not bound",
    },
    "mcp101_no_payload.py": {"never_reached": "it is all that it does"},
    "mcp106_wrong_result.py": {
        "raises": "it is all that it does",
        "exits": "it ends the run",
        "fails_in_each_branch": "its helper does",
        "not_implemented": "it is all that it does",
        "unreachable_branch": "it is the first that it does",
    },
    "mcp190_cannot_tell.py": {"raises": "it is all that it does"},
}

# Statements that raise when the file is imported, by what they raise; what they define is not compared.
RAISE_ON_IMPORT = {
    "mcp001_no_annotation.py": {
        "AttributeError: 'Registry' object has no attribute 'prompt'": "a method that only the SDK's own server has",
        "AttributeError: 'Registry' object has no attribute 'tools'": "a method that only sounds like one",
    },
    "mcp002_star_import.py": {"NameError: name 'SomeName' is not defined": "`*` gives nothing here"},
    "mcp003_no_parentheses.py": {
        "AttributeError: 'Registry' object has no attribute 'resources'": "a method that only sounds like one",
        "AttributeError: 'Registry' object has no attribute 'tool_cache'": "the same",
        "AttributeError: 'Registry' object has no attribute 'plugin'": "the same",
    },
    "mcp004_same_name.py": {
        "TypeError: MCP003 `@registry.tool` is written without parentheses; write `@registry.tool()`": "its name is "
        "missing code",
        "TypeError: keywords must be strings": "its options are missing code",
    },
    "mcp901_no_docstring.py": {"TypeError: keywords must be strings": "its options are missing code"},
}


def _relative(path: Path) -> str:
    return path.relative_to(DATA).as_posix()


def _can_be_run(path: Path) -> bool:
    if any(_relative(path).startswith(start) for start in NOT_RUN):
        return False
    try:
        ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError:  # written for a newer Python
        return False
    return True


FILES = [path for path in sorted(DATA.glob("**/*.py")) if _can_be_run(path)]
_each_file = pytest.mark.parametrize("path", FILES, ids=_relative)


@dataclass(frozen=True, slots=True)
class Case:
    """A file with the verdicts of both halves."""

    imported: Imported
    violations: tuple[Violation, ...]

    def codes_of(self, line: int) -> frozenset[str]:
        """What the linter says within the function that begins at a line."""
        node = next((node for node in functions_of(self.imported.tree) if first_line(node) == line), None)
        end = line if node is None else node.end_lineno
        return frozenset(each.code for each in self.violations if line <= each.line <= end)


@lru_cache(maxsize=1)
def _case(path: Path) -> Case:
    text = path.read_text(encoding="utf-8")
    violations = check_text(text, STRICT)
    bare = {each.line for each in violations if each.code == "MCP003"}
    return Case(import_file(path, STRICT.registries, bare), violations)


def test_there_are_files() -> None:
    """An empty list would make all tests below pass."""
    assert len(FILES) > 30


@_each_file
def test_what_raises_on_import(path: Path) -> None:
    """Nothing is left out of the comparison but what the table names."""
    raised = {said.partition(": ")[2] for said in _case(path).imported.skipped}
    assert raised == set(RAISE_ON_IMPORT.get(_relative(path), {}))


@_each_file
def test_what_is_refused_at_the_start(path: Path) -> None:
    """The same functions, with the same codes; and decorators without parentheses raise."""
    case = _case(path)
    heads = _heads(case.imported.tree)
    said = Counter((each.code, heads.get(each.line, "")) for each in case.violations if each.code in START_CODES)
    refused = set(_refusals(case))
    assert {each for each in said if each[1]} - refused == set(), "the linter alone"
    alone = refused - set(said)
    unknown = set(REFUSED_UNKNOWN.get(_relative(path), {}))
    assert unknown <= {name for _, name in alone}, "an exception that is none any more"
    # What is registered by a call is reported there, on a line that does not tell the function's name.
    unnamed = Counter(code for code, name in alone if name not in unknown)
    assert all(count <= said[code, ""] for code, count in unnamed.items()), f"the server alone: {alone}"
    assert case.imported.bare == {each.line for each in case.violations if each.code == "MCP003"}


def _heads(tree: ast.AST) -> dict[int, str]:
    """The name of the function whose head is on a line: its decorators, and all before its body."""
    heads: dict[int, str] = {}
    for node in functions_of(tree):
        body = node.body if isinstance(node, ast.Lambda) else node.body[0]
        for line in range(first_line(node), max(body.lineno, first_line(node) + 1)):
            heads.setdefault(line, getattr(node, "name", "<lambda>"))
    return heads


def _refusals(case: Case) -> Iterable[tuple[str, str]]:
    for registry in case.imported.registries:
        for refusal in registry.refusals:
            if refusal.file == str(case.imported.path) and refusal.code in START_CODES:
                yield refusal.code, refusal.function


@_each_file
def test_what_fails_in_a_call(path: Path) -> None:
    """A tool that is known to be wrong fails with that code in some call; one that is known to be right answers."""
    case = _case(path)
    for line, tool in case.imported.tools.items():
        outcomes = outcomes_of(tool, case.imported.stage)
        _compare(case, line, getattr(tool, "__name__", ""), outcomes)


def _compare(case: Case, line: int, name: str, outcomes: list[Outcome]) -> None:
    said = case.codes_of(line)
    seen = frozenset(code for outcome in outcomes for code in outcome.codes)
    # Where no result can be built, nothing is known but what pydantic minds.
    results = [outcome for outcome in outcomes if not outcome.codes <= {RAISES, ENDLESS}]
    is_unbuilt = all(outcome.is_unbuilt for outcome in results) and bool(said & seen)
    assert is_unbuilt or said & CALL_CODES <= seen, f"{name}, line {line}: never fails with it"
    if DOUBT in said:
        return
    own = [outcome for outcome in results if outcome.is_own]
    wrong = {code for outcome in own for code in outcome.codes & DOUBTED_CODES} - said
    assert not wrong, f"{name}, line {line}: known to carry `sources`, and does not"
    if not said & CALL_CODES:
        _compare_right(case, line, name, seen, has_own=bool(own))


def _compare_right(case: Case, line: int, name: str, seen: frozenset[str], *, has_own: bool) -> None:
    """A tool that is known to be right answers, unless missing code has a part in all that it gives."""
    file = _relative(case.imported.path)
    if name in {**NEVER_ANSWERS.get(file, {}), **ALWAYS_RAISES.get(file, {})}:
        assert ANSWERS not in seen, f"{name}: an exception that is none any more"
    elif has_own or seen <= {RAISES, ENDLESS}:
        assert ANSWERS in seen, f"{name}, line {line}: fails in each call, {seen}"


@_each_file
def test_what_is_reported_is_called(path: Path) -> None:
    """Each tool with a report that a call must show is among those that are called, or refused before."""
    case = _case(path)
    nodes = [node for node in functions_of(case.imported.tree) if _is_refused_or_called(case, first_line(node))]
    inside = {line for node in nodes for line in range(first_line(node), node.end_lineno + 1)}
    alone = {(each.line, each.code) for each in case.violations if each.code in CALL_CODES and each.line not in inside}
    assert alone == set()


def _is_refused_or_called(case: Case, line: int) -> bool:
    return line in case.imported.tools or bool(case.codes_of(line) & START_CODES)


@_each_file
def test_what_a_client_sees(path: Path) -> None:
    """One call of each outcome through the registry and the SDK's client comes to the same."""
    case = _case(path)
    stage, registry = case.imported.stage, Registry("served")
    wanted: list[tuple[str, Outcome]] = []
    for line, tool in case.imported.tools.items():
        if any(
            part.kind in {part.VAR_POSITIONAL, part.VAR_KEYWORD} for part in inspect.signature(tool).parameters.values()
        ):
            continue  # the SDK asks clients for an argument of that name
        registry.tool(name=f"line_{line}")(tool)
        ending = [outcome for outcome in outcomes_of(tool, stage) if ENDLESS not in outcome.codes]
        wanted += [(f"line_{line}", outcome) for outcome in ending]
    # A parameter that is annotated with missing code cannot be served.
    assert {refusal.code for refusal in registry.refusals} <= {"MCP005"}
    served = {tool.name for tool in registry.registered}
    with standing_in(stage, registry, STRICT.registries), harmless():
        anyio.run(_call_all, registry, case, [each for each in wanted if each[0] in served])


async def _call_all(registry: Registry, case: Case, wanted: list[tuple[str, Outcome]]) -> None:
    async with Client(registry.server) as client:
        for name, outcome in wanted:
            case.imported.stage.mood = outcome.mood
            result = await client.call_tool(name, dict(outcome.arguments))
            if outcome.is_own:
                # An error that refuses a result repeats what it was warned of.
                expected = outcome.codes - {ANSWERS, RAISES}
                assert _codes_in(result) - WARNINGS == expected - WARNINGS, (name, outcome, result)


def _codes_in(result: CallToolResult) -> set[str]:
    text = " ".join(getattr(block, "text", "") for block in result.content)
    return set(re.findall(r"\bMCP\d{3}\b", text) if result.is_error else ())


def test_the_documentation_has_the_tables() -> None:
    """The same codes and places with the same reasons, in the same order."""
    rows = re.findall(r"^\| (\w[^|]*) \| ([^|]+) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    heads = [("code", "why"), ("where", "why")]
    assert rows == [heads[0], *BY_DESIGN.items(), heads[1], *NOT_FOLLOWED.items()]
