"""MCP201: Unknown field in structured content.

## What it does

It reports each key of structured content that is not one of the four fields: `sources`, `table`, `charts`, `force`.
Keys deeper inside, such as those of a chart, are free. So are those of an error (`isError=True`).

## Why it matters

The screen shows these four fields and ignores all others without a word. A slip such as `tables` or `source` makes a
table or a link vanish, and nobody is told.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production in 2023: 11.5 TWh")],
        structuredContent={
            "sources": ["https://example.org/production"],
            "tables": [["Year", "TWh"], ["2023", "11.5"]],
        },
    )
```

## Instead

`mcp-lint --fix` renames a key that is no more than two slips away from one field, such as `tables` or `source`. It
leaves the key where the field is there already or would be wrong too, and where other code in the file may read it by
its old name.

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production in 2023: 11.5 TWh")],
        structuredContent={
            "sources": ["https://example.org/production"],
            "table": [["Year", "TWh"], ["2023", "11.5"]],
        },
    )
```
"""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import TYPE_CHECKING

from mcp_lint.contract import PAYLOAD_FIELDS
from mcp_lint.faults import finding, quote
from mcp_lint.fixes.records import RenameKey
from mcp_lint.results import Missing
from mcp_lint.spelling import distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Mapping, Result
    from mcp_lint.rule import Finding

CODE = "MCP201"
ADVICE = True
FIXABLE = True
# What is further from a field than this may be meant as something else.
MAX_SLIPS = 2


def check_result(result: Result) -> Iterator[Finding]:
    """Report each key that is surely there and that the screen does not know."""
    for field in result.payloads[0].fields if result.payloads else ():
        is_known = field.key in PAYLOAD_FIELDS
        if not is_known and all(_has(payload, field.key) for payload in result.payloads):
            message = f"field {quote(field.key)} is not known: the UI ignores it; {_remedy(field.key)}"
            found = finding(result, field.key_place, message)
            # What a helper wrote may be for others too.
            yield found if found.helper else replace(found, fix=_fix(result, field.key))


def _has(payload: Mapping, key: str) -> bool:
    found = (field.values for field in payload.fields if field.key == key)
    return any(not any(isinstance(value, Missing) for value in values) for values in found)


def _remedy(key: str) -> str:
    nearest = _nearest(key)
    if nearest:
        return f"write `{nearest}`"
    return "the fields are {}".format(", ".join(f"`{field}`" for field in PAYLOAD_FIELDS))


def _nearest(key: str) -> str | None:
    """The field that a message names: the most like it."""
    return next(iter(difflib.get_close_matches(key.lower(), PAYLOAD_FIELDS, n=1, cutoff=0.7)), None)


def _fix(result: Result, key: str) -> RenameKey | None:
    """Only where the message's field is also the one that is the fewest slips away."""
    slips = {field: distance(key, field) for field in PAYLOAD_FIELDS}
    fewest = min(slips.values())
    meant = [field for field in PAYLOAD_FIELDS if slips[field] == fewest <= MAX_SLIPS]
    return RenameKey(result, key, meant[0]) if meant == [_nearest(key)] else None
