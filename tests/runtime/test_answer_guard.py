"""What is no tool of the registry, and fails or answers with what cannot be sent: one error, and the server goes on."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp.client import Client
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.shared.exceptions import MCPError
from mcp.types import Completion, PromptReference

from mcp_server import DataToolOutput, Registry

from .in_memory import answer, call_tool, text_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

HALF = "half \ud800"
UNSENDABLE = "is a string with half of a surrogate pair; decode it with"


class PanicError(BaseException):
    """As Rust's, in pyo3."""


class OddError(Exception):
    """An exception that has no text."""

    def __str__(self) -> str:
        """Panic."""
        raise PanicError


class Cancelled(asyncio.CancelledError):
    """Raised by code that nobody has cancelled."""


RAISED: dict[str, BaseException] = {
    "sys.exit": SystemExit(3),
    "a panic": PanicError(),
    "a cancellation": Cancelled(),
    "an exception": RuntimeError("secret details"),
    "an exception without text": OddError(),
    "an error for the client": ResourceError(HALF),
    "a protocol error": MCPError(-32001, HALF, {"a": HALF}),
}
MODES = ("legacy", "auto")


def served() -> Registry:
    """Give a server with a tool that is right, and much that passes the registry."""
    registry = Registry("t")

    @registry.tool()
    def greet() -> DataToolOutput:
        return answer()

    add_resources(registry)
    add_prompts(registry)
    return registry


def add_resources(registry: Registry) -> None:
    """Add some whose content cannot be sent, and some that raise."""

    @registry.resource("data://half")
    def half() -> str:
        return HALF

    @registry.resource("data://template/{name}")
    def template(name: str) -> str:
        return name + HALF

    @registry.resource("data://raised/{kind}")
    def raised(kind: str) -> str:
        raise RAISED[kind]

    @registry.resource("data://raised-async/{kind}")
    async def raised_async(kind: str) -> str:
        raise RAISED[kind]


def add_prompts(registry: Registry) -> None:
    """Add the same as prompts, as a completion, and as a tool of the SDK's server itself."""

    @registry.server.prompt()
    def half_prompt() -> str:
        return HALF

    @registry.server.prompt()
    def raising(kind: str) -> str:
        raise RAISED[kind]

    @registry.server.prompt()
    async def raising_async(kind: str) -> str:
        raise RAISED[kind]

    @registry.server.tool()
    def direct(kind: str) -> str:
        raise RAISED[kind]

    @registry.server.completion()  # type: ignore[no-untyped-call,untyped-decorator]  # the SDK wrote no types
    async def complete(_ref: object, argument: Any, _context: object) -> Completion:
        if argument.value == "half":
            return Completion(values=[HALF])
        raise RAISED[argument.value]


def error_of(ask: Callable[[Client], Awaitable[object]], mode: str) -> str:
    """Ask, and give the text of the error; a call of the same client must be answered after it."""

    async def try_it() -> str:
        async with Client(served().server, mode=mode) as client:
            with anyio.fail_after(30), pytest.raises(MCPError) as raised:
                await ask(client)
            assert not (await client.call_tool("greet", {})).is_error
            return raised.value.error.message

    return anyio.run(try_it)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("field", "ask"),
    [
        ("contents[0].text", lambda client: client.read_resource("data://half")),
        ("contents[0].text", lambda client: client.read_resource("data://template/x")),
        ("messages[0].content.text", lambda client: client.get_prompt("half_prompt")),
        (
            "completion.values[0]",
            lambda client: client.complete(
                PromptReference(type="ref/prompt", name="half_prompt"), {"name": "a", "value": "half"}
            ),
        ),
    ],
)
def test_an_answer_that_cannot_be_sent(mode: str, field: str, ask: Callable[[Client], Awaitable[object]]) -> None:
    """The error names the place; over stdio it would have ended the server."""
    assert f"`result.{field}` {UNSENDABLE}" in error_of(ask, mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", RAISED)
def test_whatever_is_raised_ends_its_request_only(mode: str, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    """By resources, prompts and completions, on a thread or in the event loop."""
    # pytest-xdist cannot pass on a log with half of a surrogate pair in it.
    caplog.set_level(logging.CRITICAL)
    reference = PromptReference(type="ref/prompt", name="half_prompt")
    for ask in (
        lambda client: client.read_resource(f"data://raised/{kind}"),
        lambda client: client.read_resource(f"data://raised-async/{kind}"),
        lambda client: client.get_prompt("raising", {"kind": kind}),
        lambda client: client.get_prompt("raising_async", {"kind": kind}),
        lambda client: client.complete(reference, {"name": "a", "value": kind}),
    ):
        message = error_of(ask, mode)
        assert message
        assert "secret" not in message
        assert message.isprintable()


@pytest.mark.parametrize("kind", [kind for kind, error in RAISED.items() if not isinstance(error, Exception)])
def test_a_tool_that_passed_the_registry_ends_its_call_only(kind: str) -> None:
    """One that is added to the SDK's server itself."""
    message = error_of(lambda client: client.call_tool("direct", {"kind": kind}), "legacy")
    assert message == "Internal server error"


def test_the_log_says_what_the_client_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    """With the traceback."""
    error_of(lambda client: client.get_prompt("raising", {"kind": "a panic"}), "legacy")
    assert "`prompts/get` failed: it raised `PanicError`" in caplog.text
    assert "raise RAISED[kind]" in caplog.text


def test_the_sdks_words_about_prompts_reach_the_client() -> None:
    """They are written for it; the number alone would help nobody."""
    for mode in MODES:
        assert error_of(lambda client: client.get_prompt("none"), mode) == "Unknown prompt: none"
        assert "Missing required arguments" in error_of(lambda client: client.get_prompt("raising"), mode)


def test_middleware_of_the_author_is_kept_and_contained() -> None:
    """It comes after the guard."""

    async def exiting(ctx: Any, call_next: Any) -> Any:
        if ctx.method == "prompts/list":
            sys.exit(3)
        return await call_next(ctx)

    registry = Registry("t", middleware=[exiting])

    @registry.tool()
    def greet() -> DataToolOutput:
        return answer()

    async def ask() -> str:
        async with Client(registry.server) as client:
            with pytest.raises(MCPError) as raised:
                await client.list_prompts()
            assert not (await client.call_tool("greet", {})).is_error
            return raised.value.error.message

    assert anyio.run(ask) == "Internal server error"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"name": HALF}, "name"),
        ({"name": "t", "instructions": HALF}, "instructions"),
        ({"name": "t", "title": HALF}, "title"),
        ({"name": "t", "version": HALF}, "version"),
        ({"name": "t", "description": HALF}, "description"),
    ],
)
def test_what_the_server_says_of_itself_must_be_sendable(options: dict[str, Any], field: str) -> None:
    """Else it could not even greet a client."""
    with pytest.raises(ValueError, match=f"`{field}` is a string with half of a surrogate pair, and no client"):
        Registry(**options)


@pytest.mark.parametrize("kind", [GeneratorExit(), Cancelled()])
def test_an_async_tool_that_raises_what_the_event_loop_does(kind: BaseException) -> None:
    """It has not been thrown away, and nobody has cancelled it."""
    registry = Registry("t")

    @registry.tool()
    async def odd() -> DataToolOutput:
        raise kind

    assert text_of(call_tool(registry, "odd")) == "Error executing tool odd"
