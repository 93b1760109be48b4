from typing import TYPE_CHECKING

from elsewhere import R, registry
from mcp_server import DataToolOutput

if TYPE_CHECKING:
    from mcp_server import Registry


@registry.tool()
def lookup() -> DataToolOutput:
    return R
