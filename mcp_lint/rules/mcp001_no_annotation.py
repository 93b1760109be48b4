"""MCP001: Tool has no return annotation.

## What it does

It reports each function that is given to a registry, with `@registry.tool()` or `registry.tool()(function)`, and has
no return annotation. A lambda is reported too: it cannot have one. So is what is no function: a `classmethod` or
`property` under `@registry.tool()`. The registration is found by another name too (`data_tool = registry.tool()`), in
loops and comprehensions over a literal, and for methods of the file's classes and `functools.partial`; not in
`map(registry.tool(), ...)`, and not for the class itself.

## Why it matters

When the server starts, it reads the return annotation of each tool. If that is not `DataToolOutput`, the server writes
a warning to its log, leaves the tool out and goes on. The tool is not in the list of tools, no client can call it, and
the model never learns that it exists.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import Registry

registry = Registry("energy")


@registry.tool()
def list_units():
    return CallToolResult(
        content=[TextContent(type="text", text="Units: ktoe, TJ.")],
        structuredContent={"sources": ["https://example.org/units"]},
    )
```

## Instead

`mcp-lint --fix` writes the annotation, and the import that it needs. It leaves lambdas, functions with a
`# type: () -> ...` comment, and functions that are known to return something else than a `CallToolResult`: a function
that returns text is no data tool, whatever its annotation says.

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

import libcst as cst

from mcp_lint.fixes.records import Declare
from mcp_lint.rule import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.tools import ToolFunction

CODE = "MCP001"
FIXABLE = True


def check_tool(tool: ToolFunction) -> Iterator[Finding]:
    """Report a registered function without a return annotation."""
    if not tool.is_registered or tool.bare is not None:
        return
    fix = None if tool.is_elsewhere else Declare(tool)
    for node in tool.reported_at:
        if tool.descriptor is not None:
            yield Finding(node, _not_a_function(tool))
        elif tool.annotation is None and not tool.is_annotation_hidden:
            yield Finding(node, _message(tool), fix=fix)


def _not_a_function(tool: ToolFunction) -> str:
    return (
        f"what is registered as tool `{tool.info.name}` is a `{tool.descriptor}`, not a function: the server will not "
        "register it and no client will see it; register a function, or the method of an object"
    )


def _message(tool: ToolFunction) -> str:
    if isinstance(tool.info.node, cst.Lambda):
        subject, remedy = "a lambda", "define it with `def` and write `-> DataToolOutput`"
    else:
        subject, remedy = f"tool `{tool.info.name}`", "write `-> DataToolOutput`"
    return f"{subject} has no return annotation: the server will not register it and no client will see it; {remedy}"
