"""The short way to a right answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp.types import CallToolResult, TextContent

Sources = str | Sequence[str] | None
Table = Sequence[Sequence[object]]


def text_result(  # noqa: PLR0913 - the positional order is what existing plugins use
    text: str,
    source_url: Sources = "",
    table: Table | None = None,
    charts: Sequence[dict[str, Any]] | None = None,
    force: str | None = None,
    *,
    source: Sources = None,
    sources: Sources = None,
    repeat_table: bool = False,
) -> CallToolResult:
    """Make a result of text for the model and, for the screen, sources and optionally a table, charts or fixed text.

    Sources are one address or a list of them, as ``source_url`` or ``source`` or ``sources``; of several, all are
    kept, each once. Rows of ``table`` and ``charts`` may be any sequences. ``repeat_table``: the model reads only
    ``content``, so append the table to the text. Fields that are None are left out.

    Without a source, ``sources`` is an empty list, of which the registry warns (MCP104).
    """
    payload: dict[str, Any] = {"sources": _joined(source_url, source, sources)}
    if table is not None:
        payload["table"] = [list(row) for row in table]
    if charts is not None:
        payload["charts"] = list(charts)
    if force is not None:
        payload["force"] = force
    if repeat_table and table:
        text = f"{text}\n\n{_as_text(table)}" if text else _as_text(table)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=payload)


def force_result(text: str, source_url: Sources = "") -> CallToolResult:
    """Make a result whose text the user sees as it is, without passing through the model; the model reads it too."""
    return text_result(text, source_url, force=text)


def _joined(*given: Sources) -> list[str]:
    listed = ([each] if isinstance(each, str) else each or () for each in given)
    return list(dict.fromkeys(source for sources in listed for source in sources if source))


def _as_text(table: Table) -> str:
    """Write rows as a Markdown table, which models read well; the first row is the header."""
    header, *rows = ([_cell(value) for value in row] for row in table)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    return "" if value is None else " ".join(str(value).split()).replace("|", "\\|")
