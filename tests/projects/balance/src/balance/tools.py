"""Tools of one line each, and what they come to."""

import functools

import balance
import balance.helpers
import balance.matrix
import balance.matrix as m
from balance import h, latest, open_one, serie_vacía
from balance import totals_of_nothing as empty_matrix
from balance.consultas import series
from mcp_server import DataToolOutput

from . import declared, matrix
from .declared import a_dict, in_spanish
from .helpers import Builder, bare, text_result
from .matrix import lookup
from .round_one import there


def register_tools(mcp):
    @mcp.tool()
    def from_the_package(year: int) -> DataToolOutput:
        return balance.matrix.totals(year)

    @mcp.tool()
    def by_its_full_name(year: int) -> DataToolOutput:
        return balance.matrix.totals_of_nothing(year)  # expect: MCP104@16

    @mcp.tool()
    def by_another_name(year: int) -> DataToolOutput:
        return m.none(year)  # expect: MCP103@16

    @mcp.tool()
    def relative(year: int) -> DataToolOutput:
        return matrix.plain(year)  # expect: MCP106@16

    @mcp.tool()
    def alias_in_the_package(year: int) -> DataToolOutput:
        return latest(year)

    @mcp.tool()
    def renamed(year: int) -> DataToolOutput:
        return empty_matrix(year)  # expect: MCP104@16

    @mcp.tool()
    def star_with_all(year: int) -> DataToolOutput:
        return serie_vacía(year)  # expect: MCP104@16

    @mcp.tool()
    def star_without_all(year: int) -> DataToolOutput:
        return open_one(year)  # expect: MCP104@16

    @mcp.tool()
    def a_module_of_a_package(year: int) -> DataToolOutput:
        return series.by_way_of_the_package(year)  # expect: MCP103@16

    @mcp.tool()
    def a_module_by_another_name(year: int) -> DataToolOutput:
        return h.bare(f"{year}")  # expect: MCP101@16

    @mcp.tool()
    def a_builder(year: int) -> DataToolOutput:
        return text_result("Built", [])  # expect: MCP104@16

    @mcp.tool()
    def a_builder_without(year: int) -> DataToolOutput:
        return text_result("Built", None)  # expect: MCP103@16

    @mcp.tool()
    def a_builder_with_rows(year: int) -> DataToolOutput:
        return text_result("Built", ["https://example.org"], [["a", "b"], ["1"]])  # expect: MCP202@16

    @mcp.tool()
    def a_builder_by_keyword(year: int) -> DataToolOutput:
        return balance.helpers.text_result(text="Built", sources=["https://example.org"])

    @mcp.tool()
    def a_static_method(year: int) -> DataToolOutput:
        return Builder.build("Built")  # expect: MCP104@16

    @mcp.tool()
    def a_method(year: int) -> DataToolOutput:
        return Builder().of_object("Built")

    @mcp.tool()
    def changed_afterwards(year: int) -> DataToolOutput:
        result = bare("Built")
        result.structured_content = {"sources": ["https://example.org"]}
        return result

    @mcp.tool()
    def left_as_it_was(year: int) -> DataToolOutput:
        result = bare("Built")
        result.structured_content = {"table": []}
        return result  # expect: MCP102@16

    @mcp.tool()
    def a_constant(year: int) -> DataToolOutput:
        return m.with_address(year)

    @mcp.tool()
    def filled_elsewhere(year: int) -> DataToolOutput:
        return m.with_filled(year)

    @mcp.tool()
    def set_elsewhere(year: int) -> DataToolOutput:
        return m.without_token(year)

    @mcp.tool()
    async def awaited(year: int) -> DataToolOutput:
        return await m.waited(year)  # expect: MCP104@16

    @mcp.tool()
    async def not_awaited(year: int) -> DataToolOutput:
        return m.waited(year)  # expect: MCP106@16

    @mcp.tool()
    def a_generator(year: int) -> DataToolOutput:
        return m.generated(year)  # expect: MCP106@16

    @mcp.tool()
    def in_a_circle(year: int) -> DataToolOutput:
        return there(year)

    @mcp.tool()
    def on_one_path(year: int) -> DataToolOutput:
        if year > 3:
            return m.totals(year)
        return m.none(year)  # expect: MCP103@16

    @mcp.tool()
    def arms(year: int) -> DataToolOutput:
        return m.totals(year) if year > 3 else m.none(year)  # expect: MCP103@48

    mcp.tool()(lookup)  # expect: MCP001@16
    mcp.tool(name="again")(matrix.lookup)  # expect: MCP001@28
    mcp.tool()(declared.declared)
    mcp.tool()(in_spanish)
    mcp.tool(name="faulty_elsewhere")(declared.faulty)
    for tool in (a_dict, declared.in_spanish):
        mcp.tool(name=f"looped_{tool.__name__}")(tool)  # expect: MCP002@50
    mcp.tool(name="a_part")(functools.partial(lookup, year=3))  # expect: MCP001@29
