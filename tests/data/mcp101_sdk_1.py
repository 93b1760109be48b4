"""On mcp 1.x the snake_case names are dropped without a word."""
# settings: sdk=1
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

C = [TextContent(type="text", text="x")]
P = {"sources": ["https://example.org/data"]}


def dropped() -> DataToolOutput:
    return CallToolResult(content=C, structured_content=P)  # expect: MCP101@12


def dropped_error() -> DataToolOutput:
    return CallToolResult(content=C, is_error=True)  # expect: MCP101@12


def kept() -> DataToolOutput:
    return CallToolResult(content=C, structuredContent=P)


def kept_error() -> DataToolOutput:
    return CallToolResult(content=C, isError=True)


def set_later() -> DataToolOutput:
    result = CallToolResult(content=C)
    result.structuredContent = P
    return result
