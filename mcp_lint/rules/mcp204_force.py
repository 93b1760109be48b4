"""MCP204: `force` is not a string.

## What it does

It reports a value of `force` that is surely no string: a number, `True`, a list, a dict. `None` means that there is no
such text, and is fine.

## Why it matters

`force` is text that the user sees as it is, without passing through the model. It is not a switch: `"force": True`
does not make the screen show `content`. The server refuses a result in which `force` is not a string.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": ["https://example.org/production"], "force": True},
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
        structuredContent={"sources": ["https://example.org/production"], "force": "Production: 11.5 TWh"},
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.faults import Fault, describe, field_fault, finding, is_nothing
from mcp_lint.results import Literal, Opaque, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result, Value
    from mcp_lint.rule import Finding

CODE = "MCP204"


def check_result(result: Result) -> Iterator[Finding]:
    """Report `force` that is surely no string."""
    fault = field_fault(result, "force", _force_fault)
    if fault is not None:
        yield finding(result, fault.place, fault.message)


def _force_fault(force: Value) -> Fault | None:
    if isinstance(force, Unknown) or is_nothing(force) or _is_string(force):
        return None
    remedy = "write the text that the user shall see, or leave `force` out"
    return Fault(force.place, f"`force` is {describe(force)}, not a string: the server refuses the result; {remedy}")


def _is_string(value: Value) -> bool:
    if isinstance(value, Literal):
        return isinstance(value.value, str)
    return isinstance(value, Opaque) and value.kind == "a string"
