from elsewhere import R, registry
from mcp_server import (
    DataToolOutput,
    Registry,  # the registry
    ValidationModel,
)


@registry.tool()
def lookup() -> DataToolOutput:
    return R
