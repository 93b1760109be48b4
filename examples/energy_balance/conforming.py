"""Tools that keep the contract: text for the model, and sources, tables and charts for the screen."""

from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

from .balances import BALANCES, SOURCE, countries_in, years_of


def register_tools(mcp):
    """Give the server the tools of this plugin. The server calls it once, when it starts."""

    @mcp.tool()
    def list_countries() -> DataToolOutput:
        """List the countries that have an energy balance."""
        names = sorted({balance.country for balance in BALANCES})
        return CallToolResult(
            content=_text(f"There are energy balances of {', '.join(names)}."),
            structuredContent={"sources": [SOURCE], "table": [["Country"], *([name] for name in names)]},
        )

    @mcp.tool()
    def energy_supply(country: str) -> DataToolOutput:
        """Return how much energy a country had each year, in petajoules."""
        found = years_of(country)
        if not found:
            return CallToolResult(content=_text(f"There is no energy balance of {country}."), isError=True)
        rows = [[str(balance.year), str(balance.supply)] for balance in found]
        text = "; ".join(f"{year}: {supply} PJ" for year, supply in rows)
        return CallToolResult(
            content=_text(f"Energy supply of {country}: {text}."),
            structuredContent={"sources": [SOURCE], "table": [["Year", "Supply (PJ)"], *rows]},
        )

    @mcp.tool()
    def compare_countries(year: int, with_chart: bool = False) -> DataToolOutput:
        """Compare the renewable energy of all countries in one year, in petajoules."""
        found = countries_in(year)
        payload = {"sources": [f"{SOURCE}?year={year}"]}
        payload["table"] = [["Country", "Renewable (PJ)"], *([b.country, str(b.renewable)] for b in found)]
        if with_chart:
            payload["charts"] = [_bar_chart([b.country for b in found], [b.renewable for b in found])]
        text = ", ".join(f"{b.country} {b.renewable} PJ" for b in found)
        return CallToolResult(content=_text(f"Renewable energy in {year}: {text}."), structuredContent=payload)

    @mcp.tool()
    def explain_units() -> DataToolOutput:
        """Say what a petajoule is. This answer holds no data, so its list of sources is empty on purpose."""
        text = "A petajoule is 10 to the 15th joules, about 278 gigawatt hours."
        return CallToolResult(content=_text(text), structuredContent={"sources": []})  # noqa: MCP104


def _text(text):
    return [TextContent(type="text", text=text)]


def _bar_chart(labels, values):
    return {"type": "bar", "data": {"labels": labels, "datasets": [{"label": "Renewable (PJ)", "data": values}]}}
