"""MCP002: Return annotation is not `DataToolOutput`.

## What it does

It reports each registered tool whose return annotation is something else than `DataToolOutput`, as the server sees it
when it starts:

- `str`, `dict`, `CallToolResult`, `DataToolOutput | None` and `Annotated[CallToolResult, Other]` are not
  `DataToolOutput`.
- A name that is imported under `if TYPE_CHECKING:` does not exist when the server starts.
- A class of your own with the name `DataToolOutput` is not the server's.
- `"DataToolOutput"` in quotes, an import under another name, and `X = DataToolOutput` are fine.

## Why it matters

The server registers a tool only if its return annotation is `DataToolOutput`. For any other, it writes a warning to
its log, leaves the tool out and goes on: no client can call the tool. This is stricter than MCP, on purpose: the
annotation is the promise that each answer says where its data comes from.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import Registry

registry = Registry("energy")


@registry.tool()
def list_units() -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text="Units: ktoe, TJ.")],
        structuredContent={"sources": ["https://example.org/units"]},
    )
```

## Instead

A tool that has nothing to return raises an exception, or returns a `CallToolResult` with `isError=True`. So it never
needs `DataToolOutput | None`.

`mcp-lint --fix` replaces `CallToolResult`, also in quotes or under another name, and adds the import. It leaves all
other annotations: what such a tool returns is for you to decide.

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

from mcp_lint.annotations import Verdict
from mcp_lint.faults import quote_code
from mcp_lint.fixes.records import Declare
from mcp_lint.rule import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.annotations import ReturnAnnotation
    from mcp_lint.tools import ToolFunction

CODE = "MCP002"
FIXABLE = True


def check_tool(tool: ToolFunction) -> Iterator[Finding]:
    """Report a registered function with a return annotation that the server will not accept."""
    annotation = tool.annotation
    if annotation is None or tool.is_annotation_hidden or tool.bare is not None:
        return
    if tool.is_registered and annotation.verdict is Verdict.BAD:
        message = _message(annotation, tool.info.name)
        if tool.is_elsewhere:
            yield from (Finding(node, message) for node in tool.reported_at)
        else:
            yield Finding(annotation.node, message, fix=Declare(tool) if annotation.is_call_tool_result else None)


def _message(annotation: ReturnAnnotation, name: str) -> str:
    reason = f" ({annotation.reason})" if annotation.reason else ""
    says = f"{quote_code(annotation.node)} is not `DataToolOutput`{reason}"
    remedy = "write `-> DataToolOutput`" + (", imported from `mcp_server`" if reason else "")
    return f"{says}: the server will not register `{name}`; {remedy}"
