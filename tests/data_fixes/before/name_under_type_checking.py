from typing import TYPE_CHECKING

from elsewhere import R, registry

if TYPE_CHECKING:
    from mcp_server import DataToolOutput


@registry.tool()
def lookup():
    return R
