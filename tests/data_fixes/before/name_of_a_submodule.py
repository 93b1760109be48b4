import mcp_server.results
from elsewhere import R, registry


@registry.tool()
def lookup():
    return R
