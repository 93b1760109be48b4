# expect: MCP900@1
"""Python reads this file; the library that the checker parses with does not (the name in parentheses below)."""
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput, Registry

registry = Registry("not parsed")
(total): int = 1


@registry.tool()
def not_checked():
    return CallToolResult(content=[TextContent(type="text", text="x")])
