from elsewhere import R, registry
from mcp.types import CallToolResult
from mcp_server import DataToolOutput


@registry.tool()
def plain() -> DataToolOutput:
    return R


@ registry . tool()  # comment
async def spaced() -> DataToolOutput:
    return R


@(registry.tool())
def in_parentheses() -> DataToolOutput:
    return R


def called() -> DataToolOutput:
    return R


registry.tool()(called)


def register_tools(mcp):
    @mcp.tool()
    def nested() -> DataToolOutput: return R
