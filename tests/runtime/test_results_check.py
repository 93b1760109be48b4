"""Results on their way out: what passes unchanged, and what the client reads in place of the rest."""

from __future__ import annotations

import asyncio
import datetime
import decimal
import enum
import json
import logging
import math
import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp.client import Client
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp.types import (
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    EmbeddedResource,
    InputRequiredResult,
    TextContent,
    TextResourceContents,
)
from pydantic import BaseModel

from mcp_server import DataToolOutput, Registry, ValidationModel
from mcp_server.json_values import MAX_DEPTH, is_json, json_fault
from mcp_server.result_check import check_result
from mcp_server.results import text_result

from .in_memory import CONTENT, URL, answer, call_tool, error_of, list_tools, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REFUSED = "the server refuses the result"
READS_NOTHING = f"the model would read nothing, so {REFUSED}"
WRITE_RESULT = "write `return CallToolResult(content=[...], structuredContent={...})`"
WRITE_SOURCES = 'write a list of addresses, `["https://..."]`'
WRITE_CONTENT = 'write `content=[TextContent(type="text", text="...")]`'
WRITE_TABLE = 'write a list of rows, `[["Year", "TWh"], ["2023", "11.5"]]`'
WRITE_CHARTS = 'write a list of charts, `[{"type": "bar", "data": {...}}]`'


def with_payload(payload: Any) -> CallToolResult:
    """Give a result with this structured content."""
    return CallToolResult(content=list(CONTENT), structured_content=payload)


def with_content(content: Any) -> CallToolResult:
    """Give a right result whose content was changed afterwards."""
    result = answer()
    result.content = content
    return result


def chart(*datasets: Any, labels: Any = ("a", "b")) -> dict[str, Any]:
    """Give a chart with these datasets."""
    return {"type": "bar", "data": {"labels": list(labels), "datasets": [{"data": data} for data in datasets]}}


def nested(levels: int) -> list[Any]:
    """Give a list in a list, so many levels deep."""
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


class Colour(enum.Enum):
    """A plain enumeration, which JSON does not have."""

    RED = 1


class NumpyLike:
    """What the check sees of a numpy number, without the need for numpy."""


NumpyLike.__module__, NumpyLike.__name__ = "numpy", "int64"
NumpyBool = type("bool", (), {"__module__": "numpy"})


class AttrDict(dict[str, Any]):
    """A dict whose keys are attributes, as several libraries have it."""

    def __getattr__(self, name: str) -> Any:
        """Raise `KeyError`, where `hasattr` expects an `AttributeError`."""
        return self[name]


class NoClass:
    """An object that says nothing of its class."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """Raise."""
        raise RuntimeError("class")


class ListBomb(list[Any]):
    """A list that cannot be read as one."""

    def __iter__(self) -> Any:
        """Raise."""
        raise RuntimeError("iter")

    def __len__(self) -> int:
        """Raise."""
        raise RuntimeError("len")


class BadKey(str):
    """A key that cannot be compared."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Raise."""
        raise SystemExit(3)

    __hash__ = str.__hash__


class More(CallToolResult):
    """A result with a field more."""

    extra: Any = None


def with_block(**changed: Any) -> CallToolResult:
    """Give a right result whose block was changed afterwards."""
    block = TextContent(type="text", text="text")
    for name, value in changed.items():
        setattr(block, name, value)
    return with_content([block])


def changed(**fields: Any) -> CallToolResult:
    """Give a right result whose fields were changed afterwards."""
    result = answer()
    for name, value in fields.items():
        setattr(result, name, value)
    return result


def with_resource(text: str) -> CallToolResult:
    """Give a result with an embedded resource."""
    return with_content([EmbeddedResource(resource=TextResourceContents(uri="a://b", text=text))])


HALF = "is a string with half of a surrogate pair"
DECODE = 'decode it with `errors="replace"`'
NAMED = "give it the type that the SDK names"
LOOP: list[Any] = []
LOOP.extend([LOOP, LOOP])

