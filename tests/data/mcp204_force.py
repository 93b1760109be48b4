"""`force` that is not a string, and `force` that is or may be one."""
from elsewhere import fetch
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
S = ["https://example.org/data"]


def number() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": 42})  # expect: MCP204@80


def fraction() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": 4.2})  # expect: MCP204@80


def truth() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": True})  # expect: MCP204@80


def a_list() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": ["x"]})  # expect: MCP204@80


def empty_list() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": []})  # expect: MCP204@80


def mapping() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": {"text": "x"}})  # expect: MCP204@80


def a_tuple() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": ("x",)})  # expect: MCP204


def raw_bytes() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": b"x"})  # expect: MCP204@80


def the_content() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": TextContent(type="text", text="x")})  # expect: MCP204


def by_key() -> DataToolOutput:
    payload = {"sources": S}
    payload["force"] = False  # expect: MCP204@24
    return CallToolResult(content=C, structuredContent=payload)


# From here on, nothing is reported.


def text() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": "x"})


def empty_text() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": ""})


def formatted(year) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": f"in {year}"})


def text_in_parts(year) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": "a" "b" + str(year) + "%s" % year})


def joined(lines) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": "\n".join(lines)})


def not_given() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": None})


def unknown(text) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": text})


def unknown_call() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": fetch()})


def text_or_number(found) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": "x" if found else 3})


def either(text) -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": S, "force": text or "x"})


def error() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"force": 1}, isError=True)
