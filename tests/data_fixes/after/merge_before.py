from elsewhere import R, registry
from mcp_server import DataToolOutput, Registry


@registry.tool()
def lookup() -> DataToolOutput:
    return R
