from elsewhere import R, registry
from mcp_server import (
    ValidationModel,
    Registry,
    DataToolOutput,
)


@registry.tool()
def lookup() -> DataToolOutput:
    return R
