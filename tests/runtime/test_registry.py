"""What the registry registers, refuses, stamps and says of it."""

from __future__ import annotations

import functools
import logging
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp.client import Client
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import CallToolResult, Icon, TextContent, ToolAnnotations

from mcp_server import DataToolOutput, Registry
from mcp_server.errors import McpServerError, RefusedToolsError
from mcp_server.records import RegisteredTool

from .in_memory import answer, call_tool, list_tools, text_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HERE = __file__


def good(country: str = "ES", year: int = 2023) -> DataToolOutput:
    """Answer."""
    return CallToolResult(
        content=[TextContent(type="text", text=f"{country} {year}")], structured_content={"sources": ["https://e.org"]}
    )


def no_annotation():  # type: ignore[no-untyped-def]  # noqa: ANN201, RUF100
    """Answer."""


def wrong_annotation() -> CallToolResult:
    """Answer."""
    return answer()


def line_of(fn: Any) -> int:
    """The line at which a function begins."""
    return int(fn.__code__.co_firstlineno)


def test_a_refused_tool_does_not_exist_for_clients(caplog: pytest.LogCaptureFixture) -> None:
    """It is in no list and cannot be called, while the conforming ones beside it can."""
    registry = Registry("t")
    for fn in (no_annotation, good, wrong_annotation):
        assert registry.tool()(fn) is fn
    assert [tool.name for tool in list_tools(registry)] == ["good"]
    assert text_of(call_tool(registry, "good", {"country": "PT"})) == "PT 2023"
    for name in ("no_annotation", "wrong_annotation"):
        result = call_tool(registry, name)
        assert (result.is_error, text_of(result)) == (True, f"Unknown tool: {name}")
    warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert warnings == [
        "MCP001 tool `no_annotation` has no return annotation: the server does not register it and no client will see "
        f"it; write `-> DataToolOutput` ({HERE}:{line_of(no_annotation)})",
        "MCP002 the return annotation of tool `wrong_annotation` is `CallToolResult`, not `DataToolOutput`: the server "
        "does not register it and no client will see it; write `-> DataToolOutput` "
        f"({HERE}:{line_of(wrong_annotation)})",
    ]
    assert [str(refusal) for refusal in registry.refusals] == warnings
    assert registry.registered == (RegisteredTool("good", "good", HERE, line_of(good), None),)


def test_the_function_is_given_back_unchanged() -> None:
    """Registered or not, with nothing added to it."""
    before = dict(vars(good)), good.__name__, dict(good.__annotations__)
    registry = Registry("t")
    assert registry.tool()(good) is good
    assert registry.for_plugin("p").tool(name="other")(good) is good
    assert (dict(vars(good)), good.__name__, dict(good.__annotations__)) == before


@pytest.mark.parametrize("strange", [len, 5, "text", object(), None, type, lambda: None])
def test_what_is_no_function_is_refused(strange: Any) -> None:
    """Never an exception, and given back as it is."""
    registry = Registry("t")
    assert registry.tool()(strange) is strange
    assert len(registry.refusals) == 1
    assert list_tools(registry) == []


def test_without_source_the_place_is_said_so() -> None:
    """A builtin has no file."""
    registry = Registry("t")
    registry.tool()(min)
    assert str(registry.refusals[0]).endswith("with `-> DataToolOutput` (built in)")


def test_without_parentheses() -> None:
    """The error says what to write."""
    registry = Registry("t")
    with pytest.raises(TypeError, match=r"^MCP003 `@registry.tool` is written without .* write `@registry.tool\(\)`$"):
        registry.tool(good)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="without a URI"):
        registry.resource(good)  # type: ignore[arg-type]
    assert registry.registered == ()


def test_the_second_of_a_name_is_refused() -> None:
    """The first is kept, and the refusal says where it is."""
    registry = Registry("t")
    registry.tool()(good)

    def other() -> DataToolOutput:
        return answer()

    registry.tool(name="good")(other)
    (refusal,) = registry.refusals
    assert (refusal.code, refusal.function, refusal.tool) == ("MCP004", "other", "good")
    assert refusal.reason == (
        f"tool `good` is there already (`good`, {HERE}:{line_of(good)}): the server keeps that one and does not "
        "register `other`; give it another name"
    )
    assert text_of(call_tool(registry, "good")) == "ES 2023"


