from elsewhere import R, registry
from mcp_server import __version__, Registry, ValidationModel, DataToolOutput


@registry.tool()
def lookup() -> DataToolOutput:
    return R
