"""Tables of which the model reads nothing, since the text does not repeat them."""
# settings: enable=MCP903
from elsewhere import describe
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

S = ["https://example.org/data"]


def text(value):
    return [TextContent(type="text", text=value)]


def nothing_repeated() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="See the table.")],  # expect: MCP903@17
        structuredContent={"sources": S, "table": [["City", "Population"], ["Tokyo", "37400068"]]},
    )


def numbers_not_repeated() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Production fell again.")],  # expect: MCP903@17
        structuredContent={"sources": S, "table": [["Year", "TWh"], [2021, 11.5], [2022, 10.25]]},
    )


# From here on, nothing is reported.


def all_repeated() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Population of each city: Tokyo has 37400068.")],
        structuredContent={"sources": S, "table": [["City", "Population"], ["Tokyo", "37400068"]]},
    )


def numbers_grouped() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text=(
            "The 2 most populated cities are Tokyo (37,400,068) "
            "and Delhi (30,290,936)."
        ))],
        structuredContent={"sources": S, "table": [["City", "Population"], ["Tokyo", "37400068"], ["Delhi", "30290936"]]},
    )


def numbers_repeated() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="11.5 in 2021, 10.25 in 2022.")],
        structuredContent={"sources": S, "table": [["Year", "TWh"], [2021, 11.5], [2022, 10.25]]},
    )


def in_two_texts() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Tokyo:"), TextContent(type="text", text="37400068")],
        structuredContent={"sources": S, "table": [["City", "Population"], ["Tokyo", "37400068"]]},
    )


def formatted(city) -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text=f"See {city}.")],
        structuredContent={"sources": S, "table": [["City"], ["Tokyo"]]},
    )


def unknown_text() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text=describe())],
        structuredContent={"sources": S, "table": [["City"], ["Tokyo"]]},
    )


def unknown_content(content) -> DataToolOutput:
    return CallToolResult(content=content, structuredContent={"sources": S, "table": [["City"], ["Tokyo"]]})


def unknown_part(part) -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="See below."), part],
        structuredContent={"sources": S, "table": [["City"], ["Tokyo"]]},
    )


def unknown_cells(city) -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="See the table.")],
        structuredContent={"sources": S, "table": [["City"], [city]]},
    )


def unknown_table(table) -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="See the table.")],
        structuredContent={"sources": S, "table": table},
    )


def empty_table() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Nothing found.")],
        structuredContent={"sources": S, "table": []},
    )


def header_only() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Nothing found.")],
        structuredContent={"sources": S, "table": [["City", "Population"]]},
    )


def no_table() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text="x")], structuredContent={"sources": S})


def error() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="Failed.")],
        structuredContent={"table": [["City"], ["Tokyo"]]},
        isError=True,
    )
