"""What `DataToolOutput` stands for, written out: the file has neither its name nor a registration."""
from typing import Annotated

from mcp.types import CallToolResult, TextContent
from mcp_server import ValidationModel

C = [TextContent(type="text", text="x")]


def lookup() -> Annotated[CallToolResult, ValidationModel]:
    """Lack sources."""
    return CallToolResult(content=C, structuredContent={"table": []})  # expect: MCP102@56


def right() -> Annotated[CallToolResult, ValidationModel]:
    """Have them."""
    return CallToolResult(content=C, structuredContent={"sources": ["https://example.org"]})
