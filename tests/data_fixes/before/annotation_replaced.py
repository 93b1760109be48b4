import mcp.types
from elsewhere import R, registry
from mcp.types import CallToolResult
from mcp.types import CallToolResult as Result

Alias = CallToolResult


@registry.tool(name="plain")
def plain() -> CallToolResult:
    return R


@registry.tool(name="dotted")
def dotted(a: int)->mcp.types.CallToolResult :  # comment
    return R


@registry.tool(name="quoted")
def quoted() -> "CallToolResult": return R


@registry.tool(name="renamed")
async def renamed() -> Result:
    return R


@registry.tool(name="alias")
def alias() -> Alias:
    return R


@registry.tool(name="parentheses")
def parentheses() -> (
    CallToolResult  # in parentheses
):
    return R


@registry.tool(name="call")
def called(a, b=lambda: 1) -> 'mcp.types.CallToolResult':
    return R
