from elsewhere import R, registry
from mcp_server import contract, Registry, DataToolOutput


@registry.tool()
def lookup() -> DataToolOutput:
    return R
