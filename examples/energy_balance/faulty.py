"""The same kind of tools, each with one fault: what is reported, and where, stands at the end of the line."""

from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

from .balances import SOURCE, countries_in, years_of


def register_tools(mcp):
    """Give the server the tools of this plugin. The server calls it once, when it starts."""

    @mcp.tool()
    def list_years():  # expect: MCP001@9
        """List the years that have an energy balance."""
        return CallToolResult(content=_text("2022 and 2023."), structuredContent={"sources": [SOURCE]})

    @mcp.tool()
    def describe_data() -> CallToolResult:  # expect: MCP002@28
        """Say what the data is."""
        return CallToolResult(content=_text("Energy balances."), structuredContent={"sources": [SOURCE]})

    @mcp.tool  # expect: MCP003@6
    def newest_year() -> DataToolOutput:
        """Return the newest year that has an energy balance."""
        return CallToolResult(content=_text("2023."), structuredContent={"sources": [SOURCE]})

    @mcp.tool()
    def energy_supply(country: str) -> DataToolOutput:
        """Return how much energy a country had each year, in petajoules."""
        found = years_of(country)
        if not found:
            return f"There is no energy balance of {country}."  # expect: MCP106@20
        rows = [[str(balance.year), str(balance.supply)] for balance in found]
        return CallToolResult(
            content=_text(f"Energy supply of {country}: {rows}."),
            structuredContent={"table": [["Year", "Supply (PJ)"], *rows]},  # expect: MCP102@31
        )

    @mcp.tool()
    def count_countries(year: int) -> DataToolOutput:
        """Return how many countries have an energy balance for a year."""
        text = f"{len(countries_in(year))} countries have a balance for {year}."
        return CallToolResult(content=_text(text))  # expect: MCP101@16

    @mcp.tool()
    def largest_supply(year: int) -> DataToolOutput:
        """Return the country that had the most energy in a year."""
        largest = max(countries_in(year), key=lambda balance: balance.supply)
        return CallToolResult(
            content=_text(f"{largest.country} had {largest.supply} PJ."),
            structuredContent={"sources": f"{SOURCE}?year={year}"},  # expect: MCP103@43
        )

    @mcp.tool()
    def renewable_energy(year: int) -> DataToolOutput:
        """Return the renewable energy of each country, in petajoules."""
        rows = [[balance.country, str(balance.renewable)] for balance in countries_in(year)]
        return CallToolResult(
            content=[],  # expect: MCP105@21
            structuredContent={
                "sources": [SOURCE],
                "tables": [["Country", "Renewable (PJ)"], *rows],  # expect: MCP201@17
            },
        )

    @mcp.tool()
    def world_supply() -> DataToolOutput:
        """Return the energy supply of all countries together, in petajoules."""
        return CallToolResult(
            content=_text("The supply was 3,160 PJ in 2022 and 3,150 PJ in 2023."),
            structuredContent={
                "sources": ["energy-balances.csv"],  # expect: MCP205@29
                "table": [
                    ["Year", "Supply (PJ)"],
                    ["2022", "3160"],
                    ["2023"],  # expect: MCP202@21
                ],
            },
        )


def _text(text):
    return [TextContent(type="text", text=text)]
