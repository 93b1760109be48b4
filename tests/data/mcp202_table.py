"""Tables that the UI cannot draw, and those that it can or may."""
from elsewhere import HEADER, fetch, rows
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
S = ["https://example.org/data"]


def text() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": "<table></table>"})  # expect: MCP202@80


def mapping() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": {"City": "Tokyo"}})  # expect: MCP202@80


def number() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": 3})  # expect: MCP202@80


def truth() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": True})  # expect: MCP202@80


def a_set() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": {"a", "b"}})  # expect: MCP202@80


def row_of_text() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["City"], "Tokyo"]})  # expect: MCP202@91


def row_of_a_dict() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [{"City": "Tokyo"}]})  # expect: MCP202@81


def row_of_a_tuple() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["City"], ("Tokyo",)]})  # expect: MCP202


def row_of_none() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["City"], None]})  # expect: MCP202@91


def too_long() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a"], ["1", "2"]]})  # expect: MCP202@88


def too_short() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a", "b"], ["1"]]})  # expect: MCP202@93


def empty_row() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a"], []]})  # expect: MCP202@88


def a_forgotten_comma() -> DataToolOutput:
    return CallToolResult(
        content=C,
        structuredContent={
            "sources": S,
            "table": [
                ["Year", "Value"],
                ["2020", "1"],
                ["2021" "2"],  # expect: MCP202@17
                ["2022", "3"],
            ],
        },
    )


def set_by_key() -> DataToolOutput:
    payload = {"sources": S}
    payload["table"] = "Tokyo"  # expect: MCP202@24
    return CallToolResult(content=C, structuredContent=payload)


def beside_an_unknown_row(row) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a", "b"], row, ["1"]]})  # expect: MCP202@98


# From here on, nothing is reported.


def right() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a", "b"], [1, None], [2.5, True]]})


def header_only() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a", "b"]]})


def empty() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": []})


def not_given() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": None})


def cells_in_two_parts() -> DataToolOutput:
    table = [["City" " name", "Popu" "lation"], ["Tokyo", "37"]]
    return CallToolResult(content=C, structuredContent={"sources": S, "table": table})


def cells_that_are_lists() -> DataToolOutput:
    table = [["a", "b"], [["1", "2", "3"], ("x",)]]
    return CallToolResult(content=C, structuredContent={"sources": S, "table": table})


def conditional_cells(found) -> DataToolOutput:
    table = [["a", "b"], ["x" if found else "y", "z"]]
    return CallToolResult(content=C, structuredContent={"sources": S, "table": table})


def starred_row(more) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a", *more], ["1", "2", "3"]]})


def starred_rows(more) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a", "b"], *more]})


def header_elsewhere() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [HEADER, ["1"]]})


def unknown_rows(row) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a"], row, list(row), row[1:]]})


def row_of_a_tuple_made_a_list(row) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a"], list(("1",))]})


def comprehension() -> DataToolOutput:
    table = [["a", "b"]] + [[row.a, row.b] for row in rows()]
    return CallToolResult(content=C, structuredContent={"sources": S, "table": table})


def appended() -> DataToolOutput:
    table = [["a", "b"]]
    for row in rows():
        table.append([row.a, row.b])
    return CallToolResult(content=C, structuredContent={"sources": S, "table": table})


def appended_to_a_row() -> DataToolOutput:
    row = ["1"]
    row.append("2")
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a", "b"], row]})


def filled_up() -> DataToolOutput:
    table = [["a", "b"], ["1"]]
    table[1].append("2")
    return CallToolResult(content=C, structuredContent={"sources": S, "table": table})


def row_replaced() -> DataToolOutput:
    table = [["a", "b"], ["1"]]
    table[1] = ["1", "2"]
    return CallToolResult(content=C, structuredContent={"sources": S, "table": table})


def repeated(count) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a"] * count, ["1", "2"]]})


def unknown(table) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": table})


def unknown_call() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": fetch().values.tolist()})


def a_table_or_none(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "table": [["a"]] if found else None})


def error() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"table": "x"}, isError=True)
