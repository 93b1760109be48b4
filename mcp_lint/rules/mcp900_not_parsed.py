"""MCP900: File was not checked.

## What it does

It reports a file that Python reads, that may hold tools, and that the library with which this linter parses (libcst)
does not read. It is reported once, on the first line. A file that Python cannot read either is not reported here:
flake8 does so (E999).

## Why it matters

In such a file nothing was checked. Without this report, that would look the same as a file without faults.

## Example

Rare syntax can be the reason, such as parentheses around a name that gets a type. So can code that is nested thousands
of levels deep, or a sum of as many terms.

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")
(total): int = 1


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": ["https://example.org/production"]},
    )
```

## Instead

Write it in the common way, or bring libcst up to date: `pip install --upgrade libcst`.

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")
total: int = 1


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": ["https://example.org/production"]},
    )
```
"""

from __future__ import annotations

# Reported where the file is parsed: a file that cannot be read gives no record to check.
CODE = "MCP900"
