"""Tools of other libraries, which may return what they like: nothing here is reported."""
from mcp.server.mcpserver import MCPServer

mcp = MCPServer("plain")
node_ids = object()


@mcp.tool()
def add(a: int, b: int) -> int:
    return a + b


@mcp.tool
def bare(a: int):
    return a


def configure(app):
    @app.tool()
    def anything():
        return "x"


node_ids.tool("call")
"""
@registry.tool()
def in_a_string():
    pass
"""
