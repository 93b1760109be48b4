from elsewhere import R, registry
from mcp_server import *
from mcp_server import DataToolOutput


@registry.tool()
def lookup() -> DataToolOutput:
    return R
