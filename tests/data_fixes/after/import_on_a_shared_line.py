import json; from elsewhere import R, registry  # two
from mcp_server import DataToolOutput


@registry.tool()
def lookup() -> DataToolOutput:
    return R
