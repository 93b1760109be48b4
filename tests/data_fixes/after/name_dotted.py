import mcp_server
from elsewhere import R, registry


@registry.tool()
def lookup() -> mcp_server.DataToolOutput:
    return R
