r"""Edits at nodes -> edits of the text.

Nodes have places in the code that libcst generates. That is the file's text but for a form feed in front of a statement
and for a ``\r`` at the very end, which libcst leaves out. So each line of one is found in the other; where that fails,
nothing is written.
"""

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
    """The text of a file beside the code that libcst generates for it."""

    def __init__(self, text: str, generated: str) -> None:
        """Take both."""
        self._lines, self._generated = _LINE.findall(text), _LINE.findall(generated)
        self._starts = [0, *accumulate(map(len, self._lines))]

    def offset(self, line: int, column: int) -> int | None:
        """Where in the text it is; None where the line cannot be found."""
        if column == 1 and line <= len(self._lines):
            return self._starts[line - 1]
        real, generated = self._lines[line - 1].rstrip("\r\n"), self._generated[line - 1].rstrip("\r\n")
        is_found = len(self._lines) == len(self._generated) and real.endswith(generated)
        return self._starts[line - 1] + len(real) - len(generated) + column - 1 if is_found else None


def text_edits(edits: Iterable[NodeEdit], spans: Mapping[cst.CSTNode, Span], places: Places) -> tuple[TextEdit, ...]:
    """The same edits as changes of the text; none at all where one of the places cannot be found."""
    found = [_text_edit(edit, spans, places) for edit in edits]
    return tuple(edit for edit in found if edit is not None) if None not in found else ()


def _text_edit(edit: NodeEdit, spans: Mapping[cst.CSTNode, Span], places: Places) -> TextEdit | None:
    if edit.node is None:
        return TextEdit(0, 0, edit.text)
    span = spans[edit.node]
    start = places.offset(span.line, span.column)
    end = places.offset(span.end_line, span.end_column)
    if start is None or end is None:
        return None
    if edit.side is not Side.INSTEAD:
        start = end = start if edit.side is Side.BEFORE else end
    return TextEdit(start, end, edit.text)
