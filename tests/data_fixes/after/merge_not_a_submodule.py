from elsewhere import R, registry
from mcp_server.results import text_result
from mcp_server import DataToolOutput


@registry.tool()
def lookup() -> DataToolOutput:
    return R
