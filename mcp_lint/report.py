"""Records -> text: what a run prints. Pure functions; nothing is written here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMATS = ("text", "json", "github", "sarif")


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands there becomes ``text``; positions as in :class:`Record`, and an empty one is between characters."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True, order=True)
class Record:
    """One line of a report: a violation, or why a file could not be checked (E902, E999), and its file.

    ``file``: as the user named it, or below the folder that the user named; bytes that are no text are in it as lone
    surrogates (``surrogateescape``). Positions are those of :class:`mcp_lint.violation.Violation`.
    ``edits``: what mends it, where the form of the report says so.
    """

    file: str
    line: int
    column: int
    code: str
    message: str
    end_line: int
    end_column: int
    edits: tuple[Edit, ...] = field(default=(), compare=False)


def as_text(records: Sequence[Record]) -> str:
    """Give a line a record, in the form that flake8 has by default; nothing for none."""
    return "".join(f"{on_one_line(r.file)}:{r.line}:{r.column}: {r.code} {r.message}\n" for r in records)


def on_one_line(text: str) -> str:
    """Escape the control characters that a file's name may have: they break lines, and steer terminals.

    Undecodable bytes, which Python has as surrogates, stay as they are, so that the name can be opened.
    """
    return "".join(char if char.isprintable() or "\udc80" <= char <= "\udcff" else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def count(number: int, noun: str) -> str:
    """The number and what it counts: "1 cell", "2 cells"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def as_json(records: Sequence[Record]) -> str:
    """Give a list of objects, in ASCII; an empty list for none."""
    import json  # noqa: PLC0415 (its import takes as long as a short run's check)

    objects = [
        {
            "file": record.file,
            "line": record.line,
            "column": record.column,
            "end_line": record.end_line,
            "end_column": record.end_column,
            "code": record.code,
            "message": record.message,
        }
        for record in records
    ]
    return json.dumps(objects, indent=2) + "\n"


def statistics(records: Sequence[Record]) -> str:
    """Give a line a code, as ``flake8 --statistics`` does: how many, the code, the first one's message."""
    counts: dict[str, int] = {}
    samples: dict[str, str] = {}
    for record in records:
        counts[record.code] = counts.get(record.code, 0) + 1
        samples.setdefault(record.code, record.message)
    return "".join(f"{counts[code]:<5} {code} {samples[code]}\n" for code in sorted(counts))
