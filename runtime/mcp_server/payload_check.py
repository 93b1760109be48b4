"""What is wrong with each field of the structured content: its shape, not yet whether its cells are JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp_server.records import Problem
from mcp_server.wording import REFUSED, count, is_a, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_TABLE_REMEDY = 'write a list of rows, `[["Year", "TWh"], ["2023", "11.5"]]`'
_CHART_REMEDY = '`{"type": "bar", "data": {...}}`'


def check_sources(payload: dict[Any, Any], *, allow_empty: bool) -> Problem | None:
    """Judge ``sources``: there, a real list, and not empty; an empty one is a warning where it is allowed."""
    if "sources" not in payload:
        says = f"structured content has no `sources`: {REFUSED}"
        return Problem("MCP102", "sources", f'{says}; write `{{"sources": ["https://..."], ...}}`')
    sources = payload["sources"]
    if not is_a(sources, list):
        says = f"`sources` is {kind_of(sources)}, not a list: {REFUSED}"
        return Problem("MCP103", "sources", f'{says}; write a list of addresses, `["https://..."]`')
    return None if sources else _empty_sources(allow_empty)


def _empty_sources(allow_empty: bool) -> Problem:
    effect = "the user sees an answer from nowhere" if allow_empty else REFUSED
    text = f"`sources` is an empty list: {effect}; add the address of the data"
    return Problem("MCP104", "sources", text, is_warning=allow_empty)


def check_table(table: object) -> Problem | None:
    """Judge ``table``: a list of rows that are lists of one length; an empty one is no table, and fine."""
    if not is_a(table, list):
        says = f"`table` is {kind_of(table)}, not a list: {REFUSED}"
        return Problem("MCP202", "table", f"{says}; {_TABLE_REMEDY}")
    if set(map(type, table)) <= {list} and len(set(map(len, table))) <= 1:
        return None
    problems = (_check_row(index, row, table[0]) for index, row in enumerate(table))
    return next((problem for problem in problems if problem is not None), None)


def _check_row(index: int, row: object, header: list[object]) -> Problem | None:
    field = f"table[{index}]"
    if not is_a(row, list):
        says = f"`{field}` is {kind_of(row)}, not a list: {REFUSED}"
        return Problem("MCP202", field, f"{says}; write each row as `[...]`")
    if len(row) == len(header):
        return None
    says = f"`{field}` has {count(len(row), 'cell')}, `table[0]` has {len(header)}: {REFUSED}"
    return Problem("MCP202", field, f"{says}; make the rows equally long")


def check_charts(charts: object) -> Problem | None:
    """Judge ``charts``: a list of dicts, each dataset with one value for each label."""
    if not is_a(charts, list):
        says = f"`charts` is {kind_of(charts)}, not a list: {REFUSED}"
        return Problem("MCP203", "charts", f"{says}; write a list of charts, `[{_CHART_REMEDY[1:-1]}]`")
    problems = (_check_chart(f"charts[{index}]", chart) for index, chart in enumerate(charts))
    return next((problem for problem in problems if problem is not None), None)


# In a chart's own part, which pydantic leaves as it is; JSON makes a list of a tuple.
_LISTS = (list, tuple)


def _check_chart(field: str, chart: object) -> Problem | None:
    if not is_a(chart, dict):
        return Problem("MCP203", field, f"`{field}` is {kind_of(chart)}, not a dict: {REFUSED}; write {_CHART_REMEDY}")
    data = chart.get("data")
    labels = data.get("labels") if is_a(data, dict) else None
    datasets = data.get("datasets") if is_a(data, dict) else None
    if not is_a(labels, _LISTS) or not is_a(datasets, _LISTS):
        return None
    problems = (
        _check_dataset(f"{field}.data.datasets[{index}].data", dataset, len(labels))
        for index, dataset in enumerate(datasets)
    )
    return next((problem for problem in problems if problem is not None), None)


def _check_dataset(field: str, dataset: object, labels: int) -> Problem | None:
    # The types themselves first: nearly all are, and a chart may have many.
    values = dataset.get("data") if type(dataset) is dict or is_a(dataset, dict) else None
    if type(values) is list and len(values) == labels:
        return None
    if not is_a(values, _LISTS) or len(values) == labels or _has_points(values):
        return None
    says = f"`{field}` has {count(len(values), 'value')} for {count(labels, 'label')}: {REFUSED}"
    return Problem("MCP203", field, f"{says}; give it one value for each label")


def _has_points(values: Sequence[object]) -> bool:
    """Whether some value is a dict: a point says itself where it is, and needs no label."""
    return any(is_a(value, dict) for value in values)


def check_force(force: object) -> Problem | None:
    """Judge ``force``: a string."""
    if is_a(force, str):
        return None
    remedy = "write the text that the user shall see, or leave `force` out"
    return Problem("MCP204", "force", f"`force` is {kind_of(force)}, not a string: {REFUSED}; {remedy}")
