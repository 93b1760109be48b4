from elsewhere import R, registry
from mcp_server import (contract, DataToolOutput, Registry,  # both
)


@registry.tool()
def lookup() -> DataToolOutput:
    return R
