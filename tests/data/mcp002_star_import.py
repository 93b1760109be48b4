"""Names that a star import may bring: unknown, or taken at their word."""
from mcp.types import TextContent
from mcp_server import *

registry = Registry("star")


@registry.tool()
def starred() -> DataToolOutput:
    return text_result("x", source_url="https://example.org/data")


@registry.tool()
def starred_in_quotes() -> "DataToolOutput":
    return text_result("x", source_url="https://example.org/data")


@registry.tool()
def something_else() -> SomeName:
    return text_result("x", source_url="https://example.org/data")


@registry.tool()
def text() -> str:  # expect: MCP002@15
    return "x"
