"""Return annotations, as the server sees them when it starts: evaluated, though they are all text here."""
from __future__ import annotations

import typing
from typing import Annotated, Optional

import mcp_server
from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput
from mcp_server import DataToolOutput as Output
from mcp_server.results import text_result

Alias = DataToolOutput
URL = "https://example.org/data"


def register_tools(registry):
    @registry.tool()
    def missing():  # expect: MCP001@9
        return text_result("x", source_url=URL)

    @registry.tool()
    async def missing_async(year: int):  # expect: MCP001@15
        return text_result("x", source_url=URL)

    @registry.tool()
    def wrong_builtin() -> str:  # expect: MCP002@28
        return text_result("x", source_url=URL)

    @registry.tool()
    def bare_result() -> CallToolResult:  # expect: MCP002@26
        return text_result("x", source_url=URL)

    @registry.tool()
    def optional() -> Optional[DataToolOutput]:  # expect: MCP002@23
        return text_result("x", source_url=URL)

    @registry.tool()
    def union() -> DataToolOutput | None:  # expect: MCP002@20
        return text_result("x", source_url=URL)

    @registry.tool()
    def other_model() -> Annotated[CallToolResult, dict]:  # expect: MCP002@26
        return text_result("x", source_url=URL)

    @registry.tool()
    def quoted() -> "DataToolOutput":
        return text_result("x", source_url=URL)

    @registry.tool()
    def renamed() -> Output:
        return text_result("x", source_url=URL)

    @registry.tool()
    def aliased() -> Alias:
        return text_result("x", source_url=URL)

    @registry.tool()
    def dotted() -> mcp_server.DataToolOutput:
        return text_result("x", source_url=URL)

    @registry.tool()
    def spelled_out() -> typing.Annotated[CallToolResult, mcp_server.ValidationModel]:
        return text_result("x", source_url=URL)

    @registry.tool  # expect: MCP003@6
    def no_parentheses() -> DataToolOutput:
        return text_result("x", source_url=URL)

    @registry.tool(name="quoted")  # expect: MCP004@25
    def another() -> DataToolOutput:
        return text_result("x", source_url=URL)
