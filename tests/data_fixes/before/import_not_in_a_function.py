from elsewhere import R


def register_tools(registry):
    from mcp_server import ValidationModel

    @registry.tool()
    def lookup():
        return R
