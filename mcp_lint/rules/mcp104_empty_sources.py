"""MCP104: `sources` is an empty list.

## What it does

It reports `sources` that is surely an empty list. A list that the code fills, or may fill, is fine.

## Why it matters

An answer with an empty list of sources comes from nowhere: the user sees no link under it. The server accepts it and
writes one warning, or refuses it if it was set up with `allow_empty_sources=False`.

An answer that holds no data ("no table fits your question") may have no source. Then say so, with `# noqa: MCP104` at
the end of the line.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": []},
    )
```

## Instead

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": ["https://example.org/production"]},
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.faults import finding, sources_fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result
    from mcp_lint.rule import Finding

CODE = "MCP104"
ADVICE = True


def check_result(result: Result) -> Iterator[Finding]:
    """Report `sources` that is surely empty."""
    fault = sources_fault(result)
    if fault is not None and fault.code == CODE:
        effect = "the user sees an answer from nowhere"
        remedy = "add the address of the data, or `# noqa: MCP104` if the answer holds no data"
        yield finding(result, fault.place, f"{fault.says}: {effect}; {remedy}")
