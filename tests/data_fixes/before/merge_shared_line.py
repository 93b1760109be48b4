from elsewhere import R, registry
from mcp_server import Registry; LIMIT = 1


@registry.tool()
def lookup():
    return R
