from elsewhere import R, registry


@registry.tool()
def lookup():
    return R


from mcp_server import DataToolOutput
