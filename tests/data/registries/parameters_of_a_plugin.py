"""Parameters: in a file that imports from mcp_server, the registry is handed to any function."""
from typing import TYPE_CHECKING, Any

from elsewhere import AppServer
from mcp_server import DataToolOutput

if TYPE_CHECKING:
    from elsewhere import Gateway
    from mcp_server import Registry


def set_up(mcp):
    @mcp.tool()
    def tool():  # expect: MCP001@9
        return "x"


async def set_up_later(mcp):
    @mcp.tool()
    def tool():  # expect: MCP001@9
        return "x"


def with_a_default(mcp=None):
    @mcp.tool()
    def tool():  # expect: MCP001@9
        return "x"


def keyword_only(*, mcp):
    @mcp.tool()
    def tool():  # expect: MCP001@9
        return "x"


def positional_only(mcp, /):
    @mcp.tool()
    def tool():  # expect: MCP001@9
        return "x"


def of_any_kind(mcp: Any):
    @mcp.tool()
    def tool():  # expect: MCP001@9
        return "x"


def for_checkers_only(mcp: "Registry"):
    @mcp.tool()
    def tool():  # expect: MCP001@9
        return "x"


def handed_down(mcp):
    def inner():
        @mcp.tool()
        def tool():  # expect: MCP001@13
            return "x"

    inner()


class Plugin:
    def set_up(self, mcp):
        @mcp.tool()
        def tool():  # expect: MCP001@13
            return "x"

        mcp.tool()(self.method)

    def method(self, name):  # expect: MCP001@9
        return "x"


# From here on, nothing is reported.


def of_another_class(mcp: AppServer):
    @mcp.tool()
    def tool():
        return "x"


def of_another_class_for_checkers_only(mcp: "Gateway"):
    @mcp.tool()
    def tool():
        return "x"


def replaced(mcp):
    mcp = AppServer(mcp)

    @mcp.tool()
    def tool():
        return "x"


def attribute_of_a_parameter(context):
    @context.server.tool()
    def tool():
        return "x"


def right(mcp):
    @mcp.tool()
    def tool() -> DataToolOutput:
        raise LookupError