def test_a_parameter_that_the_sdk_cannot_serve() -> None:
    """Refused with a code of the server's own, since the linter has none for it."""
    registry = Registry("t")

    def unknown(x: Missing) -> DataToolOutput:  # type: ignore[name-defined]  # noqa: F821
        return answer(note=x)

    def private(_x: int) -> DataToolOutput:
        return answer()

    registry.tool()(unknown)
    registry.tool()(private)
    assert [refusal.code for refusal in registry.refusals] == ["MCP005", "MCP005"]
    assert registry.refusals[0].reason == (
        "tool `unknown` cannot be served (NameError: name 'Missing' is not defined): the server does not register it "
        "and no client will see it; change its parameters or its options"
    )
    assert list_tools(registry) == []


class Exits:
    """A parameter's type that ends the program where its schema is asked for."""

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: Any) -> Any:
        """Exit."""
        raise SystemExit(4)


class Silent:
    """A parameter's type that raises an error which has no message."""

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: Any) -> Any:
        """Raise."""

        class NoMessage(Exception):  # noqa: N818 - it is what it says
            def __str__(self) -> str:
                raise RuntimeError

        raise NoMessage


def exits(x: Exits) -> DataToolOutput:
    """Answer."""
    return answer(note=x)


def silent(x: Silent) -> DataToolOutput:
    """Answer."""
    return answer(note=x)


def by_position(x: int, /) -> DataToolOutput:
    """Answer."""
    return answer(note=x)


class Tools:
    """A class whose method is registered without an object."""

    def method(self) -> DataToolOutput:
        """Answer."""
        return answer()


def half_a_default(x: str = "\ud800") -> DataToolOutput:
    """Answer."""
    return answer(note=x)


NOT_SEEN = "the server does not register it and no client will see it"
DECODE = 'decode it with `errors="replace"`'
NOT_SERVED: dict[str, tuple[Any, dict[str, Any], str]] = {
    "a type that exits": (
        exits,
        {},
        f"tool `exits` cannot be served (SystemExit: 4): {NOT_SEEN}; change its parameters or its options",
    ),
    "a type with a silent error": (
        silent,
        {},
        f"tool `silent` cannot be served (NoMessage): {NOT_SEEN}; change its parameters or its options",
    ),
    "positional-only": (
        by_position,
        {},
        "parameter `x` of tool `by_position` has no name for callers, and clients send names: "
        f"{NOT_SEEN}; take the `/` out of its parameters",
    ),
    "unbound": (
        Tools.method,
        {},
        f"tool `method` is a method without its object: no client can send `self`, so {NOT_SEEN}; "
        "register the method of an object, `registry.tool()(Tools().method)`, or write a function",
    ),
    "name": (
        good,
        {"name": "\ud800"},
        f"`name` of tool `good` is a string with half of a surrogate pair: {NOT_SEEN}; {DECODE}",
    ),
    "description": (
        good,
        {"description": "\ud800"},
        f"`description` of tool `good` is a string with half of a surrogate pair: {NOT_SEEN}; {DECODE}",
    ),
    "meta": (
        good,
        {"meta": {"a": object()}},
        f"`meta.a` of tool `good` is a `object`, which JSON does not have: {NOT_SEEN}; "
        "write a string, a number, a list or a dict instead of the `object`",
    ),
    "icons": (
        good,
        {"icons": [Icon(src="x").model_copy(update={"src": "\ud800"})]},
        f"`icons[0].src` of tool `good` is a string with half of a surrogate pair: {NOT_SEEN}; {DECODE}",
    ),
    "a default": (
        half_a_default,
        {},
        "`parameters.properties.x.default` of tool `half_a_default` is a string with half of a surrogate pair: "
        f"{NOT_SEEN}; {DECODE}",
    ),
}


@pytest.mark.parametrize("kind", NOT_SERVED)
def test_what_cannot_be_served_or_sent(kind: str) -> None:
    """MCP005 that names it; the server starts, and lists no such tool."""
    fn, options, reason = NOT_SERVED[kind]
    registry = Registry("t")
    assert registry.tool(**options)(fn) is fn
    (refusal,) = registry.refusals
    assert (refusal.code, refusal.reason) == ("MCP005", reason)
    assert list_tools(registry) == []


def test_a_name_that_the_server_has_otherwise() -> None:
    """The registry does not claim a tool that it does not guard."""
    registry = Registry("t")
    registry.server.add_tool(wrong_annotation, name="good")
    registry.tool()(good)
    assert registry.registered == ()
    assert [refusal.code for refusal in registry.refusals] == ["MCP004"]
    assert registry.refusals[0].reason == (
        "tool `good` is there already (added to the server itself, past the registry): the server keeps that one and "
        "does not register `good`; give it another name"
    )


