"""MCP101: `CallToolResult` without structured content.

## What it does

It reports a `CallToolResult` that a tool returns and that has no `structuredContent`, or has `None` there. An error
(`isError=True`) needs none.

## Why it matters

An answer has two readers. `content` is text for the model. `structuredContent` is for the screen: links to the data
(`sources`), a table, charts. Without it, the user sees no source, and cannot know where the answer comes from. The
server promises structured content to each client, so it refuses a result that has none.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text="Production: 11.5 TWh")])
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

CODE = "MCP101"


def check_result(result: Result) -> Iterator[Finding]:
    """Report a result that has nothing for the screen."""
    fault = sources_fault(result)
    if fault is not None and fault.code == CODE:
        remedy = 'write `structuredContent={"sources": [...]}`'
        yield finding(result, fault.place, f"{fault.says}: the server refuses the result; {remedy}")
