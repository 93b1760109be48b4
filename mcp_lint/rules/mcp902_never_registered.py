"""MCP902: Function looks like a tool and is never registered.

## What it does

It reports a function inside of `register_tools` that is annotated `-> DataToolOutput`, has no decorator, and is named
nowhere else in the file.

This rule is off. `--mcp-enable MCP902` turns it on.

## Why it matters

A function that nobody registers is no tool: it is not in the list of tools, and no client can call it. Most often the
line `@mcp.tool()` was forgotten, or was taken out for a test and never put back.

## Example

```python
from mcp_server import DataToolOutput
from mcp_server.results import text_result


def register_tools(mcp):
    def production() -> DataToolOutput:
        return text_result("Production: 11.5 TWh", source_url="https://example.org/production")
```

## Instead

```python
from mcp_server import DataToolOutput
from mcp_server.results import text_result


def register_tools(mcp):
    @mcp.tool()
    def production() -> DataToolOutput:
        return text_result("Production: 11.5 TWh", source_url="https://example.org/production")
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.rule import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.tools import ToolFunction

CODE = "MCP902"
ADVICE = True
ON_BY_DEFAULT = False


def check_tool(tool: ToolFunction) -> Iterator[Finding]:
    """Report a function that promises a result and that no registry is given."""
    if tool.is_declared and tool.is_left_out:
        message = f"`{tool.info.name}` is never registered: no client will see it; write `@mcp.tool()` above it"
        yield Finding(tool.name_node, message)