def test_the_place_of_a_class() -> None:
    """Its own file and line."""
    registry = Registry("t")
    registry.tool()(Tools)
    (refusal,) = registry.refusals
    assert refusal.file == HERE
    with open(HERE, encoding="utf-8") as source:  # noqa: PTH123 - one line of it
        assert source.readlines()[refusal.line - 1] == "class Tools:\n"


@pytest.mark.parametrize(
    ("info", "error", "text"),
    [
        ({"description": 5}, TypeError, "`description` is a `int`, not a string"),
        ({"instructions": None}, TypeError, "`instructions` is a `NoneType`, not a string"),
        ({"sample_questions": 5}, TypeError, "`sample_questions` is a `int`, not a list of strings"),
        ({"sample_questions": ["a", object()]}, TypeError, "`sample_questions[1]` is a `object`, not a string"),
        (
            {"sample_questions": ["\ud800"]},
            ValueError,
            f"`sample_questions[0]` has half of a surrogate pair in it, {DECODE}",
        ),
    ],
)
def test_plugin_info_that_cannot_be_sent(info: dict[str, Any], error: type[Exception], text: str) -> None:
    """Raised at the call, and nothing of it is kept."""
    plugin = Registry("t").for_plugin("p")
    with pytest.raises(error) as caught:
        plugin.set_plugin_info(**info)
    assert str(caught.value) == text
    assert instructions_of(plugin, "auto") is None


def test_all_options_reach_the_client() -> None:
    """As they would on the SDK's own server."""
    registry = Registry("t")
    hints = ToolAnnotations(read_only_hint=True)
    registry.tool(name="n", title="T", description="D", annotations=hints, meta={"a": 1})(good)
    (tool,) = list_tools(registry)
    assert (tool.name, tool.title, tool.description, tool.annotations, tool.meta) == ("n", "T", "D", hints, {"a": 1})
    assert list(tool.input_schema["properties"]) == ["country", "year"]


def test_published_as_the_sdk_alone_would() -> None:
    """The same entry in ``tools/list`` as a bare ``MCPServer`` with the same function."""
    registry, bare = Registry("t"), MCPServer("t")
    registry.tool()(good)
    bare.tool()(good)
    assert list_tools(registry) == anyio.run(bare.list_tools)


def test_a_tool_with_a_context() -> None:
    """The SDK's ``Context`` is passed, and is no argument of the tool's, also through a partial."""

    def where(ctx: Context, extra: str = "x") -> DataToolOutput:
        return CallToolResult(
            content=[TextContent(type="text", text=type(ctx).__name__ + extra)], structured_content={"sources": []}
        )

    registry = Registry("t")
    registry.tool()(where)
    registry.tool(name="partial")(functools.partial(where, extra="y"))
    assert [list(tool.input_schema["properties"]) for tool in list_tools(registry)] == [["extra"], ["extra"]]
    assert text_of(call_tool(registry, "where")) == "Contextx"
    assert text_of(call_tool(registry, "partial")) == "Contexty"


def test_plugins_have_names_and_lists_of_their_own() -> None:
    """Prefixed names, one server, one list; the same function in two plugins."""
    registry = Registry("t")
    first, second = registry.for_plugin("energy"), registry.for_plugin("trade")
    first.tool()(good)
    second.tool()(good)
    second.tool(name="named")(good)
    second.tool()(no_annotation)
    assert [tool.name for tool in list_tools(registry)] == ["energy_good", "trade_good", "trade_named"]
    assert [(tool.name, tool.function, tool.plugin) for tool in registry.registered] == [
        ("energy_good", "good", "energy"),
        ("trade_good", "good", "trade"),
        ("trade_named", "good", "trade"),
    ]
    assert first.registered == second.registered == registry.registered
    (refusal,) = first.refusals
    assert (refusal.plugin, refusal.tool, refusal.function) == ("trade", "trade_no_annotation", "no_annotation")
    assert first.server is registry.server


def test_a_subclass_gives_its_own_kind_to_plugins() -> None:
    """Whatever its constructor takes."""

    class Ours(Registry):
        def __init__(self, *, depth: int) -> None:
            super().__init__("ours")
            self.depth = depth

    plugin = Ours(depth=3).for_plugin("p")
    assert isinstance(plugin, Ours)
    assert plugin.depth == 3


