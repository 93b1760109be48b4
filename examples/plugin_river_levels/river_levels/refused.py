"""Tools that the server refuses when it starts, and one that it takes. The linter's code stands at the line's end."""

from typing import Any, Optional

from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

from river_levels.levels import SOURCE, all_levels, rivers


def register_tools(registry):
    """Register the tools. The server goes on with those that keep the contract."""

    @registry.tool()
    def count_rivers() -> DataToolOutput:
        """Count the rivers. This one is served."""
        text = f"There are levels of {len(rivers())} rivers."
        return CallToolResult(content=_text(text), structuredContent={"sources": [SOURCE]})

    @registry.tool()
    def list_stations():  # expect: MCP001@9
        """List the stations. It has no return annotation."""
        stations = sorted({level.station for level in all_levels()})
        return CallToolResult(content=_text(", ".join(stations)), structuredContent={"sources": [SOURCE]})

    @registry.tool()
    def newest_year() -> CallToolResult:  # expect: MCP002@26
        """Return the newest year. CallToolResult alone promises no sources."""
        year = max(level.year for level in all_levels())
        return CallToolResult(content=_text(f"{year}."), structuredContent={"sources": [SOURCE]})

    @registry.tool()
    def driest_year() -> Optional[DataToolOutput]:  # expect: MCP002@26
        """Return the year with the lowest level. An answer that may be None is none."""
        driest = min(all_levels(), key=lambda level: level.lowest)
        return CallToolResult(content=_text(f"{driest.year}."), structuredContent={"sources": [SOURCE]})

    @registry.tool()
    async def all_means() -> dict[str, Any]:  # expect: MCP002@30
        """Return all mean levels. A dict has no text for the model, and here no sources."""
        return {f"{level.river} {level.year}": level.mean for level in all_levels()}

    @registry.tool(name="count_rivers")  # expect: MCP004@25
    def count_rivers_again() -> DataToolOutput:
        """Count the rivers once more. The name is taken, so nobody could ever call it."""
        return CallToolResult(content=_text("Six."), structuredContent={"sources": [SOURCE]})


def _text(text):
    return [TextContent(type="text", text=text)]
