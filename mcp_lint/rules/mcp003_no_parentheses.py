"""MCP003: `@registry.tool` without parentheses.

## What it does

It reports `@registry.tool` and `registry.tool(function)`: the parentheses after `tool` are missing.

## Why it matters

`registry.tool` does not take a function. It takes options, such as a name or a title, and gives the decorator that
registers. Without the parentheses, the function arrives in the place of the options. The tool is never registered, and
no client will see it.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool
def list_units() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Units: ktoe, TJ.")],
        structuredContent={"sources": ["https://example.org/units"]},
    )
```

## Instead

`mcp-lint --fix` writes the parentheses, where the server will then register the tool.

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def list_units() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Units: ktoe, TJ.")],
        structuredContent={"sources": ["https://example.org/units"]},
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.faults import quote_code
from mcp_lint.fixes.records import AddParentheses
from mcp_lint.rule import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.tools import ToolFunction

CODE = "MCP003"
FIXABLE = True


def check_tool(tool: ToolFunction) -> Iterator[Finding]:
    """Report a function that is given to ``R.tool`` in the place of its options."""
    if tool.bare is not None:
        made_by = quote_code(tool.bare)
        message = f"{made_by} has no parentheses: the server will not register `{tool.info.name}`; write `()` after it"
        yield Finding(tool.bare, message, fix=None if tool.is_elsewhere else AddParentheses(tool))