def test_metadata_of_the_distribution_is_stamped() -> None:
    """Its summary and its ``[project.urls]``, and what the plugin says of itself, even afterwards."""
    registry = Registry("t")
    plugin = registry.for_plugin("pydantic")
    plugin.tool(meta={"own": 1})(good)
    plugin.set_plugin_info(sample_questions=["What is valid?"])
    (tool,) = list_tools(registry)
    assert tool.meta is not None
    assert (tool.meta["own"], tool.meta["plugin"]) == (1, "pydantic")
    stamped = tool.meta["plugin_metadata"]
    assert stamped["description"] == "Data validation using Python type hints"
    assert stamped["urls"]["Source"] == "https://github.com/pydantic/pydantic"
    assert stamped["sample_questions"] == ["What is valid?"]


@pytest.mark.parametrize(
    ("package", "distribution", "is_found"),
    [("mcp_types", None, True), ("yaml_or_not_there", None, False), ("p", "pydantic", True), ("_pytest", None, True)],
)
def test_metadata_is_found(package: str, distribution: str | None, is_found: bool) -> None:
    """By the package's name, by the distribution that contains it, or not at all."""
    registry = Registry("t")
    registry.for_plugin(package, distribution=distribution).tool()(good)
    (tool,) = list_tools(registry)
    assert tool.meta is not None
    assert bool(tool.meta["plugin_metadata"]["description"]) is is_found


def test_the_distributions_are_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes half a second where many are installed, whatever the number of plugins."""
    looked: list[int] = []

    def look() -> dict[str, list[str]]:
        looked.append(1)
        return {"_pytest": ["pytest"]}

    monkeypatch.setattr("importlib.metadata.packages_distributions", look)
    monkeypatch.syspath_prepend("/nowhere")
    registry = Registry("t")
    for package in ("_pytest", "not_there", "not_there_either"):
        registry.for_plugin(package)
    assert len(looked) == 1


def instructions_of(registry: Registry, mode: str) -> str | None:
    """What a client reads as the server's instructions, in either era of the protocol."""

    async def ask() -> str | None:
        async with Client(registry.server, mode=mode) as client:
            return client.instructions

    return anyio.run(ask)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_instructions_are_composed(mode: str) -> None:
    """The server's own text, and a section for each plugin that says something; the last word of each counts."""
    registry = Registry("t", instructions="Public data.")
    assert instructions_of(registry, mode) == "Public data."
    energy = registry.for_plugin("energy")
    energy.set_plugin_info("Old.", "Old?")
    energy.set_plugin_info("Energy.", ["How much?", "Where?"], "Units are TJ.")
    registry.for_plugin("silent").set_plugin_info()
    registry.for_plugin("trade").set_plugin_info(description="Trade.", sample_questions="With whom?")
    assert instructions_of(registry, mode) == (
        "Public data.\n\n"
        "## energy\n\nEnergy.\n\nUnits are TJ.\n\nQuestions that it answers:\n- How much?\n- Where?\n\n"
        "## trade\n\nTrade.\n\nQuestions that it answers:\n- With whom?"
    )


def test_no_instructions() -> None:
    """None, as on the SDK's own server, where nobody says anything."""
    registry = Registry("t")
    registry.for_plugin("p").set_plugin_info()
    assert instructions_of(registry, "auto") is None


def test_resources() -> None:
    """Passed to the SDK, with the plugin's name before their own."""
    registry = Registry("t")

    def units() -> str:
        return "TJ"

    assert registry.for_plugin("energy").resource("data://units", title="Units")(units) is units

    async def ask() -> tuple[str, str | None, str]:
        async with Client(registry.server) as client:
            (listed,) = (await client.list_resources()).resources
            (read,) = (await client.read_resource("data://units")).contents
            return listed.name, listed.title, read.text  # type: ignore[union-attr]

    assert anyio.run(ask) == ("energy_units", "Units", "TJ")


def test_a_resource_that_cannot_be_listed() -> None:
    """Raised at the call, as what else is wrong with a resource."""
    registry = Registry("t")
    with pytest.raises(ValueError, match=r"^`title` of resource `units` is a string with half of a surrogate pair: "):
        registry.resource("data://units", name="units", title="\ud800")(lambda: "x")
    assert anyio.run(registry.server.list_resources) == []


