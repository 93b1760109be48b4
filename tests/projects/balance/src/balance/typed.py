"""Annotations and classes that another module of the project has from elsewhere."""
from __future__ import annotations

from . import tipos
from .tipos import DataToolOutput, Lista, Respuesta, Result, Resultado, Salida, TextContent

FUENTE = "https://example.org/balance"


def register_tools(mcp):
    @mcp.tool()
    def by_another_name(year: int) -> Salida:
        return Result(content=[TextContent(type="text", text="x")], structuredContent={"sources": None})  # expect: MCP103@99

    @mcp.tool()
    def an_alias(year: int) -> Respuesta:
        return Result(content=[], structuredContent={"sources": [FUENTE]})  # expect: MCP105@31

    @mcp.tool()
    def by_the_module(year: int) -> tipos.Salida:
        return tipos.Result(content=[TextContent(type="text", text="x")])  # expect: MCP101@16

    @mcp.tool()
    def right(year: int) -> tipos.Respuesta:
        return tipos.Result(
            content=[tipos.TextContent(type="text", text="x")], structuredContent={"sources": [FUENTE]}
        )

    @mcp.tool()
    def a_class(year: int) -> Resultado:  # expect: MCP002@31
        return Resultado()

    @mcp.tool()
    def a_class_of_that_name(year: int) -> DataToolOutput:  # expect: MCP002@44
        return DataToolOutput()

    @mcp.tool()
    def a_list(year: int) -> Lista:  # expect: MCP002@30
        return []
