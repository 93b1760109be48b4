from elsewhere import R, registry
from mcp_server import (  # the contract
    # About the registry.
    Registry,
)


@registry.tool()
def lookup():
    return R
