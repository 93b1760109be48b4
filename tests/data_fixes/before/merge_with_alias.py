from elsewhere import R, registry
from mcp_server import Registry as Hub, ValidationModel  # noqa: F401


@registry.tool()
def lookup():
    return R
