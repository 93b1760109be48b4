from elsewhere import R, registry
from mcp_server import Registry


@registry.tool()
def lookup():
    return R
