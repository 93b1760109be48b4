import mcp_server
from elsewhere import R, registry

del mcp_server


@registry.tool()
def lookup():
    return R
