from elsewhere import R, registry
from mcp.types import CallToolResult


@registry.tool
def plain():
    return R


@ registry . tool  # comment
async def spaced() -> CallToolResult:
    return R


@(registry.tool)
def in_parentheses():
    return R


def called():
    return R


registry.tool(called)


def register_tools(mcp):
    @mcp.tool
    def nested(): return R
