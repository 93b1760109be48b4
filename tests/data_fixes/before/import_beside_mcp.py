"""Doc."""

import json

from elsewhere import registry
from mcp.types import CallToolResult, TextContent
from zoneinfo import ZoneInfo

R = CallToolResult(
    content=[TextContent(type="text", text="x")], structuredContent={"sources": ["https://example.org/data"]}
)


@registry.tool()
def lookup():
    return R
