from elsewhere import R, registry
from mcp_server.contract import DataToolOutput as Contract


@registry.tool()
def lookup() -> Contract:
    return R
