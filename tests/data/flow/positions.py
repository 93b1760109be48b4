"""Faults that are spread over several lines, and the one place where each is shown."""
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
NO_SOURCES = []


def set_on_the_result() -> DataToolOutput:
    result = CallToolResult(content=C)
    result.structured_content = {"table": []}  # expect: MCP102@33
    return result


def list_by_name() -> DataToolOutput:
    sources = []
    return CallToolResult(content=C, structuredContent={"sources": sources})  # expect: MCP104@68


def list_by_name_of_module() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent={"sources": NO_SOURCES})  # expect: MCP104@68


def text_by_name() -> DataToolOutput:
    link = "https://example.org/data"
    return CallToolResult(content=C, structuredContent={"sources": link})  # expect: MCP103@68


def content_by_name() -> DataToolOutput:
    text = "x"
    return CallToolResult(content=text, structuredContent={"sources": ["https://example.org/data"]})  # expect: MCP105@35


def payload_after_the_text() -> DataToolOutput:
    payload = {"table": []}
    text = "x"
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structuredContent=payload,  # expect: MCP102@27
    )
