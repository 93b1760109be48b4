from elsewhere import R, registry
from mcp_server import __version__, Registry, ValidationModel


@registry.tool()
def lookup():
    return R
