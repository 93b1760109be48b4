from elsewhere import R, registry
from mcp_server import *


@registry.tool()
def lookup():
    return R
