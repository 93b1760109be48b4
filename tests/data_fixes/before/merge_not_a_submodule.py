from elsewhere import R, registry
from mcp_server.results import text_result


@registry.tool()
def lookup():
    return R
