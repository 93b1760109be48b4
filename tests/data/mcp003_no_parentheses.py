"""`@registry.tool` without parentheses registers nothing; other objects' decorators need none."""
import functools

from mcp.server.fastmcp import FastMCP
from mcp_server import DataToolOutput, Registry
from mcp_server.results import text_result

registry = Registry("parentheses")
tools = Registry("more")
app = FastMCP("app")
URL = "https://example.org/data"


@registry.tool  # expect: MCP003@2
def plain() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool  # expect: MCP003@2
async def waits() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool  # expect: MCP003@2
def without_annotation():
    return text_result("x", source_url=URL)


@registry.tool  # expect: MCP003@2
def with_another_annotation() -> str:
    return "x"


@registry.tool  # expect: MCP003@2
@functools.lru_cache
def above_another() -> DataToolOutput:
    return text_result("x", source_url=URL)


@functools.lru_cache
@registry.tool  # expect: MCP003@2
def below_another() -> DataToolOutput:
    return text_result("x", source_url=URL)


@tools.tool  # expect: MCP003@2
def of_another_registry() -> DataToolOutput:
    return text_result("x", source_url=URL)


def register_tools(mcp):
    @mcp.tool  # expect: MCP003@6
    def nested() -> DataToolOutput:
        return text_result("x", source_url=URL)


class Catalogue:
    def __init__(self, registry):
        self.registry = registry

        @self.registry.tool  # expect: MCP003@10
        def inner() -> DataToolOutput:
            return text_result("x", source_url=URL)


@registry.tool()
def right() -> DataToolOutput:
    return text_result("x", source_url=URL)


@registry.tool(
)
def right_on_two_lines() -> DataToolOutput:
    return text_result("x", source_url=URL)


@app.tool
def of_another_library(a: int):
    return a


@registry.resources
def not_a_tool():
    return "x"


@registry.tool_cache
def not_a_tool_either():
    return "x"


@registry.plugin.tools
def nor_this():
    return "x"


@functools.cache
def nothing_to_do_with_it():
    return "x"


register = registry.tool
print(registry.tool)
