"""The one thing that leaves the checker."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A broken rule and where.

    Lines and columns are 1-based and count code points, as flake8 prints them; the end is exclusive: the column
    after the last character. ``message`` is one line, without the code.
    """

    line: int
    column: int
    code: str
    message: str
    end_line: int
    end_column: int
