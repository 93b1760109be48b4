from elsewhere import R, log, registry
from mcp_server import DataToolOutput


@registry.tool(name="one")
def one() -> DataToolOutput: return R  # one line


@registry.tool(name="two")
async def two(first: int, second=")") -> DataToolOutput:
    return R


@registry.tool(
    name="three",
)
def three(
    first: int,  # a comment with ): in it
    second: str = "):",
) -> DataToolOutput:  # the head's comment
    return R


@registry.tool(name="four")
def four  (  a  ) -> DataToolOutput  :
    return R


@registry.tool(name="five")
def five(a=(1, 2)) -> DataToolOutput \
        :
    return R


@registry.tool(name="six")
def six(a: dict = {"x": lambda: 1}) -> DataToolOutput: log(a); return R


class Plugin:
    def __init__(self, registry):
        registry.tool()(self.seven)

    def seven(self, *, a: int = 0) -> DataToolOutput:
        return R


def register_tools(mcp):
    if mcp:
        @mcp.tool()
        def eight(
            *args: int
        ) -> DataToolOutput:
            """Eight."""
            return R


def nine() -> DataToolOutput: return R


registry.tool(name="nine")(nine)
if registry: registry.tool(name="ten")(nine)
