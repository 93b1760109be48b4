"""Records -> annotations of a pull request: GitHub's workflow commands.

https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mcp_lint.rules import level_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp_lint.report import Record

# A command is one line, and its properties are divided by commas and colons.
_OF_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_OF_PROPERTIES = {**_OF_MESSAGES, ord(":"): "%3A", ord(","): "%2C"}


def as_github(records: Sequence[Record]) -> str:
    """Give a command a record, an error or, for advice, a warning; nothing for none."""
    return "".join(map(_command, records))


def _command(record: Record) -> str:
    properties = {
        "file": record.file.replace(os.sep, "/"),
        "line": record.line,
        "endLine": record.end_line,
        "col": record.column,
        "endColumn": record.end_column,
        "title": f"mcp-lint {record.code}",
    }
    if record.end_line != record.line:  # columns are taken for those of one line
        del properties["col"], properties["endColumn"]
    said = ",".join(f"{name}={str(value).translate(_OF_PROPERTIES)}" for name, value in properties.items())
    return f"::{level_of(record.code)} {said}::{f'{record.code} {record.message}'.translate(_OF_MESSAGES)}\n"
