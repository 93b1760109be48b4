from elsewhere import R, registry
from mcp_server import \
    Registry, \
    ValidationModel


@registry.tool()
def lookup():
    return R
