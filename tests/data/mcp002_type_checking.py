"""Imports for type checkers only, in a file whose annotations are not all text."""
import typing as t

from mcp_server import Registry
from mcp_server.results import text_result

if t.TYPE_CHECKING:
    from mcp_server import DataToolOutput

registry = Registry("type checking")


@registry.tool()
def quoted() -> "DataToolOutput":  # expect: MCP002@17
    return text_result("x", source_url="https://example.org/data")


@registry.tool()
async def quoted_too() -> 'DataToolOutput':  # expect: MCP002@27
    return text_result("x", source_url="https://example.org/data")


if t.TYPE_CHECKING:
    import mcp_server

    Assigned = mcp_server.DataToolOutput

    class Defined:
        """Nor does a class of checkers exist."""


@registry.tool()
def assigned() -> "Assigned":  # expect: MCP002@19
    return text_result("x", source_url="https://example.org/data")


@registry.tool()
def defined() -> "Defined":  # expect: MCP002@18
    return text_result("x", source_url="https://example.org/data")
