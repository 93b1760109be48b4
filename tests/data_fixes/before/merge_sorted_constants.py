from elsewhere import R, registry
from mcp_server import LIMIT, ValidationModel, results


@registry.tool()
def lookup():
    return R
