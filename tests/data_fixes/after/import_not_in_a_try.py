from elsewhere import R, registry
from mcp_server import DataToolOutput

try:
    import numpy
except ImportError:
    numpy = None


@registry.tool()
def lookup() -> DataToolOutput:
    return R
