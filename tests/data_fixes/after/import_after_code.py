import sys

sys.dont_write_bytecode = True
from elsewhere import R, registry
from mcp_server import DataToolOutput


def helper():
    return R


@registry.tool()
def lookup() -> DataToolOutput:
    return R
