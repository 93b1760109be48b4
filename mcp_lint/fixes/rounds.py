"""A text -> the mended text, in as many rounds as it takes: one fix can make room for another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mcp_lint.python_parser import python_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mcp_lint.violation import TextEdit, Violation

# Parentheses, then the annotation: two. More only where edits are in each other's way.
MAX_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Mended:
    """The new text, how many violations it no longer has, and those that it has."""

    text: str
    count: int
    left: tuple[Violation, ...]


def mend(text: str, find: Callable[[str], Sequence[Violation]]) -> Mended:
    """Mend all that ``find`` gives edits for; what is left comes from the mended text.

    The text stays as it is where the Python that runs could not parse it afterwards.
    """
    found = tuple(find(text))
    mended = Mended(text, 0, found)
    for _ in range(MAX_ROUNDS):
        chosen = choose(mended.left)
        if not chosen:
            break
        changed = apply(mended.text, {edit for violation in chosen for edit in violation.edits})
        if python_error(mended.text) is None and python_error(changed) is not None:
            break
        mended = Mended(changed, mended.count + len(chosen), tuple(find(changed)))
    return mended


def choose(violations: Iterable[Violation]) -> list[Violation]:
    """The violations that can be mended at once; the first ones, where edits are in each other's way."""
    chosen: list[Violation] = []
    taken: set[TextEdit] = set()
    for violation in violations:
        if violation.edits and all(edit in taken or _is_free(edit, taken) for edit in violation.edits):
            chosen.append(violation)
            taken.update(violation.edits)
    return chosen


def _is_free(edit: TextEdit, taken: Iterable[TextEdit]) -> bool:
    return all(edit.end < other.start or other.end < edit.start for other in taken)


def apply(text: str, edits: Iterable[TextEdit]) -> str:
    """Make the changes, of which no two touch the same place."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.replacement + text[edit.end :]
    return text
