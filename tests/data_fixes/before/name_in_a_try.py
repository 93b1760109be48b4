from elsewhere import R, registry

try:
    from mcp_server import DataToolOutput
except ImportError:
    from elsewhere import DataToolOutput


@registry.tool()
def lookup():
    return R
