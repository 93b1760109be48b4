"""Over HTTP: many calls at once, tools that block or end the process, and clients that mean no good."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import time
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import anyio
import pytest
from mcp import Client

from .serving import HEADER, PATIENCE, Running, http_server, install

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOOLS = (
    HEADER
    + """
class Panic(BaseException):
    "As Rust's, in pyo3."

def register_tools(registry):
    @registry.tool()
    def square(number: int) -> DataToolOutput:
        "Square, on a thread."
        time.sleep(0.02)
        return answer(f"square {number * number}")

    @registry.tool()
    async def cube(number: int) -> DataToolOutput:
        "Cube, in the event loop."
        await asyncio.sleep(0.02)
        return answer(f"cube {number ** 3}")

    @registry.tool()
    def hang() -> DataToolOutput:
        "Never end."
        while True:
            time.sleep(1)

    @registry.tool()
    async def hang_politely() -> DataToolOutput:
        "Never end, and block nobody."
        await asyncio.sleep(3600)

    @registry.tool()
    def leave() -> DataToolOutput:
        "End the process."
        sys.exit(3)

    @registry.tool()
    async def leave_at_once() -> DataToolOutput:
        "End the process, from the event loop."
        sys.exit(3)

    @registry.tool()
    def panic() -> DataToolOutput:
        "Raise what is no Exception."
        raise Panic

    @registry.tool()
    async def panic_at_once() -> DataToolOutput:
        "Raise what is no Exception, in the event loop."
        raise Panic

    @registry.tool()
    def interrupt() -> DataToolOutput:
        "Raise what Ctrl-C does, on a thread."
        raise KeyboardInterrupt

    @registry.tool()
    async def cancel() -> DataToolOutput:
        "Await a task that is cancelled."
        task = asyncio.ensure_future(asyncio.sleep(10))
        task.cancel()
        await task

    @registry.tool()
    def fail() -> DataToolOutput:
        "Raise."
        raise RuntimeError("secret details")
"""
)
ONE_CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "load_square", "arguments": {}}}
HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """Serve the tools above to one test, which may leave the server in any state."""
    install(tmp_path, "load", TOOLS)
    with http_server(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve them to many tests, none of which may harm the server."""
    folder = tmp_path_factory.mktemp("shared")
    install(folder, "load", TOOLS)
    with http_server(folder) as running:
        yield running


def text_of(result: Any) -> str:
    """Give the text that the model reads."""
    return str(result.content[0].text)


async def greets(client: Client) -> bool:
    """Whether a tool on a thread and one in the event loop are answered."""
    square = text_of(await client.call_tool("load_square", {"number": 7}))
    cube = text_of(await client.call_tool("load_cube", {"number": 3}))
    return (square, cube) == ("square 49", "cube 27")


