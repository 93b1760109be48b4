# python: 3.12
from elsewhere import R, registry
from mcp_server import DataToolOutput


@registry.tool()
def lookup[DataToolOutput](a: DataToolOutput):
    return R
