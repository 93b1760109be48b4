"""The short way to a right answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from mcp_server import DataToolOutput, Registry
from mcp_server.result_check import check_result
from mcp_server.results import force_result, text_result

from .in_memory import URL, call_tool, text_of

if TYPE_CHECKING:
    from mcp.types import CallToolResult

TABLE = [["City", "Population"], ["Tokyo", "37400068"]]


def payload(result: CallToolResult) -> Any:
    """Give the structured content of a result that the contract takes."""
    assert all(problem.code == "MCP104" for problem in check_result(result))
    return result.structured_content


def test_text_and_source() -> None:
    """The text is the model's, the source the user's."""
    result = text_result("Tokyo.", URL)
    assert text_of(result) == "Tokyo."
    assert payload(result) == {"sources": [URL]}
    assert not result.is_error


def test_the_order_that_existing_plugins_use() -> None:
    """Text, source, table, charts, force."""
    charts = [{"type": "bar", "data": {}}]
    assert payload(text_result("t", URL, TABLE, charts, "f")) == {
        "sources": [URL],
        "table": TABLE,
        "charts": charts,
        "force": "f",
    }


@pytest.mark.parametrize(
    ("arguments", "sources"),
    [
        ({"source_url": URL}, [URL]),
        ({"source": URL}, [URL]),
        ({"sources": [URL, "b"]}, [URL, "b"]),
        ({"source_url": [URL, "b"]}, [URL, "b"]),
        ({"source_url": (URL,)}, [URL]),
        ({"source": [URL]}, [URL]),
        ({"source_url": URL, "source": "b", "sources": ["c", URL]}, [URL, "b", "c"]),
        ({}, []),
        ({"source_url": ""}, []),
        ({"source_url": [""]}, []),
        ({"sources": []}, []),
        ({"sources": None}, []),
        ({"source_url": None}, []),
        ({"sources": URL}, [URL]),
        ({"sources": [{"url": URL}, {"url": URL}]}, [{"url": URL}]),
        ({"sources": (url for url in (URL, "b"))}, [URL, "b"]),
    ],
)
def test_sources(arguments: dict[str, Any], sources: list[str]) -> None:
    """Any number, by any of the names; never a list in a list, and never an empty address."""
    assert payload(text_result("t", **arguments)) == {"sources": sources}


def test_an_empty_source_is_left_to_the_registry() -> None:
    """Which warns of it, or refuses it: the helper itself does not raise."""
    registry = Registry("t", allow_empty_sources=False)

    @registry.tool()
    def tool() -> DataToolOutput:
        """Answer."""
        return text_result("t")

    assert text_of(call_tool(registry, "tool")).startswith("MCP104 tool `tool`: `sources` is an empty list")


def test_rows_may_be_any_sequences() -> None:
    """The payload holds lists, as the contract wants, and not the caller's own."""
    rows = (("a", "b"), ["1", None])
    made = payload(text_result("t", URL, rows, charts=({"type": "pie"},)))
    assert (made["table"], made["charts"]) == ([["a", "b"], ["1", None]], [{"type": "pie"}])
    assert made["table"][1] is not rows[1]


EFFECT = "no result is made of it"
ADDRESS = 'write an address, `"https://..."`, or a list of them'
ROW = "write each row as `[...]`"
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "text": (
        {"text": 5},
        f"MCP105 `text` is a number, not a string: {EFFECT}; write the text that the model shall read",
    ),
    "rows are dicts": ({"table": [{"a": 1}]}, f"MCP202 `table[0]` is a dict, not a list: {EFFECT}; {ROW}"),
    "rows are text": ({"table": ["ab"]}, f"MCP202 `table[0]` is a string, not a list: {EFFECT}; {ROW}"),
    "rows are sets": ({"table": [["a"], {"b"}]}, f"MCP202 `table[1]` is a set, not a list: {EFFECT}; {ROW}"),
    "table is text": (
        {"table": "ab"},
        f"MCP202 `table` is a string, not a list: {EFFECT}; "
        'write a list of rows, `[["Year", "TWh"], ["2023", "11.5"]]`',
    ),
    "charts is a dict": (
        {"charts": {"type": "bar"}},
        "MCP203 `charts` is a dict, not a list: no result is made of it; "
        'write a list of charts, `[{"type": "bar", "data": {...}}]`',
    ),
    "a number": ({"source_url": 5}, f"MCP103 `source_url` is a number, not a list: {EFFECT}; {ADDRESS}"),
    "bytes": ({"source": b"x"}, f"MCP103 `source` is bytes, not a list: {EFFECT}; {ADDRESS}"),
    "a list in a list": ({"sources": [["a"]]}, f"MCP103 `sources[0]` is a list, not an address: {EFFECT}; {ADDRESS}"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_of_what_no_right_result_can_be_made(kind: str) -> None:
    """A `TypeError` at the call, which the client reads with the tool's name."""
    arguments, text = WRONG[kind]
    with pytest.raises(TypeError) as caught:
        text_result(**{"text": "t", **arguments})
    assert str(caught.value) == text
    registry = Registry("t")

    @registry.tool()
    def tool() -> DataToolOutput:
        """Answer."""
        return text_result(**{"text": "t", **arguments})

    assert text_of(call_tool(registry, "tool")) == text.replace(" ", " tool `tool`: ", 1)


def test_a_table_may_be_a_generator() -> None:
    """Read once, for the screen and for the text."""
    result = text_result("t", URL, (row for row in TABLE), repeat_table=True)
    assert payload(result)["table"] == TABLE
    assert "| Tokyo | 37400068 |" in text_of(result)


def test_an_empty_table_is_kept() -> None:
    """It is no table, and fine."""
    assert payload(text_result("t", URL, [])) == {"sources": [URL], "table": []}


@pytest.mark.parametrize(
    ("text", "table", "read"),
    [
        ("Cities:", TABLE, "Cities:\n\n| City | Population |\n| --- | --- |\n| Tokyo | 37400068 |"),
        ("", TABLE, "| City | Population |\n| --- | --- |\n| Tokyo | 37400068 |"),
        ("t", [["a|b", "c"], [None, "two\nlines"]], "t\n\n| a\\|b | c |\n| --- | --- |\n|  | two lines |"),
        ("t", [[r"a\|b", r"a\\|b"]], "t\n\n| a\\|b | a\\\\\\|b |\n| --- | --- |"),
        ("t", [["only"]], "t\n\n| only |\n| --- |"),
        ("t", [], "t"),
        ("t", None, "t"),
    ],
)
def test_the_table_can_be_repeated_in_the_text(text: str, table: Any, read: str) -> None:
    """The model reads only ``content``."""
    assert text_of(text_result(text, URL, table, repeat_table=True)) == read


def test_force() -> None:
    """The user sees the text as it is; the model reads it too."""
    result = force_result("Exactly this.", URL)
    assert text_of(result) == "Exactly this."
    assert payload(result) == {"sources": [URL], "force": "Exactly this."}
    assert payload(force_result("x")) == {"sources": [], "force": "x"}
