"""MCP103: `sources` is not a list.

## What it does

It reports a value of `sources` that is surely no list: a string, `None`, a dict, a set, a tuple, a number. What is
given to `ValidationModel` may be a tuple or a set, since pydantic makes a list of it.

## Why it matters

The server publishes `sources` as a list, and refuses a result in which it is something else. The usual slip is a
single address without its brackets.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": "https://example.org/production"},
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

CODE = "MCP103"


def check_result(result: Result) -> Iterator[Finding]:
    """Report `sources` that is surely no list."""
    fault = sources_fault(result)
    if fault is not None and fault.code == CODE:
        remedy = 'write a list of addresses, `["https://..."]`'
        yield finding(result, fault.place, f"{fault.says}: the server refuses the result; {remedy}")
