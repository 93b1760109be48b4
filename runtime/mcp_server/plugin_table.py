"""What `mcp-server check` prints: the plugins and their tools, as text or JSON. Pure: records in, text out."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from mcp_server.records import place
from mcp_server.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_server.plugins import Outcome
    from mcp_server.records import Refusal, RegisteredTool


@dataclass(frozen=True, slots=True)
class Report:
    """All that a check found."""

    outcomes: tuple[Outcome, ...]
    registered: tuple[RegisteredTool, ...]
    refusals: tuple[Refusal, ...]

    @property
    def is_clean(self) -> bool:
        """Whether every plugin was loaded and every tool registered."""
        return not self.refusals and all(outcome.problem is None for outcome in self.outcomes)


def as_json(report: Report) -> str:
    """Give the report as one JSON object: `plugins`, `registered`, `refused` and `clean`."""
    found = {
        "plugins": [_plugin_as_dict(outcome) for outcome in report.outcomes],
        "registered": [asdict(tool) for tool in report.registered],
        "refused": [asdict(refusal) for refusal in report.refusals],
        "clean": report.is_clean,
    }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def _plugin_as_dict(outcome: Outcome) -> dict[str, Any]:
    plugin = outcome.plugin
    return {
        "name": plugin.package,
        "distribution": plugin.distribution,
        "version": plugin.version,
        "entry_point": plugin.entry_point,
        "value": plugin.value,
        "loaded": outcome.problem is None,
        "problem": outcome.problem,
        "traceback": outcome.traceback or None,
    }


def as_text(report: Report) -> str:
    """Give the report as tables for a terminal, and then the traceback of each plugin that is left out."""
    plugins = [_plugin_row(outcome) for outcome in report.outcomes]
    tools = [*_registered_rows(report.registered), *_refused_rows(report.refusals)]
    parts = [
        _table(("PLUGIN", "DISTRIBUTION", "STATE"), plugins) if plugins else "No plugin is installed.\n",
        _table(("TOOL", "STATE", "PLACE", "REASON"), sorted(tools)) if tools else "",
        *(f"Plugin {outcome.plugin.package}:\n{outcome.traceback}" for outcome in report.outcomes if outcome.traceback),
        _summary(report),
    ]
    return "\n".join(part for part in parts if part)


def _plugin_row(outcome: Outcome) -> tuple[str, ...]:
    plugin = outcome.plugin
    if outcome.problem is not None:
        state = f"left out: {outcome.problem}"
    else:
        state = f"loaded: {outcome.registered} registered, {outcome.refused} refused"
    return plugin.package, f"{plugin.distribution} {plugin.version}", state


def _registered_rows(tools: Iterable[RegisteredTool]) -> Iterator[tuple[str, ...]]:
    for tool in tools:
        yield tool.name, "registered", place(tool.file, tool.line), ""


def _refused_rows(refusals: Iterable[Refusal]) -> Iterator[tuple[str, ...]]:
    for refusal in refusals:
        where = place(refusal.file, refusal.line)
        yield refusal.tool or refusal.function, f"refused {refusal.code}", where, refusal.reason


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Align the columns; the last one, which holds sentences, may be of any length."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header) - 1)]
    return "".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[-1]]).rstrip() + "\n"
        for line in lines
    )


def _summary(report: Report) -> str:
    left_out = sum(outcome.problem is not None for outcome in report.outcomes)
    return (
        f"{count(len(report.outcomes), 'plugin')}, {left_out} left out; "
        f"{count(len(report.registered), 'tool')} registered, {len(report.refusals)} refused.\n"
    )
