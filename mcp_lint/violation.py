"""The one thing that leaves the checker."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class TextEdit:
    """``text[start:end]`` becomes ``replacement``; offsets count code points, and newlines as they are in the file."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A broken rule and where.

    Lines and columns are 1-based and count code points, as flake8 prints them; the end is exclusive: the column
    after the last character. ``message`` is one line, without the code.
    ``edits``: what mends it, all of them together; none where nobody asked, or where it is to be mended by hand.
    """

    line: int
    column: int
    code: str
    message: str
    end_line: int
    end_column: int
    edits: tuple[TextEdit, ...] = field(default=(), compare=False)
