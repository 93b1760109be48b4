from elsewhere import R, registry
from mcp_server import DataToolOutput as Output


@registry.tool()
def lookup() -> Output:
    return R
