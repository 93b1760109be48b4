"""A script beside the `src` folder."""

from balance.matrix import none, plain

from mcp_server import DataToolOutput, Registry

registry = Registry("script")


@registry.tool()
def from_a_script(year: int) -> DataToolOutput:
    return plain(year)  # expect: MCP106@12


@registry.tool()
def of_another_root(year: int) -> DataToolOutput:
    return none(year)  # expect: MCP103@12
