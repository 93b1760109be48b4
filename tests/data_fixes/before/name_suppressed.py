import contextlib

from elsewhere import R, registry

with contextlib.suppress(ImportError):
    from mcp_server import Registry


@registry.tool()
def lookup():
    return R
