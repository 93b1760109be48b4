from typing import TYPE_CHECKING

from elsewhere import R, registry

if TYPE_CHECKING:
    from mcp_server import Registry


@registry.tool()
def lookup():
    return R
