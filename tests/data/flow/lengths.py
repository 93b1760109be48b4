"""Lists whose length is not known exactly: they are neither empty nor filled, unless some item is surely in them."""
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"
T = [["a"], ["1"]]


def perhaps_empty(rows: list) -> DataToolOutput:
    urls = [str(row) for row in rows]
    if urls:
        return CallToolResult(content=C, structuredContent={"table": T})  # expect: MCP102@60
    return CallToolResult(content=C, is_error=True)


def perhaps_filled(rows: list) -> DataToolOutput:
    urls = [str(row) for row in rows]
    payload = {"sources": [U]}
    if not urls:
        del payload["sources"]
    return CallToolResult(content=C, structuredContent=payload)


def surely_filled() -> DataToolOutput:
    urls = sorted([U, U])
    if urls:
        return CallToolResult(content=C, structuredContent={"sources": [U]})


def grown_by_a_sorted_list() -> DataToolOutput:
    urls = []
    urls.extend(sorted([U, U]))
    if urls:
        return CallToolResult(content=C, structuredContent={"sources": [U]})


def as_many_as_a_literal_has() -> DataToolOutput:
    urls = [str(each) for each in (1, 2)]
    if urls:
        return CallToolResult(content=C, structuredContent={"sources": [U]})


def as_many_as_a_name_has() -> DataToolOutput:
    years = [2023, 2024]
    urls = [f"{U}/{year}" for year in years]
    if urls:
        return CallToolResult(content=C, structuredContent={"sources": urls})


def some_left_out() -> DataToolOutput:  # expect: MCP106@5
    urls = [str(each) for each in (1, 2) if each > 2]
    if urls:
        return CallToolResult(content=C, structuredContent={"sources": [U]})
