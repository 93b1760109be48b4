from typing import Annotated, Optional

import mcp
from elsewhere import R, registry
from mcp.types import CallToolResult
from own_package import CallToolResult as Own
from mcp_server import DataToolOutput


@registry.tool(name="optional")
def optional() -> Optional[CallToolResult]:
    return R


@registry.tool(name="union")
def union() -> CallToolResult | None:
    return R


@registry.tool(name="other")
def other() -> dict:
    return R


@registry.tool(name="annotated")
def annotated() -> Annotated[CallToolResult, "x"]:
    return R


@registry.tool(name="own")
def own() -> Own:
    return R


@registry.tool(name="commented")
def commented() -> (
    mcp  # this comment would be lost
    .types.CallToolResult
):
    return R


@registry.tool(name="text")
def text() -> CallToolResult:
    return "text"
