"""MCP106: Tool does not return a `CallToolResult`.

## What it does

It looks at the functions that are annotated `-> DataToolOutput`. It reports a `return` whose value is surely no
`CallToolResult`: a string, `None`, a dict, a list, a coroutine without `await`. It also reports a function whose end
can be reached without `return`, since Python then returns `None`. A path that ends in `raise` needs no result, nor does
a function with `...` for a body that is not registered.

It does not report an end that perhaps nobody reaches: after a call of a function that it cannot see (which may never
return), after a `match` over all members of an enumeration, or after `for attempt in range(3)` with a `return` in it.

## Why it matters

The annotation promises a `CallToolResult`, with text for the model and sources for the user. For a string or `None`,
the call fails and the user gets no answer. For a dict or a `ValidationModel`, the server would make the `content` up,
and the model would read raw JSON.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production(year: int) -> DataToolOutput:
    if year < 1990:
        return "There is no data before 1990."
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": ["https://example.org/production"]},
    )
```

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production(year: int) -> DataToolOutput:
    if year >= 1990:
        return CallToolResult(
            content=[TextContent(type="text", text="Production: 11.5 TWh")],
            structuredContent={"sources": ["https://example.org/production"]},
        )
```

## Instead

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production(year: int) -> DataToolOutput:
    if year < 1990:
        text = "There is no data before 1990."
        return CallToolResult(content=[TextContent(type="text", text=text)], isError=True)
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": ["https://example.org/production"]},
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.faults import describe, helper_of
from mcp_lint.results import Mapping, Missing, ToolResult, Unknown
from mcp_lint.rule import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result, Value

CODE = "MCP106"


def check_result(result: Result) -> Iterator[Finding]:
    """Report a value that is surely no result, and a function that may end without one."""
    if not result.is_declared:
        return
    if result.is_implicit:
        effect = "it then returns None and the call fails"
        message = f"the function may end without `return`: {effect}; return a `CallToolResult`, or raise, on every path"
        yield Finding(result.expression, message)
    elif not isinstance(result.value, (ToolResult, Unknown, Missing)):
        yield Finding(result.expression, _message(result.value), helper_of(result, result.value.place))


def _message(value: Value) -> str:
    says = f"the tool returns {describe(value)}, not a `CallToolResult`"
    effect = "the server makes up the text for the model" if isinstance(value, Mapping) else "the call fails"
    return f"{says}: {effect}; write `CallToolResult(content=[...], structuredContent={{...}})`"
