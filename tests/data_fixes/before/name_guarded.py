from elsewhere import R, registry

try:
    from mcp_server import Registry
except ImportError:
    Registry = None


@registry.tool()
def lookup():
    return R
