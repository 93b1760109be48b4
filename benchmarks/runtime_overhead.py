"""What the registry costs, as ratios to the SDK's own server with the same tools.

Run it as `python benchmarks/runtime_overhead.py`.

Needs only the distribution mcp-data-registry. Both servers take the same functions with the same annotation, are asked
by the same client in the same process, in turns, so that what else the machine does falls on both alike. A ratio is
that of the medians.
"""

from __future__ import annotations

import argparse
import gc
import logging
import statistics
import time
from typing import TYPE_CHECKING, Any

import anyio
from mcp.client import Client
from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent

from mcp_server import DataToolOutput, Registry

if TYPE_CHECKING:
    from collections.abc import Callable

GOALS = {"call": 1.10, "start": 1.15}
SOURCES = ["https://example.org/cities-data"]
SMALL = [["City", "Population"], ["Tokyo", "37400068"], ["Delhi", "30290936"], ["Shanghai", "27058479"]]
LARGE = [["City", "Population", *"abcdefgh"]] + [[f"City {row}", row, *[row / 7] * 8] for row in range(5_000)]
CHARTS = [{"type": "bar", "data": {"labels": [*"abcdefghij"], "datasets": [{"data": [*range(10)]}] * 5}}]


def answer(**payload: Any) -> CallToolResult:
    """Give a right result."""
    text = TextContent(type="text", text="The most populated city is Tokyo (37,400,068).")
    return CallToolResult(content=[text], structured_content={"sources": SOURCES, **payload})


def text_only() -> DataToolOutput:
    """Text and a source."""
    return answer()


def small_table(country: str = "JP", year: int = 2023) -> DataToolOutput:
    """Four rows of two cells."""
    return answer(table=SMALL, force=f"{country} {year}")


async def small_table_async(country: str = "JP", year: int = 2023) -> DataToolOutput:
    """The same, from an async tool."""
    return answer(table=SMALL, force=f"{country} {year}")


def charts() -> DataToolOutput:
    """A chart of five datasets."""
    return answer(charts=CHARTS)


def large_table() -> DataToolOutput:
    """5,000 rows of ten cells."""
    return answer(table=LARGE)


RUNS: dict[Callable[..., Any], int] = {
    text_only: 500,
    small_table: 500,
    small_table_async: 500,
    charts: 500,
    large_table: 20,
}


def main() -> None:
    """Measure, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=1, help="how many times as many runs (default 1)")
    rounds = parser.parse_args().rounds
    logging.disable(logging.INFO)
    print(f"{'what':26}{'bare':>12}{'registry':>12}{'ratio':>8}{'goal':>7}")
    for tool, runs in RUNS.items():
        report(f"call {tool.__name__}", *anyio.run(time_calls, tool, runs * rounds), GOALS["call"])
    report("start with 1,000 tools", *time_starts(1_000, 7 * rounds), GOALS["start"])


def report(what: str, bare: list[float], registry: list[float], goal: float) -> None:
    """Print the medians and their ratio."""
    medians = statistics.median(bare), statistics.median(registry)
    times = "".join(f"{median * 1e3:9.3f} ms" for median in medians)
    print(f"{what:26}{times}{medians[1] / medians[0]:8.3f}{goal:7.2f}", flush=True)


async def time_calls(tool: Callable[..., Any], runs: int) -> tuple[list[float], list[float]]:
    """Time single calls, in turns."""
    bare, registry = MCPServer("bare"), Registry("registry")
    bare.tool()(tool)
    registry.tool()(tool)
    async with Client(bare) as bare_client, Client(registry.server) as registry_client:
        clients = (bare_client, registry_client)
        for client in clients * 3:
            assert not (await client.call_tool(tool.__name__, {})).is_error  # noqa: S101 - what is timed must be right
        times: tuple[list[float], list[float]] = ([], [])
        for run in range(runs * 2):
            # First one, then the other: 0 1 1 0 0 1 ...
            which = (run + run // 2) % 2
            began = time.perf_counter()
            await clients[which].call_tool(tool.__name__, {})
            times[which].append(time.perf_counter() - began)
    return times


def time_starts(number: int, runs: int) -> tuple[list[float], list[float]]:
    """Time the registration of so many tools, in turns."""
    times: tuple[list[float], list[float]] = ([], [])
    for run in range(runs * 2):
        which = (run + run // 2) % 2
        server = Registry("registry") if which else MCPServer("bare")
        gc.collect()
        began = time.perf_counter()
        for index in range(number):
            server.tool(name=f"tool_{index}")(small_table)
        times[which].append(time.perf_counter() - began)
    return times


if __name__ == "__main__":
    main()
