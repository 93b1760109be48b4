# python: 3.12
from elsewhere import R, log, registry
from mcp_server import DataToolOutput


@registry.tool()
def lookup[T: (int, str)](a: T) -> DataToolOutput:
    return R
