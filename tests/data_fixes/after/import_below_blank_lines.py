from mcp_server import DataToolOutput


def register_tools(registry):
    @registry.tool()
    def lookup() -> DataToolOutput:
        return registry.result
