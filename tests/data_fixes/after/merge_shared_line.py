from elsewhere import R, registry
from mcp_server import DataToolOutput, Registry; LIMIT = 1


@registry.tool()
def lookup() -> DataToolOutput:
    return R
