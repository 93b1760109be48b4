"""Edits at nodes -> edits of the text."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from mcp_lint.fixes.records import NodeEdit, Side
from mcp_lint.violation import TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import libcst as cst

    from mcp_lint.positions import Span

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


class Places:
    """The lines of a file's text."""

    def __init__(self, text: str) -> None:
        """Take the text."""
        self._starts = [0, *accumulate(map(len, _LINE.findall(text)))]

    def offset(self, line: int, column: int) -> int:
        """Where in the text it is."""
        return self._starts[line - 1] + column - 1


def text_edits(edits: Iterable[NodeEdit], spans: Mapping[cst.CSTNode, Span], places: Places) -> tuple[TextEdit, ...]:
    """The same edits as changes of the text."""
    return tuple(_text_edit(edit, spans, places) for edit in edits)


def _text_edit(edit: NodeEdit, spans: Mapping[cst.CSTNode, Span], places: Places) -> TextEdit:
    if edit.node is None:
        return TextEdit(0, 0, edit.text)
    span = spans[edit.node]
    start = places.offset(span.line, span.column)
    end = places.offset(span.end_line, span.end_column)
    if edit.side is not Side.INSTEAD:
        start = end = start if edit.side is Side.BEFORE else end
    return TextEdit(start, end, edit.text)
