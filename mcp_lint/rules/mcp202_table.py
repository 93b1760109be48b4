"""MCP202: `table` is not a list of rows of one length.

## What it does

It reports a `table` that is surely no list, a row that is surely no list, and a row that has more or fewer cells than
the others. `None` and an empty list mean that there is no table, and are fine. Of one table, the first fault is
reported.

## Why it matters

The screen draws `table` as an HTML table. The first row is the header, and each further row must have as many cells. A
row of another length moves values under the wrong header, or the table is not drawn. Two strings without a comma
between them are one cell in Python: this is a common slip.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 10.2 TWh in 2022, 11.5 TWh in 2023")],
        structuredContent={
            "sources": ["https://example.org/production"],
            "table": [["Year", "TWh"], ["2022", "10.2"], ["2023"]],
        },
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
        content=[TextContent(type="text", text="Production: 10.2 TWh in 2022, 11.5 TWh in 2023")],
        structuredContent={
            "sources": ["https://example.org/production"],
            "table": [["Year", "TWh"], ["2022", "10.2"], ["2023", "11.5"]],
        },
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.faults import Fault, describe, field_fault, finding, is_list, is_nothing
from mcp_lint.report import count
from mcp_lint.results import Sequence, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result, Value, Values
    from mcp_lint.rule import Finding

CODE = "MCP202"


def check_result(result: Result) -> Iterator[Finding]:
    """Report the first thing that is surely wrong with the table."""
    fault = field_fault(result, "table", _table_fault)
    if fault is not None:
        yield finding(result, fault.place, fault.message)


def _table_fault(table: Value) -> Fault | None:
    if isinstance(table, Unknown) or is_nothing(table):
        return None
    if not is_list(table):
        remedy = 'write a list of rows, `[["Year", "TWh"], ["2023", "11.5"]]`'
        return Fault(table.place, f"`table` is {describe(table)}, not a list: the UI cannot draw it; {remedy}")
    if not isinstance(table, Sequence):
        return None
    faults = (_kind_fault(row) for row in table.items)
    return next((fault for fault in faults if fault is not None), None) or _length_fault(table)


def _kind_fault(row: Values) -> Fault | None:
    if not row or any(isinstance(value, Unknown) or is_list(value) for value in row):
        return None
    return Fault(
        row[0].place, f"this row is {describe(row[0])}, not a list: the UI cannot draw the table; write `[...]`"
    )


def _length_fault(table: Sequence) -> Fault | None:
    """The first row that is surely longer or shorter than one before it; the order must be known for that."""
    expected = None
    for row in table.items if table.is_exact else ():
        length = _length(row)
        if length is not None and expected not in {None, length}:
            says = f"this row has {count(length, 'cell')}, a row before it {expected}"
            effect = "the UI shows cells under the wrong header"
            return Fault(row[0].place, f"{says}: {effect}; make the rows equally long")
        expected = length if expected is None else expected
    return None


def _length(row: Values) -> int | None:
    lengths = {len(value.items) if isinstance(value, Sequence) and value.is_exact else None for value in row}
    return lengths.pop() if len(lengths) == 1 else None
