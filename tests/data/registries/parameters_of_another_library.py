"""Without an import from mcp_server, only the parameters of `register_tools` are registries."""


def register_tools(mcp):
    @mcp.tool()
    def tool():  # expect: MCP001@9
        return "x"

    @mcp.tool  # expect: MCP003@6
    def without_parentheses():
        return "x"


class Plugin:
    def register_tools(self, server, settings):
        @server.tool()
        async def tool():  # expect: MCP001@19
            return "x"


# From here on, nothing is reported.


def configure(mcp):
    @mcp.tool()
    def tool():
        return "x"

    @mcp.tool
    def without_parentheses():
        return "x"


def register_resources(mcp):
    @mcp.tool()
    def tool():
        return "x"


class Application:
    def __init__(self, mcp):
        @mcp.tool()
        def tool():
            return "x"


configure(lambda mcp: mcp.tool()(lambda: "x"))
