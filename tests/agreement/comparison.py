"""A program's verdicts of both halves, and where they differ."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mcp_lint.check import check_text
from mcp_lint.settings import Settings

from .differences import SOURCES_CODES, UNCOMPARED_CODES
from .execution import END, Place, Run, arms_of, runs_of
from .programs import TOOL
from .scope import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .programs import Program

STRICT = Settings(strict=True)
_DOUBT = "MCP190"
_END_CODE = "MCP106"
_RIGHT = 'return CallToolResult(content=[TextContent(type="text", text="x")], structuredContent={"sources": ["https://e.org"]})'
_RETURN = re.compile(r"^( *)return\b ?(.*)$")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A ``return`` of which the halves say different things. ``kind`` says in which way, and names the codes."""

    kind: str
    line: int
    program: Program

    def __str__(self) -> str:
        """The kind, and the program with its line."""
        return f"{self.kind} (line {self.line})\n{self.program.source}"


@dataclass(frozen=True, slots=True)
class _Linted:
    """What the linter says: the codes of each ``return``, the lines that it cannot judge, whether the end is bad."""

    codes: dict[int, frozenset[str]]
    doubted: frozenset[int]
    is_end_reported: bool


def compare(program: Program, profile: Profile) -> list[Disagreement]:
    """Lint the program, run it, and compare."""
    linted = _lint(program.source)
    by_line: dict[int, list[Run]] = defaultdict(list)
    runs = runs_of(program)
    for run in runs:
        if run is not None:
            by_line[run.line].append(run)
    # A run that breaks off might have gone to the end.
    may_reach_end = END in by_line or any(run is None or run.is_unbuilt for run in runs)
    # A handler counts as reachable, whatever the body does. Those of helpers lead to no end of the tool.
    may_reach_end |= profile is Profile.WIDE and _has_handler(_tool_of(program.source))
    arms = arms_of(program.source)
    found = list(_compare_end(linted.is_end_reported, END in by_line, may_reach_end, profile))
    for line, codes in linted.codes.items():
        here = by_line.get(line, [])
        kinds = _compare_return(codes, here, profile, is_doubted=line in linted.doubted)
        if codes and _is_out_of_reach(arms, here):
            kinds = (kind for kind in kinds if not kind.startswith("false alarm"))
        found += [(kind, line) for kind in kinds]
    return [Disagreement(kind, line, program) for kind, line in found]


def _has_handler(function: ast.AST) -> bool:
    return any(
        isinstance(node, ast.ExceptHandler) or (isinstance(node, ast.Attribute) and node.attr == "suppress")
        for node in ast.walk(function)
    )


def _is_out_of_reach(arms: dict[Place, frozenset[Place]], runs: list[Run]) -> bool:
    """Whether an arm of the ``return`` is never taken: what is reported may be about that one."""
    returned = {run.returned_arm for run in runs if run.returned_arm}
    structured = {run.structured_arm[1] for run in runs if run.structured_arm}
    wholes = {run.structured_arm[0] for run in runs if run.structured_arm}
    wholes |= {whole for whole, leaves in arms.items() if leaves & returned}
    return any(not arms.get(whole, frozenset()) <= returned | structured for whole in wholes)


def _compare_end(is_reported: bool, is_reached: bool, may_reach: bool, profile: Profile) -> Iterable[tuple[str, int]]:
    if is_reported and not may_reach:
        yield "false alarm: the end of the function is never reached", END
    if is_reached and not is_reported and profile is Profile.FOLLOWED:
        yield "missed: the end of the function is reached", END


def _compare_return(codes: frozenset[str], runs: list[Run], profile: Profile, *, is_doubted: bool) -> Iterable[str]:
    arms = _by_arm(runs)
    if codes and arms and not any(_is_explained(codes, arm, profile) for arm in arms):
        yield f"false alarm: {_shown(codes)}, where runs give {_shown_runs(runs)}"
    if not codes and not is_doubted:
        failing = frozenset(code for run in runs for code in run.codes & {*SOURCES_CODES, _END_CODE})
        if failing:
            yield f"not doubted: {_shown(failing)}"
    if profile is Profile.FOLLOWED:
        missed = next((found for arm in arms if (found := _missed(codes, arm)) is not None), frozenset())
        if missed:
            yield f"missed: {_shown(missed)}, reported: {_shown(codes)}, where runs give {_shown_runs(runs)}"


