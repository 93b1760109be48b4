from elsewhere import R, registry
from mcp_server import (
    ValidationModel,
    DataToolOutput,
    Registry  # about it
)


@registry.tool()
def lookup() -> DataToolOutput:
    return R
