from elsewhere import R, registry
from mcp_server import LIMIT, DataToolOutput, ValidationModel, results


@registry.tool()
def lookup() -> DataToolOutput:
    return R
