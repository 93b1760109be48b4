from elsewhere import R, log, registry
from mcp_server import DataToolOutput


@registry.tool(name="one")
def one(): return R  # one line


@registry.tool(name="two")
async def two(first: int, second=")"):
    return R


@registry.tool(
    name="three",
)
def three(
    first: int,  # a comment with ): in it
    second: str = "):",
):  # the head's comment
    return R


@registry.tool(name="four")
def four  (  a  )  :
    return R


@registry.tool(name="five")
def five(a=(1, 2)) \
        :
    return R


@registry.tool(name="six")
def six(a: dict = {"x": lambda: 1}): log(a); return R


class Plugin:
    def __init__(self, registry):
        registry.tool()(self.seven)

    def seven(self, *, a: int = 0):
        return R


def register_tools(mcp):
    if mcp:
        @mcp.tool()
        def eight(
            *args: int
        ):
            """Eight."""
            return R


def nine(): return R


registry.tool(name="nine")(nine)
if registry: registry.tool(name="ten")(nine)