def _missed(codes: frozenset[str], arm: list[Run]) -> frozenset[str] | None:
    """What of an arm should have been reported; None where the arm is not bad on every path.

    A code that every path gives; where they only have in common that ``sources`` is wrong, anything.
    """
    certain = frozenset.intersection(*(run.codes for run in arm))
    if certain:
        return certain - codes
    if not all(run.codes for run in arm):
        return None
    return frozenset() if codes else _certain(arm)


def _shown(codes: Iterable[str]) -> str:
    return " ".join(sorted(codes)) or "nothing"


def _shown_runs(runs: list[Run]) -> str:
    return " or ".join(sorted({_shown(run.codes) for run in runs}))


def _by_arm(runs: list[Run]) -> list[list[Run]]:
    """The runs of each arm together, the arms in the order of the text.

    Those of the structured content count where the same conditional expression is behind every run.
    """
    by_returned: dict[Place, list[Run]] = defaultdict(list)
    for run in runs:
        by_returned[run.returned_arm or (0, 0)].append(run)
    return [arm for _, same in sorted(by_returned.items()) for arm in _by_structured_arm(same)]


def _by_structured_arm(runs: list[Run]) -> list[list[Run]]:
    if len({run.structured_arm and run.structured_arm[0] for run in runs}) > 1:
        return [runs]
    by_arm: dict[tuple[Place, ...], list[Run]] = defaultdict(list)
    for run in runs:
        by_arm[run.structured_arm or ()].append(run)
    return [same for _, same in sorted(by_arm.items())]


def _is_explained(codes: frozenset[str], arm: list[Run], profile: Profile) -> bool:
    """Whether the arm is bad on every path, and with these codes.

    Where the paths differ in what is wrong with ``sources``, one of them is named; where they have no fault in common,
    one of all. In a wide program, the named one may be that of a path which only seems to exist: it is not compared.
    """
    if not all(run.codes for run in arm):
        return False
    seen = frozenset(code for run in arm for code in run.codes)
    certain = _certain(arm)
    # Of a result that cannot be built, only what pydantic minds is known, and it may be another than is returned.
    if profile is Profile.WIDE or any(run.is_unbuilt for run in arm):
        return True
    named = frozenset(code for code in codes if code in seen and (not certain or _family(code) in certain))
    return named == codes


def _certain(arm: list[Run]) -> frozenset[str]:
    """What is wrong on every path to an arm; the ways in which ``sources`` can be wrong count as one."""
    return frozenset.intersection(*(frozenset(map(_family, run.codes)) for run in arm))


def _family(code: str) -> str:
    return "sources" if code in SOURCES_CODES else code


def _lint(source: str) -> _Linted:
    lines = source.splitlines()
    node = _tool_of(source)
    returns = list(_returns(node))
    found = [v for v in check_text(source, STRICT) if v.code not in UNCOMPARED_CODES]
    doubted = frozenset(v.line for v in found if v.code == _DOUBT)
    end = [v for v in found if v.code == _END_CODE and v.line == node.lineno]
    reported = {v.code for v in found if v.code != _DOUBT and v not in end}
    codes = {number: frozenset(reported) for number in returns}
    if reported and len(returns) > 1:
        codes = {number: _codes_of_only(lines, returns, number, node.lineno) for number in returns}
    return _Linted(codes, doubted, bool(end))


def _codes_of_only(lines: list[str], returns: list[int], kept: int, head: int) -> frozenset[str]:
    """What is reported of one ``return``: the others work out their values as before, and return what is right."""
    changed = list(lines)
    for number in returns:
        match = _RETURN.match(lines[number - 1])
        if number != kept and match is not None:
            changed[number - 1] = f"{match[1]}{match[2] or 'pass'}; {_RIGHT}"
    found = check_text("\n".join(changed) + "\n")
    return frozenset(
        v.code for v in found if v.code not in UNCOMPARED_CODES and not (v.code == _END_CODE and v.line == head)
    )


def _tool_of(source: str) -> ast.FunctionDef | ast.AsyncFunctionDef:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == TOOL:
            return node
    raise LookupError(TOOL)


def _returns(function: ast.AST) -> Iterable[int]:
    """The lines of a function's own ``return`` statements."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.Return):
            yield node.lineno
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from _returns(node)
