import mcp_server as server
from elsewhere import R, registry


@registry.tool()
def lookup():
    return R
