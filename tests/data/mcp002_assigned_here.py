"""A DataToolOutput that the file assigns: from the same parts, it is the server's; from others, it is not."""
from typing import Annotated

from mcp.types import CallToolResult
from mcp_server import Registry, ValidationModel
from mcp_server.results import text_result

registry = Registry("assigned")
DataToolOutput = Annotated[CallToolResult, ValidationModel]
Output = Annotated[CallToolResult, dict]
URL = "https://example.org/data"


@registry.tool()
def same_parts() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def other_parts() -> Output:  # expect: MCP002@22
    return text_result("x", source_url=URL)
