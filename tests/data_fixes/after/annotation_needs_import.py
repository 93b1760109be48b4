from elsewhere import registry
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput


@registry.tool()
def lookup() -> DataToolOutput:
    return CallToolResult(
        content=[TextContent(type="text", text="x")], structuredContent={"sources": ["https://example.org"]}
    )
