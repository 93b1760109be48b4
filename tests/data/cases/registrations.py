"""The ways in which real plugins register their functions; what is not registered is nobody's concern."""
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput
from mcp_server.results import text_result

URL = "https://example.org/data"


def annotated() -> DataToolOutput:
    return text_result("x", source_url=URL)


def looped() -> DataToolOutput:
    return text_result("x", source_url=URL)


def unannotated():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def in_a_loop():  # expect: MCP001@5
    return text_result("x", source_url=URL)


def never_registered():
    return {"free": "to return what it likes"}


def elsewhere() -> DataToolOutput:
    """Registered by another module; its annotation makes it a data tool."""
    return CallToolResult(content=[TextContent(type="text", text="x")], structuredContent={})  # expect: MCP102@91


def register_tools(mcp):
    mcp.tool()(annotated)
    mcp.tool()(unannotated)
    for tool in (looped, in_a_loop):
        mcp.tool()(tool)
    _register_more(mcp)
    mcp.tool()(lambda: "x")  # expect: MCP001@16


def _register_more(server):
    @server.tool()
    def nested():  # expect: MCP001@9
        def helper():
            return "belongs to helper"

        return text_result(helper(), source_url=URL)


class Catalogue:
    def __init__(self, registry):
        self.registry = registry
        self.registry.tool()(self.lookup)

        @self.registry.tool(title="Count")
        def count():  # expect: MCP001@13
            return text_result("x", source_url=URL)

    def lookup(self, name: str) -> DataToolOutput:
        return text_result(name, source_url=URL)
