"""MCP107: Tool is a generator.

## What it does

It looks at the functions that are annotated `-> DataToolOutput`, and reports the first `yield` in one. A `yield` in a
function inside of it is fine, and so is a generator expression.

## Why it matters

A function with a `yield` does not run when it is called: it returns a generator, and only a loop over that would run
it. The server does not loop. It gets an object that is no result, so every call of the tool fails.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    for year in (2022, 2023):
        yield CallToolResult(
            content=[TextContent(type="text", text=f"Production in {year}: 11.5 TWh")],
            structuredContent={"sources": [f"https://example.org/production/{year}"]},
        )
```

## Instead

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    years = (2022, 2023)
    return CallToolResult(
        content=[TextContent(type="text", text=f"Production in {year}: 11.5 TWh") for year in years],
        structuredContent={"sources": [f"https://example.org/production/{year}" for year in years]},
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.rule import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.tools import ToolFunction

CODE = "MCP107"


def check_tool(tool: ToolFunction) -> Iterator[Finding]:
    """Report the first `yield` of a function that promises a result."""
    first_yield = tool.info.first_yield
    if tool.is_declared and first_yield is not None and not tool.is_elsewhere:
        message = f"tool `{tool.info.name}` is a generator: every call of it fails; build one result and `return` it"
        yield Finding(first_yield, message)
