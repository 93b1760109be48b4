import mcp_server
from mcp_server import DataToolOutput
from elsewhere import R, registry

del mcp_server


@registry.tool()
def lookup() -> DataToolOutput:
    return R
