"""Charts that the UI cannot draw, and those that it can or may."""
from elsewhere import fetch, rows
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
S = ["https://example.org/data"]


def one_without_its_list() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": {"type": "bar"}})  # expect: MCP203@81


def text() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": "bar"})  # expect: MCP203@81


def number() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": 1})  # expect: MCP203@81


def a_tuple() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": ({"type": "bar"},)})  # expect: MCP203


def list_of_text() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": ["bar"]})  # expect: MCP203


def list_of_lists() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": [[1, 2]]})  # expect: MCP203


def list_of_none() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": [None]})  # expect: MCP203


def too_few_points() -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": ["a", "b"], "datasets": [{"data": [1]}]}}]  # expect: MCP203
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def too_many_points() -> DataToolOutput:
    charts = [{"type": "line", "data": {"labels": ["a"], "datasets": [{"data": [1]}, {"data": [1, 2]}]}}]  # expect: MCP203
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def no_points() -> DataToolOutput:
    charts = [{"type": "pie", "data": {"labels": ["a", "b"], "datasets": [{"data": []}]}}]  # expect: MCP203
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


# From here on, nothing is reported.


def right() -> DataToolOutput:
    spec = {
        "type": "bar",
        "data": {
            "labels": ["2020", "2021"],
            "datasets": [{"label": "Solar", "data": [1, 2]}, {"label": "Wind", "data": [3, None]}],
        },
        "options": {"scales": {"y": {"beginAtZero": True}}},
    }
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": [spec]})


def none_at_all() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": []})


def not_given() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": None})


def empty_spec() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": [{}]})


def labels_in_two_lines() -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": [["June", "2015"], "July"], "datasets": [{"data": [1, 2]}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def labels_in_two_parts() -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": ["June" " 2015", "July"], "datasets": [{"data": [1, 2]}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def points_without_labels() -> DataToolOutput:
    charts = [{"type": "scatter", "data": {"datasets": [{"data": [{"x": 1, "y": 2}, {"x": 2, "y": 3}]}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def points_of_an_object() -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": ["a", "b"], "datasets": [{"data": {"a": 1}}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def datasets_without_data() -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": ["a", "b"], "datasets": [{"label": "x"}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def no_datasets() -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": ["a", "b"], "datasets": []}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def unknown_labels(labels) -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": labels, "datasets": [{"data": [1, 2]}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def unknown_points(points) -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": ["a"], "datasets": [{"data": points}, {"data": list(points)}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def starred_points(points) -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": ["a"], "datasets": [{"data": [1, *points]}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def starred_labels(labels) -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": [*labels], "datasets": [{"data": [1, 2]}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def appended() -> DataToolOutput:
    labels, points = [], []
    for row in rows():
        labels.append(row.name)
        points.append(row.value)
    charts = [{"type": "bar", "data": {"labels": labels, "datasets": [{"data": points}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def unknown_specs(spec) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": [spec, fetch(), *rows()]})


def spread_specs(spec) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": [{**spec, "type": "bar"}]})


def spread_over(spec) -> DataToolOutput:
    charts = [{"type": "bar", "data": {"labels": ["a", "b"], "datasets": [{"data": [1], **spec}]}}]
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": charts})


def comprehension() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "charts": [fetch(row) for row in rows()]})


def error() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"charts": "x"}, isError=True)


def tuples_of_other_lengths() -> DataToolOutput:
    chart = {"type": "bar", "data": {"labels": ["a"], "datasets": [{"data": (1, 2)}]}}  # expect: MCP203@77
    return CallToolResult(content=C, structuredContent={"sources": ["https://example.org/data"], "charts": [chart]})
