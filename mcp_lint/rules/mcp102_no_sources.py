"""MCP102: Structured content without `sources`.

## What it does

It reports structured content that has no key `sources`, on every path that leads to the `return`. It follows how a
dict is put together: `payload["sources"] = ...`, `payload.update(...)`, `{**other}`, `dict(...)`, `a | b`. Structured
content that is no dict at all (a list, a string) is reported too, even in an error (`isError=True`), which needs no
sources.

## Why it matters

`sources` is the one field that every answer must have: links to the original data, which the user sees under the
answer. An answer without sources comes from nowhere, so the server refuses it.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production in 2023: 11.5 TWh")],
        structuredContent={"table": [["Year", "TWh"], ["2023", "11.5"]]},
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
        content=[TextContent(type="text", text="Production in 2023: 11.5 TWh")],
        structuredContent={
            "sources": ["https://example.org/production"],
            "table": [["Year", "TWh"], ["2023", "11.5"]],
        },
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

CODE = "MCP102"


def check_result(result: Result) -> Iterator[Finding]:
    """Report structured content that is surely without `sources`."""
    fault = sources_fault(result)
    if fault is not None and fault.code == CODE:
        remedy = 'write `{"sources": ["https://..."], ...}`'
        yield finding(result, fault.place, f"{fault.says}: the server refuses the result; {remedy}")
