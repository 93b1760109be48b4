"""Where mended files go: to their place on the disk, to standard output, or into a diff."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from mcp_lint.diff import unified_diff
from mcp_lint.lint import STDIN, Outcome, Plan, lint_file
from mcp_lint.report import count
from mcp_lint.rewrite import Rewrite, replace_file

if TYPE_CHECKING:
    from collections.abc import Iterable


def summary(outcomes: Iterable[Outcome], done: str) -> str:
    """One line that says how much was mended, or would be; nothing where that is nothing."""
    counts = [outcome.rewrite.count for outcome in outcomes if outcome.rewrite is not None and outcome.rewrite.count]
    return f"mcp-lint: {done} {count(sum(counts), 'violation')} in {count(len(counts), 'file')}\n" if counts else ""


def show_all(outcomes: Iterable[Outcome], output: BinaryIO) -> None:
    """Write what would change."""
    for outcome in outcomes:
        if outcome.rewrite is not None:
            output.write(unified_diff(outcome.rewrite))


def write_all(outcomes: Iterable[Outcome], plan: Plan, output: BinaryIO) -> tuple[list[Outcome], list[str]]:
    """Write each file to its place, and standard input's text to ``output``, whether or not it has changed.

    Return what is to be reported (of a file that could not be written, what it has now), and a line on each of those.
    """
    problems: list[str] = []
    reported: list[Outcome] = []
    for outcome in outcomes:
        rewrite = outcome.rewrite
        problem = _write(rewrite, output) if rewrite is not None else None
        if rewrite is None or problem is None:
            reported.append(outcome)
        else:
            problems.append(f"{rewrite.name}: not fixed: {problem}")
            reported.append(_as_it_is(rewrite, plan))
    return reported, problems


def _write(rewrite: Rewrite, output: BinaryIO) -> str | None:
    """Say why the file could not be written; None where it was, or need not be."""
    if rewrite.path == STDIN:
        output.write(rewrite.after)
        return None
    try:
        if rewrite.is_change:
            replace_file(rewrite)
    except OSError as error:
        return error.strerror or str(error)
    return None


def _as_it_is(rewrite: Rewrite, plan: Plan) -> Outcome:
    return lint_file(rewrite.path, replace(plan, plans_fixes=False), rewrite.name)
