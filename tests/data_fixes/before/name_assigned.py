import mcp_server
from elsewhere import R, registry

DataToolOutput = mcp_server.DataToolOutput


@registry.tool()
def lookup():
    return R
