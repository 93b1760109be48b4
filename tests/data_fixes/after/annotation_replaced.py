import mcp.types
from elsewhere import R, registry
from mcp.types import CallToolResult
from mcp.types import CallToolResult as Result
from mcp_server import DataToolOutput

Alias = CallToolResult


@registry.tool(name="plain")
def plain() -> DataToolOutput:
    return R


@registry.tool(name="dotted")
def dotted(a: int)->DataToolOutput :  # comment
    return R


@registry.tool(name="quoted")
def quoted() -> DataToolOutput: return R


@registry.tool(name="renamed")
async def renamed() -> DataToolOutput:
    return R


@registry.tool(name="alias")
def alias() -> DataToolOutput:
    return R


@registry.tool(name="parentheses")
def parentheses() -> (
    CallToolResult  # in parentheses
):
    return R


@registry.tool(name="call")
def called(a, b=lambda: 1) -> DataToolOutput:
    return R
