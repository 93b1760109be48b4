"""A DataToolOutput from a module that cannot be read is taken at its word; any other name from there is unknown."""
import gateway
from elsewhere import DataToolOutput as Output
from elsewhere import Result, ToolOutput
from mcp.types import CallToolResult, TextContent

from . import shared
from .types import DataToolOutput

URL = "https://example.org/data"
CONTENT = [TextContent(type="text", text="x")]


def register_tools(mcp):
    @mcp.tool()
    def at_its_word() -> DataToolOutput:
        return CallToolResult(content=CONTENT, structuredContent={"sources": [URL]})

    @mcp.tool()
    def at_its_word_in_quotes() -> "DataToolOutput":
        return CallToolResult(content=CONTENT, structuredContent={"sources": [URL]})

    @mcp.tool()
    def at_its_word_and_judged() -> DataToolOutput:
        return CallToolResult(content=CONTENT)  # expect: MCP101@16

    @mcp.tool()
    def renamed() -> Output:
        return CallToolResult(content=CONTENT, structuredContent={"sources": [URL]})

    @mcp.tool()
    def dotted() -> shared.DataToolOutput:
        return CallToolResult(content=CONTENT, structuredContent={"sources": [URL]})

    @mcp.tool()
    def dotted_absolute() -> gateway.contract.DataToolOutput:
        return CallToolResult(content=CONTENT, structuredContent={"sources": [URL]})

    @mcp.tool()
    def unknown() -> ToolOutput:
        return CallToolResult(content=CONTENT, structuredContent={"sources": [URL]})

    @mcp.tool()
    def unknown_too() -> Result:
        return CallToolResult(content=CONTENT, structuredContent={"sources": [URL]})

    @mcp.tool()
    def optional() -> DataToolOutput | None:  # expect: MCP002@23
        return None


def elsewhere_registered() -> DataToolOutput:
    return CallToolResult(content=CONTENT, structuredContent={"table": []})  # expect: MCP102@62