def test_what_a_plugin_registered_can_be_taken_back() -> None:
    """Its own tools, resources and instructions, and no other's; a new try is possible."""
    registry = Registry("t")
    kept, failed = registry.for_plugin("a"), registry.for_plugin("b")
    for plugin in (kept, failed):
        plugin.tool()(good)
        plugin.set_plugin_info("Something.")
        plugin.resource("data://shared")(lambda: "x")
    failed.resource("data://b")(lambda: "x")
    failed.resource("data://b/{key}")(lambda key: key)
    failed.tool()(no_annotation)
    failed.withdraw()
    assert [tool.name for tool in list_tools(registry)] == [tool.name for tool in registry.registered] == ["a_good"]
    assert [str(resource.uri) for resource in anyio.run(registry.server.list_resources)] == ["data://shared"]
    assert anyio.run(registry.server.list_resource_templates) == []
    assert instructions_of(registry, "auto") == "## a\n\nSomething."
    assert [refusal.tool for refusal in registry.refusals] == ["b_no_annotation"]
    failed.tool()(good)
    assert [tool.name for tool in registry.registered] == ["a_good", "b_good"]


def test_strict_stops_the_start_with_all_refusals() -> None:
    """One error when the server starts, on any transport; nothing before, so that all are collected."""
    registry = Registry("t", strict=True)
    registry.for_plugin("p").tool()(no_annotation)
    registry.tool()(good)
    registry.tool()(good)
    with pytest.raises(RefusedToolsError) as caught:
        list_tools(registry)
    assert str(caught.value).splitlines() == [
        "2 tools were refused and the registry is strict: the server does not start",
        *(f"  {refusal}" for refusal in registry.refusals),
    ]
    assert [refusal.code for refusal in caught.value.refusals] == ["MCP001", "MCP004"]
    assert isinstance(caught.value, McpServerError)
    with pytest.raises(RefusedToolsError):
        registry.finish()


def test_strict_stops_an_http_app_when_it_starts() -> None:
    """The app's lifespan fails, so that no ASGI server serves it."""
    registry = Registry("t", strict=True)
    registry.tool()(no_annotation)
    app = registry.server.streamable_http_app()

    async def start() -> None:
        async with app.router.lifespan_context(app):
            pass

    with pytest.raises(RefusedToolsError, match=r"^1 tool was refused"):
        anyio.run(start)


@pytest.mark.parametrize("strict", [False, True])
def test_a_lifespan_is_kept(strict: bool) -> None:
    """The server's own start and end run as without the registry."""
    seen = []

    @asynccontextmanager
    async def lifespan(server: MCPServer[Any]) -> AsyncIterator[dict[str, str]]:
        seen.append(server.name)
        yield {"state": "open"}
        seen.append("end")

    life: Any = lifespan
    registry = Registry("t", strict=strict, lifespan=life)

    def state(ctx: Context) -> DataToolOutput:
        held: Any = ctx.request_context.lifespan_context
        return CallToolResult(
            content=[TextContent(type="text", text=held["state"])], structured_content={"sources": ["https://e.org"]}
        )

    registry.tool()(state)
    assert text_of(call_tool(registry, "state")) == "open"
    assert seen == ["t", "end"]


def test_not_strict_serves_the_rest() -> None:
    """`finish` says nothing then."""
    registry = Registry("t")
    registry.tool()(no_annotation)
    registry.finish()
    assert list_tools(registry) == []


def test_a_tool_that_blocks_does_not_stop_others() -> None:
    """A plain function runs in a thread, so that an async tool is answered while it sleeps."""
    registry = Registry("t")
    is_released = threading.Event()

    @registry.tool()
    def slow() -> DataToolOutput:
        """Wait for the other."""
        return answer(force=str(is_released.wait(20)))

    @registry.tool()
    async def quick() -> DataToolOutput:
        """Release the other."""
        is_released.set()
        return answer()

    payloads: list[Any] = []

    async def ask(client: Client, name: str) -> None:
        payloads.append((await client.call_tool(name, {})).structured_content)

    async def ask_both() -> None:
        async with Client(registry.server) as client, anyio.create_task_group() as group:
            group.start_soon(ask, client, "slow")
            await anyio.sleep(0.05)
            group.start_soon(ask, client, "quick")

    anyio.run(ask_both)
    assert [payload.get("force") for payload in payloads] == [None, "True"]


def test_async_tools_run_in_the_event_loop() -> None:
    """They are awaited, not run in a thread."""
    registry = Registry("t")
    threads = []

    @registry.tool()
    async def here() -> DataToolOutput:
        """Answer."""
        threads.append(threading.current_thread())
        return answer()

    assert not call_tool(registry, "here").is_error
    assert threads == [threading.main_thread()]
