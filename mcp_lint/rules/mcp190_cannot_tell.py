"""MCP190: Cannot tell whether the result carries `sources`.

## What it does

It reports each `return` of a tool whose result can be neither proved right nor proved wrong: the value comes from code
outside the project or from a parameter, or `sources` is there on some paths only. The message names what could not be
followed. A `return` that another rule reports is not reported again. What `mcp_server.results` makes is known.

This rule is off. `--mcp-strict` turns it on, for teams that want proof.

## Why it matters

The other rules report only what is wrong on every path, so that each report is worth reading. What they do not report
is not proved: a tool may still answer without sources, and the server only sees it when somebody asks.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production(address: str) -> DataToolOutput:
    payload = {"table": [["Year", "TWh"], ["2023", "11.5"]]}
    if address:
        payload["sources"] = [address]
    return CallToolResult(
        content=[TextContent(type="text", text="Production in 2023: 11.5 TWh")],
        structuredContent=payload,
    )
```

## Instead

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production(address: str) -> DataToolOutput:
    payload = {"table": [["Year", "TWh"], ["2023", "11.5"]]}
    payload["sources"] = [address or "https://example.org/production"]
    return CallToolResult(
        content=[TextContent(type="text", text="Production in 2023: 11.5 TWh")],
        structuredContent=payload,
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.faults import describe, judge_error, judge_sources, not_known
from mcp_lint.results import ToolResult, Unknown
from mcp_lint.rule import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_lint.faults import SourcesJudgement
    from mcp_lint.results import Return, Value

CODE = "MCP190"
ADVICE = True
ON_BY_DEFAULT = False


def check_return(returned: Return) -> Iterator[Finding]:
    """Report a result that is not reported already, and that may be wrong all the same."""
    if returned.is_reported:
        return
    values = (value for arm in returned.arms for value in arm)
    doubt = next((doubt for value in values for doubt in _doubts(value, returned)), None)
    if doubt is not None:
        message = f"cannot tell whether this result carries `sources`: {doubt}; build it where this check can follow it"
        yield Finding(returned.expression, message)


def _doubts(value: Value, returned: Return) -> Iterator[str]:
    if isinstance(value, Unknown):
        yield not_known(value.reason)
    elif isinstance(value, ToolResult):
        yield from _doubts_about_sources(judge_error(value) if value.is_surely_error else judge_sources(value))
    elif returned.is_declared:
        yield f"on some paths it is {describe(value)}"


def _doubts_about_sources(judgements: Iterable[SourcesJudgement]) -> Iterator[str]:
    for judgement in judgements:
        if judgement.code:
            yield f"on some paths {judgement.says}"
        elif judgement.says:
            yield judgement.says
