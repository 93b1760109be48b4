"""Which violations a ``# noqa`` comment silences, by the installed flake8's own code, so that both commands agree.

flake8 is imported inside the functions: it takes 0.06 s, and most runs have nothing to report.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Protocol

from mcp_lint.source import lines_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp_lint.violation import Violation


class _Processor(Protocol):
    """The part of flake8's file processor that is used; flake8 has no types of its own."""

    filename: str
    lines: list[str]

    def should_ignore_file(self) -> bool: ...

    def noqa_line_for(self, line_number: int) -> str | None: ...


class _Options(argparse.Namespace):
    """Options of a flake8 run; which ones its file processor asks for (and never uses here) varies by version."""

    def __getattr__(self, name: str) -> None:
        """Answer for every option that was not set."""


def without_silenced(
    violations: Sequence[Violation], text: str, *, disable_noqa: bool = False
) -> tuple[Violation, ...]:
    """Leave out what flake8 would not report in this text because of a comment; the order stays."""
    if disable_noqa or not violations:
        return tuple(violations)
    processor = _processor_of(text)
    if processor.should_ignore_file():
        return ()
    return tuple(violation for violation in violations if not _is_silenced(violation, processor))


def _processor_of(text: str) -> _Processor:
    from flake8.processor import FileProcessor  # type: ignore[import-untyped]  # noqa: PLC0415

    processor: _Processor = FileProcessor("-", _Options(disable_noqa=False), lines_of(text))
    return processor


def _is_silenced(violation: Violation, processor: _Processor) -> bool:
    from flake8.violation import Violation as Reported  # type: ignore[import-untyped]  # noqa: PLC0415

    reported = Reported(
        violation.code,
        processor.filename,
        violation.line,
        violation.column,
        violation.message,
        _commented_line(violation.line, processor),
    )
    return bool(reported.is_inline_ignored(disable_noqa=False))


def _commented_line(line: int, processor: _Processor) -> str:
    """Give the line in which flake8 would look for the comment: the whole statement where it spans several."""
    try:
        logical = processor.noqa_line_for(line)
    except Exception:  # this Python's tokenizer on a newer Python's syntax
        logical = None
    if logical is not None:
        return logical
    return processor.lines[line - 1] if 0 < line <= len(processor.lines) else ""
