"""CallToolResult from one of two places; both are the SDK's."""
from mcp_server import DataToolOutput

try:
    from mcp_types import CallToolResult, TextContent
except ImportError:
    from mcp.types import CallToolResult, TextContent

try:
    from mcp.types import CallToolResult as Perhaps
except ImportError:
    Perhaps = dict


def known() -> DataToolOutput:
    return CallToolResult(content=[TextContent(type="text", text="x")])  # expect: MCP101@12


def unknown() -> DataToolOutput:
    return Perhaps(content=[TextContent(type="text", text="x")])
