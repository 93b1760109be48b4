"""MCP903: `content` does not repeat the table.

## What it does

It compares a `table` that is written as literals with a `content` that is written as literals. It reports the `content`
if a cell does not appear in it. The header is not compared. A number counts in any way of writing it: `37400068`,
`37,400,068` and `37.400.068` are the same.

This rule is off. `--mcp-enable MCP903` turns it on.

## Why it matters

The table goes to the screen and not to the model. The model writes its answer from `content` alone. A number that is
only in the table is one that the model does not know: it cannot speak of it, or makes one up.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("cities")


@registry.tool()
def list_cities() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="See the table.")],
        structuredContent={
            "sources": ["https://example.org/cities-data"],
            "table": [["City", "Population"], ["Tokyo", "37400068"], ["Delhi", "30290936"]],
        },
    )
```

## Instead

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("cities")


@registry.tool()
def list_cities() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="The largest cities are Tokyo (37,400,068) and Delhi (30,290,936).")],
        structuredContent={
            "sources": ["https://example.org/cities-data"],
            "table": [["City", "Population"], ["Tokyo", "37400068"], ["Delhi", "30290936"]],
        },
    )
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcp_lint.faults import finding, only, quote
from mcp_lint.results import Literal, Mapping, Sequence, Text, ToolResult

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result, Value
    from mcp_lint.rule import Finding

CODE = "MCP903"
ADVICE = True
ON_BY_DEFAULT = False
# What may stand between the digits of one number: 37,400,068 is 37.400.068, 37 400 068 and 37400068.
_SEPARATOR = re.compile(r"(?<=\d)[.,'\u2019\s](?=\d)")


def check_result(result: Result) -> Iterator[Finding]:
    """Report literal `content` that lacks a cell of a literal table."""
    value, payload = result.value, result.payload
    if not isinstance(value, ToolResult) or payload is None:
        return
    cells = _cells(only(payload.get("table")))
    content = only(value.content)
    text = _text(content)
    if cells is None or content is None or text is None:
        return
    lacking = [cell for cell in cells if _normal(cell) not in _normal(text)]
    if lacking:
        yield finding(result, content.place, _message(lacking))


def _message(lacking: list[str]) -> str:
    more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
    says = f"`content` lacks what the table says: {quote(lacking[0])}{more}"
    return f"{says}; the model reads `content` alone and cannot know it; repeat the data in the text"


def _cells(table: Value | None) -> list[str] | None:
    """The cells below the header as text; None where one is not a literal."""
    if not isinstance(table, Sequence) or not table.is_exact:
        return None
    rows = [only(row) for row in table.items[1:]]
    known = [row for row in rows if isinstance(row, Sequence) and row.is_exact]
    cells = [only(cell) for row in known for cell in row.items]
    literals = [cell.value for cell in cells if isinstance(cell, Literal)]
    if len(known) < len(rows) or len(literals) < len(cells):
        return None
    return [text for text in map(_cell_text, literals) if text]


def _cell_text(cell: object) -> str:
    """How the cell would be written; nothing for what a text would not repeat."""
    if isinstance(cell, str):
        return cell.strip()
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _text(content: Value | None) -> str | None:
    """All that the model reads; None where part of it is not a literal."""
    if not isinstance(content, Sequence) or not content.is_exact:
        return None
    blocks = [_block_text(only(item)) for item in content.items]
    texts = [text for text in blocks if text is not None]
    return "\n".join(texts) if len(texts) == len(blocks) else None


def _block_text(block: Value | None) -> str | None:
    if isinstance(block, Text):
        text = only(block.text)
    elif isinstance(block, Mapping):
        text = only(block.get("text"))
    else:
        return None
    return text.value if isinstance(text, Literal) and isinstance(text.value, str) else None


def _normal(text: str) -> str:
    return _SEPARATOR.sub("", " ".join(text.split())).casefold()
