from elsewhere import R, log, registry
from mcp_server import DataToolOutput


@registry.tool(name="comment")
def comment(a):
    # type: (int) -> DataToolOutput
    return R


@registry.tool(name="comment_2")
def comment_2(a):  # type: (int) -> DataToolOutput
    return R


registry.tool(name="lambda")(lambda: R)


@registry.tool(name="text")
def text():
    return "text"


@registry.tool(name="nothing")
def nothing():
    pass


@registry.tool(name="generator")
def generator():
    yield R


@registry.tool(name="silenced")
def silenced():  # noqa: MCP001
    return R


@registry.tool()
def same_name():
    return R


@registry.tool(name="same_name")
def another():
    return R