BROKEN: dict[str, tuple[Any, str]] = {
    "None": (None, f"MCP106 tool `broken`: the tool returns None, not a `CallToolResult`: {REFUSED}; {WRITE_RESULT}"),
    "a dict": (
        {"sources": [URL]},
        f"MCP106 tool `broken`: the tool returns a dict, not a `CallToolResult`: {REFUSED}; {WRITE_RESULT}",
    ),
    "a ValidationModel": (
        ValidationModel(sources=[URL]),
        f"MCP106 tool `broken`: the tool returns a ValidationModel, not a `CallToolResult`: {REFUSED}; {WRITE_RESULT}",
    ),
    "text": (
        "Tokyo",
        f"MCP106 tool `broken`: the tool returns a string, not a `CallToolResult`: {REFUSED}; {WRITE_RESULT}",
    ),
    "content alone": (
        CONTENT,
        f"MCP106 tool `broken`: the tool returns a list, not a `CallToolResult`: {REFUSED}; {WRITE_RESULT}",
    ),
    "no structured content": (
        CallToolResult(content=list(CONTENT)),
        "MCP101 tool `broken`: the result has no structured content: the server refuses the result; "
        'write `structuredContent={"sources": [...]}`',
    ),
    "structured content is a list": (
        with_payload([URL]),
        "MCP102 tool `broken`: structured content is a list, not a dict: the server refuses the result; "
        'write `structuredContent={"sources": [...]}`',
    ),
    "no sources": (
        with_payload({"table": [["a"]]}),
        "MCP102 tool `broken`: structured content has no `sources`: the server refuses the result; "
        'write `{"sources": ["https://..."], ...}`',
    ),
    "sources is text": (
        with_payload({"sources": URL}),
        f"MCP103 tool `broken`: `sources` is a string, not a list: {REFUSED}; {WRITE_SOURCES}",
    ),
    "sources is a tuple": (
        with_payload({"sources": (URL,)}),
        f"MCP103 tool `broken`: `sources` is a tuple, not a list: {REFUSED}; {WRITE_SOURCES}",
    ),
    "sources is a set": (
        with_payload({"sources": {URL}}),
        f"MCP103 tool `broken`: `sources` is a set, not a list: {REFUSED}; {WRITE_SOURCES}",
    ),
    "sources is a dict": (
        with_payload({"sources": {"url": URL}}),
        f"MCP103 tool `broken`: `sources` is a dict, not a list: {REFUSED}; {WRITE_SOURCES}",
    ),
    "sources is None": (
        with_payload({"sources": None}),
        f"MCP103 tool `broken`: `sources` is None, not a list: {REFUSED}; {WRITE_SOURCES}",
    ),
    "content is empty": (
        with_content([]),
        f"MCP105 tool `broken`: `content` is an empty list: {READS_NOTHING}; {WRITE_CONTENT}",
    ),
    "content is text": (
        with_content("Tokyo"),
        f"MCP105 tool `broken`: `content` is a string: {READS_NOTHING}; {WRITE_CONTENT}",
    ),
    "content is missing": (
        CallToolResult.model_construct(structured_content={"sources": [URL]}),
        f"MCP105 tool `broken`: `content` is None: {READS_NOTHING}; {WRITE_CONTENT}",
    ),
    "content holds text": (
        with_content([*CONTENT, "Tokyo"]),
        f"MCP105 tool `broken`: `content[1]` is a string, not a content block: {REFUSED}; {WRITE_CONTENT}",
    ),
    "table is text": (
        answer(table="<table>"),
        f"MCP202 tool `broken`: `table` is a string, not a list: {REFUSED}; {WRITE_TABLE}",
    ),
    "table is a tuple": (
        answer(table=(["a"],)),
        f"MCP202 tool `broken`: `table` is a tuple, not a list: {REFUSED}; {WRITE_TABLE}",
    ),
    "a row is a tuple": (
        answer(table=[["a"], ("b",)]),
        f"MCP202 tool `broken`: `table[1]` is a tuple, not a list: {REFUSED}; write each row as `[...]`",
    ),
    "the header is a dict": (
        answer(table=[{"a": 1}, ["b"]]),
        f"MCP202 tool `broken`: `table[0]` is a dict, not a list: {REFUSED}; write each row as `[...]`",
    ),
    "a row is too short": (
        answer(table=[["a", "b"], ["c", "d"], ["e"]]),
        f"MCP202 tool `broken`: `table[2]` has 1 cell, `table[0]` has 2: {REFUSED}; make the rows equally long",
    ),
    "charts is a dict": (
        answer(charts=chart([1, 2])),
        f"MCP203 tool `broken`: `charts` is a dict, not a list: {REFUSED}; {WRITE_CHARTS}",
    ),
    "a chart is text": (
        answer(charts=[chart([1, 2]), "bar"]),
        f"MCP203 tool `broken`: `charts[1]` is a string, not a dict: {REFUSED}; "
        'write `{"type": "bar", "data": {...}}`',
    ),
    "a dataset is too long": (
        answer(charts=[chart([1, 2], [1, 2, 3])]),
        f"MCP203 tool `broken`: `charts[0].data.datasets[1].data` has 3 values for 2 labels: {REFUSED}; "
        "give it one value for each label",
    ),
    "force is a number": (
        answer(force=3),
        f"MCP204 tool `broken`: `force` is a number, not a string: {REFUSED}; "
        "write the text that the user shall see, or leave `force` out",
    ),
    "NaN": (
        answer(table=[["a"], [math.nan]]),
        f"MCP202 tool `broken`: `table[1][0]` is nan, which JSON does not have: {REFUSED}; write `None`",
    ),
    "infinity": (
        answer(charts=[chart([1, -math.inf])]),
        "MCP203 tool `broken`: `charts[0].data.datasets[0].data[1]` is -inf, which JSON does not have: "
        f"{REFUSED}; write `None`",
    ),
    "a set in a table": (
        answer(table=[["a"], [{"b"}]]),
        f"MCP202 tool `broken`: `table[1][0]` is a set, which JSON does not have: {REFUSED}; write `sorted(...)`",
    ),
    "a date": (
        answer(table=[["a"], [datetime.date(2026, 1, 2)]]),
        f"MCP202 tool `broken`: `table[1][0]` is a `date`, which JSON does not have: {REFUSED}; write `.isoformat()`",
    ),
    "a decimal": (
        answer(table=[["a"], [decimal.Decimal("1.5")]]),
        f"MCP202 tool `broken`: `table[1][0]` is a `Decimal`, which JSON does not have: {REFUSED}; "
        "write `float(...)` or `str(...)`",
    ),
    "bytes": (
        with_payload({"sources": [b"x"]}),
        f'MCP103 tool `broken`: `sources[0]` is bytes, which JSON does not have: {REFUSED}; write `.decode("utf-8")`',
    ),
    "a numpy number": (
        answer(table=[["a"], [NumpyLike()]]),
        f"MCP202 tool `broken`: `table[1][0]` is a `int64`, which JSON does not have: {REFUSED}; write `.tolist()`",
    ),
    "an enumeration": (
        answer(table=[["a"], [Colour.RED]]),
        f"MCP202 tool `broken`: `table[1][0]` is a `Colour`, which JSON does not have: {REFUSED}; "
        "write a string, a number, a list or a dict instead of the `Colour`",
    ),
    "a key that is no text": (
        answer(charts=[{"type": "bar", "options": {1: "x"}}]),
        f"MCP203 tool `broken`: `charts[0].options` has a key that is a number, not a string that JSON can hold: "
        f"{REFUSED}; write `str(...)`",
    ),
    "half of a surrogate pair": (
        answer(table=[["a"], ["\udce9"]]),
        f"MCP202 tool `broken`: `table[1][0]` is a string with half of a surrogate pair: {REFUSED}; "
        'decode it with `errors="replace"`',
    ),
    "a field's name is wrong": (
        with_payload({"source": URL}),
        "MCP102 tool `broken`: structured content has no `sources`: the server refuses the result; "
        'write `{"sources": ["https://..."], ...}`\n'
        "MCP201 tool `broken`: field `source` is not known: the UI ignores it; write `sources`",
    ),
    "a field that has no name": (
        with_payload({"sources": [URL], 5: 1}),
        "MCP201 tool `broken`: field `5` is not known: the UI ignores it; "
        "the fields are `sources`, `table`, `charts`, `force`\n"
        "MCP201 tool `broken`: `structuredContent` has a key that is a number, not a string that JSON can hold: "
        f"{REFUSED}; write `str(...)`",
    ),
    "in an unknown field": (
        answer(note={"when": {1}}),
        "MCP201 tool `broken`: field `note` is not known: the UI ignores it; "
        "the fields are `sources`, `table`, `charts`, `force`\n"
        f"MCP201 tool `broken`: `note.when` is a set, which JSON does not have: {REFUSED}; write `sorted(...)`",
    ),
    "in _meta": (
        CallToolResult(content=list(CONTENT), structured_content={"sources": [URL]}, _meta={"at": {1}}),
        f"MCP106 tool `broken`: `_meta.at` is a set, which JSON does not have: {REFUSED}; write `sorted(...)`",
    ),
    "half of a pair in a key": (
        with_payload({"sources": [URL], "a\ud800": 1}),
        "MCP201 tool `broken`: field `a?` is not known: the UI ignores it; "
        "the fields are `sources`, `table`, `charts`, `force`\n"
        f"MCP201 tool `broken`: `structuredContent` has a key with half of a surrogate pair: {REFUSED}; {DECODE}",
    ),
    "half of a pair in a key of a cell": (
        answer(table=[["a"], [{"\ud800": 1}]]),
        f"MCP202 tool `broken`: `table[1][0]` has a key with half of a surrogate pair: {REFUSED}; {DECODE}",
    ),
    "half of a pair in the text": (
        with_block(text="\ud800"),
        f"MCP105 tool `broken`: `content[0].text` {HALF}: {REFUSED}; {DECODE}",
    ),
    "half of a pair in a block's _meta": (
        with_block(meta={"a": "\ud800"}),
        f"MCP105 tool `broken`: `content[0]._meta.a` {HALF}: {REFUSED}; {DECODE}",
    ),
    "half of a pair in a resource": (
        with_resource("\ud800"),
        f"MCP105 tool `broken`: `content[0].resource.text` {HALF}: {REFUSED}; {DECODE}",
    ),
    "half of a pair in a question": (
        InputRequiredResult(input_requests={}, request_state="\ud800"),
        f"MCP106 tool `broken`: `result.requestState` {HALF}: {REFUSED}; {DECODE}",
    ),
    "a number that no client reads": (
        answer(table=[["a"], [10**4300]]),
        f"MCP202 tool `broken`: `table[1][0]` is a number of more than 4300 digits, which no client reads: {REFUSED}; "
        "write `str(...)` of fewer digits, or `float(...)`",
    ),
    "text is None": (
        with_block(text=None),
        f"MCP105 tool `broken`: `content[0].text` is None, not a string: {REFUSED}; {NAMED}",
    ),
    "text is missing": (
        with_content([TextContent.model_construct()]),
        f"MCP105 tool `broken`: `content[0].text` is missing: {REFUSED}; {NAMED}",
    ),
    "a block's _meta holds NaN": (
        with_block(meta={"a": [math.nan]}),
        f"MCP105 tool `broken`: `content[0]._meta.a[0]` is nan, which JSON does not have: {REFUSED}; write `None`",
    ),
    "a block's _meta is text": (
        with_block(meta="x"),
        f"MCP105 tool `broken`: `content[0]._meta` is a string, not a dict: {REFUSED}; {NAMED}",
    ),
    "a block's type is another": (
        with_block(type="image"),
        f"MCP105 tool `broken`: `content[0].type` does not fit (input should be 'text'): {REFUSED}; {NAMED}",
    ),
    "nothing to read": (
        with_content([TextContent(type="text", text="")] * 2),
        f"MCP105 tool `broken`: `content` has no text in it: {READS_NOTHING}; {WRITE_CONTENT}",
    ),
    "AttrDict": (
        AttrDict(a=1),
        f"MCP106 tool `broken`: the tool returns a dict, not a `CallToolResult`: {REFUSED}; {WRITE_RESULT}",
    ),
    "no class": (
        NoClass(),
        f"MCP106 tool `broken`: the tool returns a `NoClass`, not a `CallToolResult`: {REFUSED}; {WRITE_RESULT}",
    ),
    "no class in a cell": (
        answer(table=[["a"], [NoClass()]]),
        f"MCP202 tool `broken`: `table[1][0]` is a `NoClass`, which JSON does not have: {REFUSED}; "
        "write a string, a number, a list or a dict instead of the `NoClass`",
    ),
    "a key that cannot be compared": (
        with_payload({BadKey("sources"): [URL]}),
        f"MCP106 tool `broken`: the result cannot be read (SystemExit): {REFUSED}; build it of plain values",
    ),
    "numpy's bool": (
        answer(table=[["a"], [NumpyBool()]]),
        f"MCP202 tool `broken`: `table[1][0]` is a `numpy.bool`, which JSON does not have: {REFUSED}; "
        "write `.tolist()`",
    ),
    "is_error is None": (
        changed(is_error=None),
        f"MCP106 tool `broken`: `isError` is None, not a bool: {REFUSED}; write a bool, or leave it out",
    ),
    "_meta is a number": (
        changed(meta=3),
        f"MCP106 tool `broken`: `_meta` is a number, not a dict: {REFUSED}; write a dict, or leave it out",
    ),
    "result_type is an object": (
        changed(result_type=object()),
        f"MCP106 tool `broken`: `resultType` is a `object`, not a string: {REFUSED}; write a string, or leave it out",
    ),
    "result_type is that of a question": (
        changed(result_type="input_required"),
        f"MCP106 tool `broken`: `resultType` is `input_required`, and the result is an answer: {REFUSED}; leave it out",
    ),
    "a subclass's field": (
        More(content=list(CONTENT), structured_content={"sources": [URL]}, extra=math.nan),
        f"MCP106 tool `broken`: `extra` is nan, which JSON does not have: {REFUSED}; write `None`",
    ),
    "an error without content": (
        CallToolResult(content=[], is_error=True),
        f"MCP105 tool `broken`: `content` is an empty list: {READS_NOTHING}; {WRITE_CONTENT}",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_the_client_reads(kind: str) -> None:
    """An error result whose text names the code, the tool and the field, and says what to write."""
    result, text = BROKEN[kind]
    assert error_of(result) == text


@pytest.mark.parametrize("payload", [nested(MAX_DEPTH + 1), nested(5000), LOOP], ids=["deep", "very deep", "loop"])
def test_too_deep(payload: list[Any]) -> None:
    """What the client could not parse, or would never end."""
    text = error_of(answer(charts=[{"data": payload}]))
    assert text.startswith("MCP203 tool `broken`: `charts[0].data[0][0]")
    assert f"` is nested deeper than {MAX_DEPTH} levels, or holds itself: {REFUSED}; write a flat value" in text


@pytest.mark.parametrize(
    ("payload", "fault"),
    [
        (
            {"table": [[{1}]]},
            f"MCP202 tool `tool`: `table[0][0]` is a set, which JSON does not have: {REFUSED}; write ",
        ),
        (["a"], f"MCP102 tool `tool`: structured content is a list, not a dict: {REFUSED}; leave it out of an error, "),
        (object(), f"MCP102 tool `tool`: structured content is a `object`, not a dict: {REFUSED}; leave it out of an "),
    ],
)
def test_what_an_error_says_is_read_all_the_same(payload: Any, fault: str) -> None:
    """After what is wrong with its payload, and with a question mark for what cannot be sent."""
    content: list[Any] = [TextContent(type="text", text="no data")]
    result = CallToolResult(content=content, structured_content=payload, is_error=True)
    called = call_tool(serve(lambda: result), "tool")
    first, second = called.content
    assert (called.is_error, second) == (True, content[0])
    assert isinstance(first, TextContent)
    assert first.text.startswith(fault)


def test_the_text_of_an_error_is_made_sendable() -> None:
    """The fault, then the text."""
    result = CallToolResult(content=[TextContent(type="text", text="no \ud800")], is_error=True)
    first, second = call_tool(serve(lambda: result), "tool").content
    assert isinstance(first, TextContent)
    assert first.text == f"MCP105 tool `tool`: `content[0].text` {HALF}: {REFUSED}; {DECODE}"
    assert second == TextContent(type="text", text="no ?")


def test_every_fault_is_told() -> None:
    """A line for each."""
    text = error_of(CallToolResult(content=[], structured_content={"table": 1, "force": [], "charts": [{1}]}))
    assert [line[:24] for line in text.splitlines()] == [
        "MCP105 tool `broken`: `c",
        "MCP102 tool `broken`: st",
        "MCP202 tool `broken`: `t",
        "MCP203 tool `broken`: `c",
        "MCP204 tool `broken`: `f",
    ]


def test_empty_sources_are_refused_if_so_set() -> None:
    """MCP104, an error where the registry does not allow it."""
    assert error_of(with_payload({"sources": []}), allow_empty_sources=False) == (
        f"MCP104 tool `broken`: `sources` is an empty list: {REFUSED}; add the address of the data"
    )


def test_the_log_says_the_same_with_the_place(caplog: pytest.LogCaptureFixture) -> None:
    """One line, with the function's name, file and line."""
    registry = Registry("t")

    def broken() -> DataToolOutput:
        return with_payload({})

    registry.for_plugin("p").tool()(broken)
    text = text_of(call_tool(registry, "p_broken"))
    (record,) = [record for record in caplog.records if record.name.startswith("mcp_server")]
    assert record.levelno == logging.ERROR
    assert record.getMessage() == f"{text} (`broken`, {__file__}:{broken.__code__.co_firstlineno})"


def serve(fn: Callable[..., Any], **options: Any) -> Registry:
    """Register a function as ``tool``, whatever it declares."""
    registry = Registry("t", **options)
    fn.__annotations__["return"] = DataToolOutput
    registry.tool(name="tool")(fn)
    assert registry.refusals == ()
    return registry


def generator() -> Iterator[CallToolResult]:
    """Yield an answer."""
    yield answer()


async def async_generator() -> Any:
    """Yield an answer."""
    yield answer()


@pytest.mark.parametrize("fn", [generator, async_generator])
def test_generators(fn: Callable[..., Any]) -> None:
    """MCP107, alone."""
    assert text_of(call_tool(serve(fn), "tool")) == (
        f"MCP107 tool `tool`: the tool is a generator: {REFUSED}; build one `CallToolResult` and `return` it"
    )


def test_a_generator_of_a_helper() -> None:
    """The tool is a function; what it returns is no result."""

    def tool() -> Any:
        return generator()

    assert text_of(call_tool(serve(tool), "tool")) == (
        f"MCP106 tool `tool`: the tool returns a generator, not a `CallToolResult`: {REFUSED}; {WRITE_RESULT}"
    )


@pytest.mark.filterwarnings("error")
def test_a_coroutine_that_nobody_awaits() -> None:
    """A plain decorator of an async function: the SDK does not await what it gives."""

    def decorated() -> Any:
        return asyncio.sleep(0)

    assert text_of(call_tool(serve(decorated), "tool")) == (
        f"MCP106 tool `tool`: the tool returns a coroutine, not a `CallToolResult`: {REFUSED}; "
        "register an `async def`, or a decorator of one that awaits it"
    )


def test_async_tools_pass_the_same_gate() -> None:
    """The error text is that of a plain function."""

    async def wrong() -> Any:
        return with_payload({})

    async def right() -> Any:
        return answer()

    assert text_of(call_tool(serve(wrong), "tool")).startswith("MCP102 tool `tool`: ")
    assert text_of(call_tool(serve(right), "tool")) == "text"


UNBUILT: dict[str, tuple[Callable[[], Any], str]] = {
    "content is text": (
        lambda: CallToolResult(content="secret", structured_content={}),  # type: ignore[arg-type]
        "MCP105 tool `tool`: `CallToolResult` cannot be built from the given `content`: input should be a valid list, "
        f"so the call fails; {WRITE_CONTENT}",
    ),
    "no content": (
        lambda: CallToolResult(structured_content={}),  # type: ignore[call-arg]
        f"MCP105 tool `tool`: `CallToolResult` cannot be built from the given `content`: it is missing, so the call "
        f"fails; {WRITE_CONTENT}",
    ),
    "no sources": (
        lambda: ValidationModel.model_validate({}),
        "MCP102 tool `tool`: `ValidationModel` cannot be built from the given `sources`: it is missing, so the call "
        'fails; write a list of addresses, `sources=["https://..."]`',
    ),
    "sources is a tuple": (
        lambda: ValidationModel(sources=("secret",)),  # type: ignore[arg-type]
        "MCP103 tool `tool`: `ValidationModel` cannot be built from the given `sources`: input should be a valid "
        'list, so the call fails; write a list of addresses, `sources=["https://..."]`',
    ),
    "a row is text": (
        lambda: ValidationModel(sources=[], table=["secret"]),  # type: ignore[list-item]
        "MCP202 tool `tool`: `ValidationModel` cannot be built from the given `table`: input should be a valid list, "
        'so the call fails; write a list of rows, `table=[["Year", "TWh"], ["2023", "11.5"]]`',
    ),
    "text is None": (
        lambda: TextContent(type="text", text=None),  # type: ignore[arg-type]
        "MCP105 tool `tool`: `TextContent` cannot be built from the given `text`: input should be a valid string, "
        'so the call fails; write `TextContent(type="text", text="...")`',
    ),
    "a subclass's table": (
        lambda: Model(sources=[], table="secret"),  # type: ignore[arg-type]
        "MCP202 tool `tool`: `Model` cannot be built from the given `table`: input should be a valid list, "
        'so the call fails; write a list of rows, `table=[["Year", "TWh"], ["2023", "11.5"]]`',
    ),
    "the helper's text": (
        lambda: text_result(None, URL),  # type: ignore[arg-type]
        "MCP105 tool `tool`: `text` is None, not a string: no result is made of it; "
        "write the text that the model shall read",
    ),
    "is_error is text": (
        lambda: CallToolResult(content=[], is_error="secret"),  # type: ignore[arg-type]
        "MCP106 tool `tool`: `CallToolResult` cannot be built from the given `is_error`: input should be a valid "
        "boolean, unable to interpret input, so the call fails; give it the type that it names",
    ),
}


@pytest.mark.parametrize("kind", UNBUILT)
@pytest.mark.parametrize("is_async", [False, True])
def test_results_that_cannot_be_built(kind: str, is_async: bool, caplog: pytest.LogCaptureFixture) -> None:
    """Pydantic's error is the contract's: the client reads the field, and no value; the log has the traceback."""
    build, text = UNBUILT[kind]

    def tool() -> Any:
        return build()

    async def async_tool() -> Any:
        return build()

    assert text_of(call_tool(serve(async_tool if is_async else tool), "tool")) == text
    assert "Traceback" in caplog.text


class Row(BaseModel):
    """A model of the plugin's own."""

    year: int


def fail(error: BaseException) -> Callable[[], Any]:
    """Give a tool that raises."""

    def tool() -> Any:
        raise error

    return tool


def validate() -> Any:
    """Raise a validation error that has nothing to do with the contract."""
    return Row.model_validate({"year": "secret"})


def leave() -> Any:
    """End the process."""
    sys.exit(3)


@pytest.mark.parametrize(
    ("tool", "logged"),
    [
        (fail(ValueError("secret")), "ValueError: secret"),
        (validate, "validation error for Row"),
        (fail(StopIteration()), "StopIteration"),
        (leave, "ToolExitError: tool `tool` called `sys.exit`"),
        (fail(RecursionError()), "RecursionError"),
    ],
    ids=["an exception", "another model", "StopIteration", "sys.exit", "RecursionError"],
)
def test_a_crash_is_told_as_the_sdk_does(
    tool: Callable[[], Any], logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    """No inner details for the client, all of them in the log, and the server goes on."""
    registry = serve(tool)
    for _ in range(2):
        result = call_tool(registry, "tool")
        assert (result.is_error, text_of(result)) == (True, "Error executing tool tool")
    assert logged in caplog.text


def test_an_anticipated_failure_keeps_its_text() -> None:
    """As with the SDK alone."""
    assert text_of(call_tool(serve(fail(ToolError("no such city"))), "tool")) == (
        "Error executing tool tool: no such city"
    )


class NoMessageError(ToolError):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        """Raise."""
        raise RuntimeError("secret")


@pytest.mark.parametrize(("error", "text"), [(ToolError("\ud800 x"), "? x"), (NoMessageError(), "")])
def test_messages_that_cannot_be_sent(error: ToolError, text: str) -> None:
    """With a question mark for each character that UTF-8 cannot write, which would end the server on stdio."""
    assert text_of(call_tool(serve(fail(error)), "tool")) == f"Error executing tool tool: {text}"


def test_a_protocol_error_that_cannot_be_sent() -> None:
    """Its message is made sendable, its data left out."""
    registry = serve(fail(MCPError(-32000, "\ud800", {"a": {1}})))

    async def ask() -> tuple[int, str, Any]:
        async with Client(registry.server) as client:
            with pytest.raises(MCPError) as caught:
                await client.call_tool("tool", {})
            return caught.value.code, caught.value.message, caught.value.error.data

    assert anyio.run(ask) == (-32000, "?", None)


def wire_of(server: MCPServer[Any], name: str) -> str:
    """What the client gets of a call, as text."""

    async def ask() -> str:
        async with Client(server) as client:
            return (await client.call_tool(name, {})).model_dump_json(by_alias=True)

    return anyio.run(ask)


class Model(ValidationModel):
    """A plugin's own extension of the model."""

    note: str = "n"


def nested_dict(levels: int) -> dict[str, Any]:
    """Give dicts in dicts, so many levels deep."""
    value: dict[str, Any] = {}
    for _ in range(levels - 1):
        value = {"k": value}
    return value


RIGHT: dict[str, CallToolResult] = {
    "text": answer(),
    "all fields": answer(table=[["a", "b"], ["1", 2.5], [None, True]], charts=[chart([1, 2])], force="text"),
    "optional fields are None": answer(table=None, charts=None, force=None),
    "empty": answer(table=[], charts=[], force=""),
    "a model": with_payload(ValidationModel(sources=[URL], table=[["a"], ["é"]])),
    "a model's dump": with_payload(ValidationModel(sources=[URL]).model_dump()),
    "a subclass of the model": with_payload(Model(sources=[URL])),
    "dicts and lists with methods of their own": answer(table=[["a"], [ListBomb([1])], [AttrDict(a=1)]]),
    "a subclass of dict": with_payload(OrderedDict(sources=[URL], table=[["a"]])),
    "points": answer(charts=[chart([{"x": 1, "y": 2}] * 5), {"type": "pie"}, {"data": {"datasets": "x"}}]),
    "tuples where Chart.js reads them": answer(charts=[{"type": "bar", "options": {"range": (1, 2)}}]),
    "tuples in cells": answer(table=[["a"], [(1, 2)]]),
    "deep": answer(charts=[{"data": nested(MAX_DEPTH - 3)}]),
    "deep dicts": answer(charts=[nested_dict(MAX_DEPTH - 2)]),
    "wide characters": answer(table=[["città", "東京", "🗼"], ["", "\x00", "</table>"]]),
    "large numbers": answer(table=[["a"], [10**400], [sys.float_info.max]]),
    "subclasses of JSON's types": answer(table=[["a"], [enum.IntEnum("E", "A").A]]),  # type: ignore[attr-defined]
    "an error": CallToolResult(content=list(CONTENT), is_error=True),
    "an error with some payload": CallToolResult(content=list(CONTENT), structured_content={"x": 1}, is_error=True),
    "several blocks and _meta": CallToolResult(
        content=[*CONTENT, TextContent(type="text", text="")], structured_content={"sources": [URL]}, _meta={"k": [1]}
    ),
    "no sources": with_payload({"sources": []}),
    "unknown field": answer(tables=[["a"]]),
}


@pytest.mark.parametrize("kind", RIGHT)
def test_right_results_pass_unchanged(kind: str) -> None:
    """The same object, and the same bytes as from the SDK's own server."""
    result = RIGHT[kind]

    def tool() -> DataToolOutput:
        return result

    registry, bare = Registry("t"), MCPServer("t")
    registry.tool()(tool)
    bare.tool()(tool)
    assert wire_of(registry.server, "tool") == wire_of(bare, "tool")
    assert all(problem.is_warning for problem in check_result(result))


def test_a_question_to_the_client_is_no_answer_yet() -> None:
    """``InputRequiredResult`` passes: the SDK asks, and calls the tool again."""
    form = ElicitRequestFormParams(message="Which?", requested_schema={"type": "object", "properties": {}})
    assert check_result(InputRequiredResult(input_requests={"q": ElicitRequest(params=form)})) == ()


def warnings_of(registry: Registry, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Call ``tool`` three times, and give what the log then has."""
    for _ in range(3):
        assert not call_tool(registry, "tool").is_error
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        ({"sources": []}, "MCP104 tool `tool`: `sources` is an empty list: the user sees an answer from nowhere; "),
        (
            {"sources": [URL], "tables": []},
            "MCP201 tool `tool`: field `tables` is not known: the UI ignores it; write `table` (",
        ),
        (
            {"sources": [URL], "Chart": []},
            "MCP201 tool `tool`: field `Chart` is not known: the UI ignores it; write `charts` (",
        ),
        (
            {"sources": [URL], "xyz": 1},
            "MCP201 tool `tool`: field `xyz` is not known: the UI ignores it; "
            "the fields are `sources`, `table`, `charts`, `force` (",
        ),
        (
            {"sources": [URL], "more": 1},
            "MCP201 tool `tool`: field `more` is not known: the UI ignores it; "
            "the fields are `sources`, `table`, `charts`, `force` (",
        ),
        (
            {"sources": [URL], "tables": 1, "source": 1},
            "MCP201 tool `tool`: fields `tables`, `source` are not known: the UI ignores them; "
            "write `table`, `sources` (",
        ),
    ],
)
def test_one_warning_a_tool(payload: dict[str, Any], text: str, caplog: pytest.LogCaptureFixture) -> None:
    """The result leaves; the log says it once."""
    registry = serve(lambda: with_payload(payload))
    (warning,) = warnings_of(registry, caplog)
    assert warning.startswith(text)
    assert warning.endswith(f"{__file__}:{registry.registered[0].line})")


def test_each_tool_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    """Once for each code of each tool."""
    registry = Registry("t")

    @registry.tool()
    def tool() -> DataToolOutput:
        """Answer."""
        return with_payload({"sources": [], "tables": []})

    registry.tool(name="other")(tool)
    warnings_of(registry, caplog)
    call_tool(registry, "other")
    codes = [record.getMessage()[:20] for record in caplog.records if record.levelno == logging.WARNING]
    assert codes == ["MCP104 tool `tool`: ", "MCP201 tool `tool`: ", "MCP104 tool `other`:", "MCP201 tool `other`:"]


def test_the_schema_is_published_for_every_tool() -> None:
    """That of the contract, which clients validate with."""
    (tool,) = list_tools(serve(lambda: with_payload({"sources": [URL]})))
    assert tool.output_schema == ValidationModel.model_json_schema()


@pytest.mark.parametrize("value", [[1, "a", None, True, 2.5, {"k": [{}]}], {}, [], "é", [[]] * 3])
def test_fast_and_slow_ways_agree_on_what_is_json(value: Any) -> None:
    """The fast way says yes, and the slow one finds nothing."""
    assert is_json(value)
    assert json_fault(value, "v") is None


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.text(st.characters()),
    st.binary(max_size=3),
    st.dates(),
    st.decimals(),
    st.frozensets(st.integers(), max_size=2),
    st.sampled_from(["\ud800", Colour.RED, NumpyLike(), object(), int, LOOP]),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(st.lists(inner, min_size=2, max_size=2), max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(st.sampled_from(["data", "labels", "datasets", "type"]), inner, max_size=4),
        st.dictionaries(st.one_of(st.integers(), st.none(), st.text()), inner, max_size=2),
    ),
    max_leaves=12,
)
PAYLOADS = st.builds(
    lambda sources, more: {"sources": sources, **more},
    st.lists(st.text(), max_size=2),
    st.dictionaries(st.sampled_from(["sources", "table", "charts", "force", "tables"]), VALUES, max_size=3),
)
# How long the machine takes to make the values says nothing about the check.
ANY_TIME = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@ANY_TIME
@given(payload=PAYLOADS, is_error=st.booleans())
def test_what_passes_arrives_as_it_was_written(payload: dict[str, Any], is_error: bool) -> None:
    """Whatever a tool returns: either it is refused, never with an exception, or pydantic's JSON of it is the same."""
    result = CallToolResult(content=list(CONTENT), structured_content=payload, is_error=is_error)
    if all(problem.is_warning for problem in check_result(result)):
        written = json.loads(result.model_dump_json(by_alias=True))["structuredContent"]
        assert written == json.loads(json.dumps(payload))
        if not is_error:
            ValidationModel.model_validate(payload)


@ANY_TIME
@given(value=VALUES)
def test_anything_else_is_refused(value: Any) -> None:
    """No value but a result is one."""
    (problem,) = check_result(value)
    assert problem.code == "MCP106"
    assert "\n" not in problem.text


def test_a_large_table_is_judged_quickly() -> None:
    """A million cells in well under the time that writing them takes."""
    table = [["a"] * 10] + [[str(row), row, row / 3, None, True, "é", "b", "c", "d", "e"] for row in range(100_000)]
    result = answer(table=table)
    began = datetime.datetime.now(tz=datetime.timezone.utc)
    assert check_result(result) == ()
    assert (datetime.datetime.now(tz=datetime.timezone.utc) - began).total_seconds() < 5
