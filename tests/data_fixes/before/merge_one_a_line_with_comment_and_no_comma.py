from elsewhere import R, registry
from mcp_server import (
    ValidationModel,
    Registry  # about it
)


@registry.tool()
def lookup():
    return R
