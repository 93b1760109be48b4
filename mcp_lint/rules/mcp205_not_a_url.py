"""MCP205: A source is not an http(s) URL.

## What it does

It reports each item of `sources` that is written as a literal and is no address that begins with `http://` or
`https://`: the name of an institution, a file, an address without `https://`, a number. Items that are computed, and
dicts, are not judged.

## Why it matters

The screen shows each source as a link under the answer. A link to `Eurostat` or to `www.example.org` leads to a page
that does not exist, so the user cannot check the answer.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 11.5 TWh")],
        structuredContent={"sources": ["Eurostat, energy balances"]},
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
        content=[TextContent(type="text", text="Production: 11.5 TWh (Eurostat, energy balances)")],
        structuredContent={"sources": ["https://ec.europa.eu/eurostat/web/energy"]},
    )
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcp_lint.faults import describe, finding, is_list, only, quote
from mcp_lint.results import Literal, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result, Value, Values
    from mcp_lint.rule import Finding

CODE = "MCP205"
ADVICE = True
_URL = re.compile(r"https?://[^\s/]", re.IGNORECASE)


def check_result(result: Result) -> Iterator[Finding]:
    """Report each literal among the sources that cannot be a link."""
    sources = only(result.payload.get("sources")) if result.payload is not None else None
    if not isinstance(sources, Sequence) or not is_list(sources):
        return
    for item in sources.items:
        if item and all(_is_no_url(value) for value in item):
            yield finding(result, item[0].place, _message(item))


def _is_no_url(value: Value) -> bool:
    if not isinstance(value, Literal):
        return False
    return not (isinstance(value.value, str) and _URL.match(value.value))


def _message(item: Values) -> str:
    value = item[0]
    text = value.value if isinstance(value, Literal) else None
    says = f"source {quote(text)}" if isinstance(text, str) and text else f"this source, {describe(value)},"
    return f"{says} is not an http(s) URL: the UI cannot make a link of it; write the address, `https://...`"
