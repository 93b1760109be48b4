"""What a file would become, as a unified diff of its bytes: ``patch`` and ``git apply`` take it in any encoding."""

from __future__ import annotations

import difflib
import os
import re
from typing import TYPE_CHECKING

from mcp_lint.report import on_one_line

if TYPE_CHECKING:
    from mcp_lint.rewrite import Rewrite

_NO_NEWLINE = b"\n\\ No newline at end of file\n"


def unified_diff(rewrite: Rewrite) -> bytes:
    """The difference; nothing where there is none."""
    if not rewrite.is_change:
        return b""
    shown = os.fsencode(on_one_line(rewrite.name))
    lines = difflib.diff_bytes(
        difflib.unified_diff, _lines(rewrite.before), _lines(rewrite.after), shown, shown, lineterm=b"\n"
    )
    return b"".join(line if line.endswith(b"\n") else line + _NO_NEWLINE for line in lines)


def _lines(data: bytes) -> list[bytes]:
    r"""Lines as ``patch`` counts them: ended by ``\n`` alone."""
    return [line for line in re.findall(rb"[^\n]*\n?", data) if line]
