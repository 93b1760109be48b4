"""A parameter is a registry by what checkers see, whatever stands in for the class when the module runs."""
from typing import TYPE_CHECKING

from mcp_server import DataToolOutput
from mcp_server.results import text_result

if TYPE_CHECKING:
    from mcp_server import Registry
else:

    class Registry:
        """Stands in."""


def setup(mcp: Registry):
    @mcp.tool()
    def production():  # expect: MCP001@9
        return text_result("x", source_url="https://example.org/data")

    @mcp.tool()
    def consumption() -> DataToolOutput:
        return text_result("x", source_url="https://example.org/data")
