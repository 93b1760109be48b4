"""A DataToolOutput of the file's own is not the server's."""
from pydantic import BaseModel

from mcp_server import Registry
from mcp_server.results import text_result

registry = Registry("own")


class DataToolOutput(BaseModel):
    sources: list[str]


@registry.tool()
def own() -> DataToolOutput:  # expect: MCP002@14
    return DataToolOutput(sources=[])


@registry.tool()
def own_in_quotes() -> "DataToolOutput":  # expect: MCP002@24
    return text_result("x", source_url="https://example.org/data")


def not_a_tool() -> DataToolOutput:
    return DataToolOutput(sources=[])
