from elsewhere import registry
from mcp.types import CallToolResult, TextContent


@registry.tool()
def lookup() -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text="x")], structuredContent={"sources": ["https://example.org"]}
    )
