"""The plugin's tools, one of each shape. Each answer has text for the model and sources for the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.types import CallToolResult, TextContent
from mcp_server import DataToolOutput

from river_levels.levels import SOURCE, all_levels, levels_of, rivers

if TYPE_CHECKING:
    from mcp_server import Registry


def register_tools(registry: Registry) -> None:
    """Register the tools. The server calls it once, when it starts."""
    registry.set_plugin_info(
        description="Yearly water levels of six rivers, in centimetres.",
        sample_questions=["Which river had the highest level in 2021?", "How did the level of the Cedro change?"],
    )
    registry.tool()(list_rivers)
    registry.tool()(highest_levels)
    registry.tool()(level_over_time)
    registry.tool()(flood_notice)


def register_resources(registry: Registry) -> None:
    """Register the data set itself, for clients that want all of it."""

    @registry.resource("data://river-levels/levels.csv", mime_type="text/csv")
    def levels_file() -> str:
        """Return the whole data set as CSV."""
        header = "river,station,year,lowest_cm,mean_cm,highest_cm"
        return "\n".join([header, *(",".join(map(str, level)) for level in all_levels())]) + "\n"


def list_rivers() -> DataToolOutput:
    """List the rivers and years that there are levels of."""
    years = [level.year for level in all_levels()]
    text = f"There are levels of {', '.join(rivers())} for the years {min(years)} to {max(years)}."
    return CallToolResult(content=_text(text), structuredContent={"sources": [SOURCE]})


def highest_levels(year: int) -> DataToolOutput:
    """Compare the highest water level of all rivers in one year, in centimetres."""
    found = sorted((level for level in all_levels() if level.year == year), key=lambda level: -level.highest)
    if not found:
        return _no_data(f"There are no levels for the year {year}.")
    text = ", ".join(f"{level.river} {level.highest} cm at {level.station}" for level in found)
    return CallToolResult(
        content=_text(f"Highest levels in {year}: {text}."),
        structuredContent={
            "sources": [f"{SOURCE}?year={year}"],
            "table": [
                ["River", "Station", "Highest level (cm)"],
                *([level.river, level.station, str(level.highest)] for level in found),
            ],
        },
    )


async def level_over_time(river: str) -> DataToolOutput:
    """Show how the mean water level of one river changed over the years, in centimetres."""
    found = levels_of(river)
    if not found:
        return _no_data(f"There are no levels of {river}. The rivers are {', '.join(rivers())}.")
    text = ", ".join(f"{level.mean} in {level.year}" for level in found)
    return CallToolResult(
        content=_text(f"Mean level of the {found[0].river} in centimetres: {text}."),
        structuredContent={
            "sources": [f"{SOURCE}?river={found[0].river}"],
            "charts": [_line_chart([str(level.year) for level in found], [level.mean for level in found])],
        },
    )


def flood_notice(river: str) -> DataToolOutput:
    """Give the official wording about the highest level of one river, which must be shown word for word."""
    found = levels_of(river)
    if not found:
        return _no_data(f"There are no levels of {river}. The rivers are {', '.join(rivers())}.")
    top = max(found, key=lambda level: level.highest)
    notice = f"{top.river} at {top.station}: highest level {top.highest} cm, in {top.year}. Heed local warnings."
    return CallToolResult(
        content=_text(f"The user is shown this notice: {notice}"),
        structuredContent={"sources": [f"{SOURCE}?river={top.river}"], "force": notice},
    )


def _text(text: str) -> list[TextContent]:
    return [TextContent(type="text", text=text)]


def _no_data(text: str) -> CallToolResult:
    return CallToolResult(content=_text(text), isError=True)


def _line_chart(labels: list[str], values: list[int]) -> dict[str, Any]:
    return {"type": "line", "data": {"labels": labels, "datasets": [{"label": "Mean level (cm)", "data": values}]}}
