from elsewhere import R, registry
from mcp_server import (  # the contract
    DataToolOutput,
    # About the registry.
    Registry,
)


@registry.tool()
def lookup() -> DataToolOutput:
    return R
