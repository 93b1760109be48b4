"""The short way to a right answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from mcp.types import CallToolResult, TextContent

from mcp_server.errors import WrongArgumentError
from mcp_server.records import Problem
from mcp_server.wording import is_a, kind_of

Sources = str | Iterable[str | dict[str, Any]] | None
Table = Iterable[Iterable[object]]

_EFFECT = "no result is made of it"
# What can be iterated, and has no order or other items than those that its author means.
_NO_LISTS: tuple[type[Any], ...] = (str, bytes, bytearray, memoryview, Mapping, set, frozenset)
_PIPE = re.compile(r"(\\*)\|")


def text_result(  # noqa: PLR0913 - the positional order is what existing plugins use
    text: str,
    source_url: Sources = "",
    table: Table | None = None,
    charts: Iterable[dict[str, Any]] | None = None,
    force: str | None = None,
    *,
    source: Sources = None,
    sources: Sources = None,
    repeat_table: bool = False,
) -> CallToolResult:
    """Make a result of text for the model and, for the screen, sources and optionally a table, charts or fixed text.

    Sources are one address or a list of them, as ``source_url`` or ``source`` or ``sources``; of several, all are
    kept, each once. ``table``, its rows and ``charts`` may be anything that lists its items in their order: a tuple, a
    generator, an array. ``repeat_table``: the model reads only ``content``, so append the table to the text. Fields
    that are None are left out.

    Without a source, ``sources`` is an empty list, of which the registry warns (MCP104).

    Raises:
        WrongArgumentError: A `TypeError`: the text is no string, a source is no address, or the table, one of its rows
            or ``charts`` is a string, a dict or a set, or cannot be iterated. The client reads an error result.

    """
    if not is_a(text, str):
        _refuse("MCP105", "text", text, "a string", "write the text that the model shall read")
    given = {"source_url": source_url, "source": source, "sources": sources}
    payload: dict[str, Any] = {"sources": _joined(given)}
    rows = None if table is None else _rows(table)
    if rows is not None:
        payload["table"] = rows
    if charts is not None:
        remedy = 'write a list of charts, `[{"type": "bar", "data": {...}}]`'
        payload["charts"] = _listed("MCP203", "charts", charts, remedy)
    if force is not None:
        payload["force"] = force
    if repeat_table and rows:
        text = f"{text}\n\n{_as_text(rows)}" if text else _as_text(rows)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=payload)


def force_result(text: str, source_url: Sources = "") -> CallToolResult:
    """Make a result whose text the user sees as it is, without passing through the model; the model reads it too.

    Raises as `text_result` does.
    """
    return text_result(text, source_url, force=text)


def _refuse(code: str, field: str, value: object, wanted: str, remedy: str) -> NoReturn:
    raise WrongArgumentError(Problem(code, field, f"`{field}` is {kind_of(value)}, not {wanted}: {_EFFECT}; {remedy}"))


def _listed(code: str, field: str, value: Any, remedy: str) -> list[Any]:
    if not is_a(value, _NO_LISTS):
        try:
            items = iter(value)
        except TypeError:
            pass
        else:
            return list(items)
    _refuse(code, field, value, "a list", remedy)


def _joined(given: dict[str, Sources]) -> list[Any]:
    """All sources, each once; not a set of them, since a dict cannot be in one."""
    joined: list[Any] = []
    for field, value in given.items():
        joined += [source for source in _addresses(field, value) if source not in joined]
    return joined


def _addresses(field: str, value: Sources) -> list[Any]:
    remedy = 'write an address, `"https://..."`, or a list of them'
    if value is None or is_a(value, str):
        return [value] if value else []
    found = []
    for index, source in enumerate(_listed("MCP103", field, value, remedy)):
        if not (source is None or is_a(source, (str, dict))):
            _refuse("MCP103", f"{field}[{index}]", source, "an address", remedy)
        if source and source not in found:
            found.append(source)
    return found


def _rows(table: object) -> list[list[Any]]:
    rows = _listed("MCP202", "table", table, 'write a list of rows, `[["Year", "TWh"], ["2023", "11.5"]]`')
    return [_listed("MCP202", f"table[{index}]", row, "write each row as `[...]`") for index, row in enumerate(rows)]


def _as_text(table: Sequence[Sequence[object]]) -> str:
    """Write rows as a Markdown table, which models read well; the first row is the header."""
    header, *rows = ([_cell(value) for value in row] for row in table)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    """The value as a cell, which a ``|`` would end; one that has its backslash already ends none."""
    line = "" if value is None else " ".join(str(value).split())
    return _PIPE.sub(lambda found: found[0] if len(found[1]) % 2 else rf"{found[1]}\|", line)
