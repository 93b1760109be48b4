"""All annotations are text here; what is imported for type checkers only does not exist when the server reads it."""
from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Annotated

from mcp.types import CallToolResult
from mcp_server import Registry, ValidationModel
from mcp_server.results import text_result

if TYPE_CHECKING:
    import mcp_server as for_checkers
    from mcp_server import DataToolOutput as Never

if typing.TYPE_CHECKING:
    from mcp_server import DataToolOutput as NeverEither

if TYPE_CHECKING:
    from mcp_server import DataToolOutput as Both
else:
    from mcp_server import DataToolOutput as Both

if not TYPE_CHECKING:
    from mcp_server import DataToolOutput as AtRunTime

try:
    from mcp_server import DataToolOutput
except ImportError:
    DataToolOutput = None

try:
    from mcp_server import DataToolOutput as Second
except ImportError:
    from older_server import DataToolOutput as Second

registry = Registry("future")
URL = "https://example.org/data"


@registry.tool()
def for_checkers_only() -> Never:  # expect: MCP002@28
    return text_result("x", source_url=URL)


@registry.tool()
def for_checkers_only_too() -> NeverEither:  # expect: MCP002@32
    return text_result("x", source_url=URL)


@registry.tool()
def for_checkers_only_in_quotes() -> "Never":  # expect: MCP002@38
    return text_result("x", source_url=URL)


@registry.tool()
def for_checkers_only_dotted() -> for_checkers.DataToolOutput:  # expect: MCP002@35
    return text_result("x", source_url=URL)


@registry.tool()
def union() -> DataToolOutput | None:  # expect: MCP002@16
    return text_result("x", source_url=URL)


@registry.tool()
def bare() -> CallToolResult:  # expect: MCP002@15
    return text_result("x", source_url=URL)


def register_tools(mcp):
    from mcp_server import DataToolOutput as Local

    @mcp.tool()
    def not_visible_at_start_up() -> Local:  # expect: MCP002@38
        return text_result("x", source_url=URL)


@registry.tool()
def both() -> Both:
    return text_result("x", source_url=URL)


@registry.tool()
def at_run_time() -> AtRunTime:
    return text_result("x", source_url=URL)


@registry.tool()
def tried() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool()
def tried_twice() -> Second:
    return text_result("x", source_url=URL)


@registry.tool()
def in_quotes_as_well() -> "DataToolOutput":
    return text_result("x", source_url=URL)


@registry.tool()
def spelled_out() -> Annotated[CallToolResult, ValidationModel]:
    return text_result("x", source_url=URL)


class Tools:
    OfTheClass = DataToolOutput

    @registry.tool()
    def of_the_class() -> OfTheClass:  # expect: MCP002@27
        return text_result("x", source_url=URL)
