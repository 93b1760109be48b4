from elsewhere import R, registry
from mcp_server import (contract, Registry,  # both
)


@registry.tool()
def lookup():
    return R