def post(url: str, body: bytes, headers: dict[str, str], method: str = "POST") -> tuple[int, bytes]:
    """Send one request with these headers, whatever they are."""
    address = urlsplit(url)
    connection = HTTPConnection(str(address.hostname), address.port, timeout=PATIENCE)
    try:
        connection.request(method, address.path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize("clients", [1, 20])
def test_two_hundred_calls_at_once_are_all_answered_rightly(shared: Running, clients: int) -> None:
    """Sync and async mixed, from one client and from twenty; no answer goes to another's call."""
    answers: dict[int, str] = {}

    async def call(client: Client, number: int) -> None:
        tool = ("load_square", "load_cube")[number % 2]
        result = await client.call_tool(tool, {"number": number})
        assert result.structured_content == {"sources": ["https://example.org/data"]}
        answers[number] = text_of(result)

    async def one_client(numbers: range) -> None:
        async with Client(shared.url) as client, anyio.create_task_group() as group:
            for number in numbers:
                group.start_soon(call, client, number)

    async def all_clients() -> None:
        with anyio.fail_after(PATIENCE):
            async with anyio.create_task_group() as group:
                for first in range(clients):
                    group.start_soon(one_client, range(first, 200, clients))

    anyio.run(all_clients)
    expected = {n: f"cube {n**3}" if n % 2 else f"square {n * n}" for n in range(200)}
    assert answers == expected


def test_tools_that_block_stop_no_others(server: Running) -> None:
    """Sixty calls that never return, more than anyio's 40 threads, while others are answered."""
    answered: list[bool] = []

    async def ask() -> None:
        async with Client(server.url) as client, anyio.create_task_group() as group:
            for _ in range(60):
                group.start_soon(client.call_tool, "load_hang", {})
            await anyio.sleep(0.5)
            with anyio.fail_after(PATIENCE):
                answered.append(await greets(client))
            group.cancel_scope.cancel()

    anyio.run(ask)
    assert answered == [True]


@pytest.mark.parametrize("tool", ["load_hang", "load_hang_politely"])
def test_a_client_that_leaves_a_call_behind_harms_nobody(server: Running, tool: str) -> None:
    """The next client is answered, and the server still stops when it is told to."""

    async def leave() -> None:
        async with Client(server.url) as client:
            with anyio.move_on_after(0.3):
                await client.call_tool(tool, {})

    async def ask() -> bool:
        with anyio.fail_after(PATIENCE):
            async with Client(server.url) as client:
                return await greets(client)

    anyio.run(leave)
    assert anyio.run(ask)
    begin = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(PATIENCE)
    assert time.monotonic() - begin < 15


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize("tool", ["load_hang", "load_hang_politely"])
def test_the_server_stops_while_clients_wait(server: Running, number: signal.Signals, mode: str, tool: str) -> None:
    """A call that never ends and a client that stays: neither keeps a server that is told to stop."""

    async def stay() -> None:
        async with Client(server.url, mode=mode) as client, anyio.create_task_group() as group:
            group.start_soon(client.call_tool, tool, {})
            assert await greets(client)
            server.process.send_signal(number)
            # Ended by the call's failure, at the latest when the process is gone.
            await anyio.sleep(PATIENCE)

    begin = time.monotonic()
    with contextlib.suppress(Exception):
        anyio.run(stay)
    server.process.wait(PATIENCE)
    assert time.monotonic() - begin < 15
    assert server.process.returncode in ({130} if number == signal.SIGINT else {-number, 143})


ENDING = {
    "load_leave": "called `sys.exit`",
    "load_leave_at_once": "called `sys.exit`",
    "load_panic": "raised `Panic`",
    "load_panic_at_once": "raised `Panic`",
    "load_interrupt": "raised `KeyboardInterrupt`",
    "load_cancel": "raised `CancelledError`",
    "load_fail": "secret details",
}


@pytest.mark.parametrize("tool", ENDING)
def test_whatever_a_tool_raises_ends_its_call_only(shared: Running, tool: str) -> None:
    """The client reads no inner details, the log has them, and the server goes on."""

    async def ask() -> tuple[Any, bool]:
        with anyio.fail_after(PATIENCE):
            async with Client(shared.url) as client:
                return await client.call_tool(tool, {}), await greets(client)

    result, answered = anyio.run(ask)
    assert result.is_error
    assert text_of(result) == f"Error executing tool {tool}"
    assert answered
    assert ENDING[tool] in "".join(shared.log)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8063"}, 421),
        ({"Host": "localhost.evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://localhost.evil.example:8063"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://localhost:8063.evil.example"}, 403),
    ],
)
@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_a_host_or_origin_of_another_name_is_refused(
    shared: Running, headers: dict[str, str], status: int, version: str
) -> None:
    """In both protocols that the SDK speaks, which take different ways; the next call is answered."""
    sent = HEADERS | {"MCP-Protocol-Version": version} | headers
    assert post(shared.url, json.dumps(INITIALIZE).encode(), sent)[0] == status

    async def ask() -> bool:
        async with Client(shared.url) as client:
            return await greets(client)

    assert anyio.run(ask)


def test_its_own_host_and_origin_are_accepted(shared: Running) -> None:
    """By name and by address; so is a name that is allowed by an option."""
    port = urlsplit(shared.url).port
    for name in (f"localhost:{port}", f"127.0.0.1:{port}", f"LOCALHOST:{port}"):
        headers = HEADERS | {"Host": name, "Origin": f"http://{name}"}
        assert post(shared.url, json.dumps(INITIALIZE).encode(), headers)[0] == 200


def test_allowed_hosts_and_path_are_those_of_the_options(tmp_path: Path) -> None:
    """From the command line and from the environment."""
    install(tmp_path, "load", TOOLS)
    with http_server(tmp_path, "--path", "/mcp", MCP_ALLOWED_HOSTS="data.example.org") as running:
        assert running.url.endswith("/mcp")
        body = json.dumps(INITIALIZE).encode()
        assert post(running.url, body, HEADERS | {"Host": "data.example.org"})[0] == 200
        assert post(running.url, body, HEADERS | {"Host": "other.example.org"})[0] == 421
        assert post(running.url.removesuffix("/mcp"), body, HEADERS)[0] == 404


def test_a_server_on_every_address_is_called_by_what_it_announces(tmp_path: Path) -> None:
    """Loopback's names; the machine's own ones only where they are allowed."""
    install(tmp_path, "load", TOOLS)
    with http_server(tmp_path, "--host", "0.0.0.0") as running:  # noqa: S104 - what is tested
        assert running.url.startswith("http://127.0.0.1:")
        body = json.dumps(INITIALIZE).encode()
        assert post(running.url, body, HEADERS)[0] == 200
        assert post(running.url, body, HEADERS | {"Host": "localhost"})[0] == 200
        assert post(running.url, body, HEADERS | {"Host": socket.gethostname()})[0] == 421


GARBAGE = {
    "nothing": b"",
    "no JSON": b"garbage",
    "half of it": b'{"jsonrpc": "2.0", "id": 1',
    "no text": b"\xff\xfe\x00",
    "another shape": b"[1, 2]",
    "deep": b"[" * 100_000,
    "deep arguments": json.dumps(ONE_CALL).replace("{}", '{"number": ' + "[" * 5000 + "]" * 5000 + "}").encode(),
    "huge": b'{"a": "' + b"x" * 5_000_000 + b'"}',
    "arguments that are no object": json.dumps(ONE_CALL).replace("{}", "[1]").encode(),
}


def session(url: str) -> dict[str, str]:
    """Say hello as a client of the protocol of 2025, and give the headers of what follows."""
    address = urlsplit(url)
    connection = HTTPConnection(str(address.hostname), address.port, timeout=PATIENCE)
    connection.request("POST", address.path, json.dumps(INITIALIZE).encode(), HEADERS)
    response = connection.getresponse()
    response.read()
    connection.close()
    return HEADERS | {"Mcp-Session-Id": str(response.headers["mcp-session-id"])}


@pytest.mark.parametrize("body", GARBAGE.values(), ids=GARBAGE)
def test_garbage_gets_an_error_and_the_next_call_an_answer(shared: Running, body: bytes) -> None:
    """Within a session and without one; a status of the client's fault, or an error in an answer, but no crash."""
    before = len(shared.log)
    assert 400 <= post(shared.url, body, HEADERS)[0] < 500
    headers = session(shared.url)
    status, answer = post(shared.url, body, headers)
    assert 400 <= status < 500 or (status == 200 and b"rror" in answer), (status, answer[:300])
    call = json.dumps(ONE_CALL).replace("{}", '{"number": 7}').encode()
    status, answer = post(shared.url, call, headers)
    assert (status, b"square 49" in answer) == (200, True)
    assert "Traceback" not in "".join(shared.log[before:])


@pytest.mark.parametrize(
    "arguments", [{}, {"number": None}, {"number": "x" * 1_000_000}, {"number": [[[]]]}, {"other": 1}]
)
def test_wrong_arguments_are_said_to_the_client(shared: Running, arguments: dict[str, Any]) -> None:
    """As an error result that names the argument."""

    async def ask() -> tuple[Any, bool]:
        async with Client(shared.url) as client:
            return await client.call_tool("load_square", arguments), await greets(client)

    result, answered = anyio.run(ask)
    assert result.is_error
    assert "number" in text_of(result)
    assert answered


def test_connections_that_send_nothing_stop_nobody(shared: Running) -> None:
    """A hundred that stay open, and some that send half a request and vanish."""
    address = urlsplit(shared.url)
    silent = [socket.create_connection((str(address.hostname), address.port or 0)) for _ in range(100)]
    for each in silent[:50]:
        each.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
    for each in silent[:25]:
        each.close()

    async def ask() -> bool:
        with anyio.fail_after(PATIENCE):
            async with Client(shared.url) as client:
                return await greets(client)

    assert anyio.run(ask)
    for each in silent:
        each.close()
