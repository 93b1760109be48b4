from elsewhere import R, registry
from mcp_server import DataToolOutput, Registry as Hub, ValidationModel  # noqa: F401


@registry.tool()
def lookup() -> DataToolOutput:
    return R
