"""`sources` that is not a list, and `sources` that is one or may be."""
from elsewhere import fetch
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, ValidationModel

C = [TextContent(type="text", text="x")]
U = "https://example.org/data"


def text() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": "https://example.org/data"})  # expect: MCP103@68


def formatted(year) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": f"https://example.org/{year}"})  # expect: MCP103@68


def text_in_two_parts() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": "https://" "example.org"})  # expect: MCP103@68


def none() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": None})  # expect: MCP103@68


def mapping() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": {"url": U}})  # expect: MCP103@68


def mapping_comprehension(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": {url: 1 for url in urls}})  # expect: MCP103@68


def a_set() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": {U}})  # expect: MCP103@68


def set_comprehension(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": {url for url in urls}})  # expect: MCP103@68


def a_tuple() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": (U,)})  # expect: MCP103


def empty_tuple() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": ()})  # expect: MCP103


def number() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": 3})  # expect: MCP103@68


def truth() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": True})  # expect: MCP103@68


def set_by_key() -> DataToolOutput:
    payload = {"table": []}
    payload["sources"] = "https://example.org/data"  # expect: MCP103@26
    return CallToolResult(content=C, structuredContent=payload)


def set_by_update() -> DataToolOutput:
    payload = {"table": []}
    payload.update(sources=None)  # expect: MCP103@28
    return CallToolResult(content=C, structuredContent=payload)


def dict_call() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=dict(sources="https://example.org"))  # expect: MCP103@69


def on_several_lines() -> DataToolOutput:
    return CallToolResult(
        content=C,
        structuredContent={
            "sources": (  # expect: MCP103@24
                "https://example.org/data",
                "https://example.org/more",
            ),
        },
    )


def second_arm(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U]} if found else {"sources": None})  # expect: MCP103@99


def model() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=ValidationModel(sources="https://example.org").model_dump())  # expect: MCP103


def model_is_strict() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=ValidationModel(sources=(U,)).model_dump())  # expect: MCP103@80


# From here on, nothing is reported.


def a_list() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U]})


def of_list_call(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": list({U})})


def of_sorted(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": sorted({U})})


def comprehension(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [url.strip() for url in urls]})


def starred(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [*urls]})


def added(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U] + urls})


def repeated(count) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U] * count})


def split() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": "https://a.org https://b.org".split()})


def sliced(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": urls[:3]})


def unknown(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": urls})


def unknown_call() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": fetch().urls})


def either(urls) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": urls or [U]})


def a_list_or_none(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": [U] if found else None})


def none_replaced() -> DataToolOutput:
    payload = {"sources": None}
    payload["sources"] = [U]
    return CallToolResult(content=C, structuredContent=payload)


def text_made_a_list(urls) -> DataToolOutput:
    sources = "https://example.org/data"
    if isinstance(sources, str):
        sources = [sources]
    return CallToolResult(content=C, structuredContent={"sources": sources})


def error() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": None}, is_error=True)
