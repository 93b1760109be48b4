from elsewhere import R, registry
from mcp_server import (
    Registry,  # the registry
    ValidationModel,
)


@registry.tool()
def lookup():
    return R
