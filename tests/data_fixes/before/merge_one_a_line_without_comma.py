from elsewhere import R, registry
from mcp_server import (
    ValidationModel,
    Registry
)


@registry.tool()
def lookup():
    return R
