from elsewhere import R
from mcp_server import DataToolOutput


def register_tools(registry):
    from mcp_server import ValidationModel

    @registry.tool()
    def lookup() -> DataToolOutput:
        return R
