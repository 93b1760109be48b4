'''MCP901: Tool without a docstring.

## What it does

It reports a tool that has neither a docstring nor a description (`@registry.tool(description="...")`).

This rule is off. `--mcp-enable MCP901` turns it on.

## Why it matters

The docstring is what the model reads when it chooses a tool. Without one, it sees only the name and the parameters: it
may call the tool for the wrong question, or never.

## Example

```python
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("energy")


@registry.tool()
def production(year: int) -> DataToolOutput:
    return text_result("Production: 11.5 TWh", source_url="https://example.org/production")
```

## Instead

```python
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("energy")


@registry.tool()
def production(year: int) -> DataToolOutput:
    """Return how much electricity the country produced in a year, in TWh. There is data from 1990 on."""
    return text_result("Production: 11.5 TWh", source_url="https://example.org/production")
```
'''

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.rule import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.tools import ToolFunction

CODE = "MCP901"
ADVICE = True
ON_BY_DEFAULT = False


def check_tool(tool: ToolFunction) -> Iterator[Finding]:
    """Report a tool of which the model gets no description."""
    if (tool.is_registered or tool.is_declared) and not tool.has_docstring:
        effect = "the model is not told what it is for"
        remedy = "write one that says what it returns"
        yield Finding(tool.name_node, f"tool `{tool.info.name}` has no docstring: {effect}; {remedy}")
