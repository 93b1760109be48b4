"""MCP203: `charts` that Chart.js cannot draw.

## What it does

It reports `charts` that is surely no list, a chart that is surely no dict, and a dataset that has more or fewer values
than the chart has labels. `None` and an empty list mean that there are no charts, and are fine. So is a chart without
labels, and a dataset of points (`{"x": 1, "y": 2}`).

## Why it matters

The screen hands each item of `charts` to Chart.js. Chart.js pairs values and labels by their position: if one list is
longer, values have no label or labels have no value, and the chart shows something false.

## Example

```python
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("energy")


@registry.tool()
def production() -> DataToolOutput:
    data = {"labels": ["2021", "2022", "2023"], "datasets": [{"label": "TWh", "data": [10.2, 11.5]}]}
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 10.2 TWh in 2022, 11.5 TWh in 2023")],
        structuredContent={
            "sources": ["https://example.org/production"],
            "charts": [{"type": "bar", "data": data}],
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
    data = {"labels": ["2022", "2023"], "datasets": [{"label": "TWh", "data": [10.2, 11.5]}]}
    return CallToolResult(
        content=[TextContent(type="text", text="Production: 10.2 TWh in 2022, 11.5 TWh in 2023")],
        structuredContent={
            "sources": ["https://example.org/production"],
            "charts": [{"type": "bar", "data": data}],
        },
    )
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.faults import Fault, describe, field_fault, finding, is_list, is_nothing, only
from mcp_lint.report import count
from mcp_lint.results import Mapping, Sequence, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.results import Result, Value, Values
    from mcp_lint.rule import Finding

CODE = "MCP203"


def check_result(result: Result) -> Iterator[Finding]:
    """Report the first thing that is surely wrong with the charts."""
    fault = field_fault(result, "charts", _charts_fault)
    if fault is not None:
        yield finding(result, fault.place, fault.message)


def _charts_fault(charts: Value) -> Fault | None:
    if isinstance(charts, Unknown) or is_nothing(charts):
        return None
    if not is_list(charts):
        remedy = 'write a list of charts, `[{"type": "bar", "data": {...}}]`'
        return Fault(charts.place, f"`charts` is {describe(charts)}, not a list: the UI cannot draw it; {remedy}")
    items = charts.items if isinstance(charts, Sequence) else ()
    faults = (_chart_fault(item) for item in items)
    return next((fault for fault in faults if fault is not None), None)


def _chart_fault(item: Values) -> Fault | None:
    if item and not any(isinstance(value, (Unknown, Mapping)) for value in item):
        remedy = 'write `{"type": "bar", "data": {...}}`'
        return Fault(item[0].place, f"this chart is {describe(item[0])}, not a dict: the UI cannot draw it; {remedy}")
    data = _mapping(only(item), "data")
    labels = _known_list(only(data.get("labels"))) if data else None
    datasets = only(data.get("datasets")) if data else None
    if labels is None or not isinstance(datasets, Sequence):
        return None
    faults = (_dataset_fault(only(dataset), len(labels.items)) for dataset in datasets.items)
    return next((fault for fault in faults if fault is not None), None)


def _dataset_fault(dataset: Value | None, labels: int) -> Fault | None:
    values = _known_list(only(dataset.get("data"))) if isinstance(dataset, Mapping) else None
    if values is None or len(values.items) == labels or _has_points(values):
        return None
    says = f"this dataset has {count(len(values.items), 'value')} for {count(labels, 'label')}"
    return Fault(values.place, f"{says}: the chart shows something false; give it one value for each label")


def _has_points(values: Sequence) -> bool:
    """Whether some value is a dict: a point says itself where it is, and needs no label."""
    return any(isinstance(value, Mapping) for item in values.items for value in item)


def _mapping(owner: Value | None, key: str) -> Mapping | None:
    value = only(owner.get(key)) if isinstance(owner, Mapping) else None
    return value if isinstance(value, Mapping) else None


def _known_list(value: Value | None) -> Sequence | None:
    return value if isinstance(value, Sequence) and value.is_exact else None
