from elsewhere import R, registry
from mcp_server import DataToolOutput


@registry.tool
def text():
    return "text"


@registry.tool
def wrong() -> dict:
    return R


def options() -> DataToolOutput:
    return R


registry.tool(options, title="x")
registry.tool(lambda: R)


@registry.tool
def taken() -> DataToolOutput:
    return R


@registry.tool(name="taken")
def first() -> DataToolOutput:
    return R
