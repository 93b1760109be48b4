"""Functions inside of `register_tools` that were meant to be tools and are not registered."""
# settings: enable=MCP902
from elsewhere import add, register
from mcp.server.fastmcp import FastMCP
from mcp_server import DataToolOutput
from mcp_server.results import text_result

URL = "https://example.org/data"


def register_tools(mcp):
    @mcp.tool()
    def registered() -> DataToolOutput:
        return text_result("x", source_url=URL)

    def forgotten() -> DataToolOutput:  # expect: MCP902@9
        return text_result("x", source_url=URL)

    async def forgotten_async() -> DataToolOutput:  # expect: MCP902@15
        return text_result("x", source_url=URL)

    def forgotten_in_quotes() -> "DataToolOutput":  # expect: MCP902@9
        return text_result("x", source_url=URL)

    if URL:
        def forgotten_in_a_branch() -> DataToolOutput:  # expect: MCP902@13
            return text_result("x", source_url=URL)

    # @mcp.tool()
    def commented_out() -> DataToolOutput:  # expect: MCP902@9
        return text_result("x", source_url=URL)

    # From here on, nothing is reported but what is marked.

    def by_call() -> DataToolOutput:
        return text_result("x", source_url=URL)

    mcp.tool()(by_call)

    def in_a_loop() -> DataToolOutput:
        return text_result("x", source_url=URL)

    def in_a_loop_too() -> DataToolOutput:
        return text_result("x", source_url=URL)

    for tool in (in_a_loop, in_a_loop_too):
        mcp.tool()(tool)

    def handed_on() -> DataToolOutput:
        return text_result("x", source_url=URL)

    add(mcp, handed_on)

    def kept() -> DataToolOutput:
        return text_result("x", source_url=URL)

    tools = {"kept": kept}

    @register
    def decorated() -> DataToolOutput:
        return text_result("x", source_url=URL)

    @mcp.tool  # expect: MCP003@6
    def without_parentheses() -> DataToolOutput:
        return text_result("x", source_url=URL)

    def not_annotated():
        return text_result("x", source_url=URL)

    def helper(name: str) -> tuple[str, DataToolOutput]:
        return name, text_result("x", source_url=URL)

    def returned() -> DataToolOutput:
        return text_result("x", source_url=URL)

    return tools, returned


def register_others(mcp):
    def not_in_register_tools() -> DataToolOutput:
        return text_result("x", source_url=URL)


def on_module_level() -> DataToolOutput:
    return text_result("x", source_url=URL)


class Plugin:
    def register_tools(self, mcp: FastMCP):
        @mcp.tool()
        def of_another_library() -> DataToolOutput:
            return text_result("x", source_url=URL)
