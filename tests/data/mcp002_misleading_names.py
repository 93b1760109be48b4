"""Names that say one thing and are another."""
from mcp.types import CallToolResult as DataToolOutput
from mcp_server import DataToolOutput as CallToolResult
from mcp_server import Registry
from mcp_server.results import text_result

registry = Registry("misleading")
URL = "https://example.org/data"


@registry.tool()
def right() -> CallToolResult:
    return text_result("x", source_url=URL)


@registry.tool()
def wrong() -> DataToolOutput:  # expect: MCP002@16
    return text_result("x", source_url=URL)
