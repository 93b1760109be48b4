"""Over HTTP: what a request and a connection may cost, and clients that send what is no request or leave half way."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import anyio
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from mcp_server.connections import Connection, FullHouse
from mcp_server.limits import MAX_REQUEST, max_connections
from mcp_server.whole_requests import WholeRequests

from .serving import HEADER, PATIENCE, Running, http_server, install
from .test_http_load import HEADERS, INITIALIZE, post, session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, MutableMapping
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

TOOLS = (
    HEADER
    + """
import ctypes, signal

def register_tools(registry):
    @registry.tool()
    def greet() -> DataToolOutput:
        "Greet."
        return answer("hello")

    @registry.tool()
    def huge() -> DataToolOutput:
        "Return 50 MB."
        return answer("x" * 50_000_000)

    @registry.tool()
    async def be_deaf() -> DataToolOutput:
        "Ignore the signal that stops servers."
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        return answer("deaf")

    @registry.tool()
    async def wait_in_c() -> DataToolOutput:
        "Wait where no handler of Python's runs: lock a lock of the C library twice."
        library, lock = ctypes.CDLL(None), ctypes.create_string_buffer(256)
        library.pthread_mutex_lock(lock)
        os.write(2, b"waiting in C\\n")
        library.pthread_mutex_lock(lock)

    @registry.tool()
    async def crash() -> DataToolOutput:
        "Crash the application, past the server's own checks."
        async def fail():
            raise RuntimeError("a crash of the application")
        registry.server.session_manager._task_group.start_soon(fail)
        await asyncio.sleep(3600)
"""
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the plugin with the tools above."""
    folder = tmp_path_factory.mktemp("limits")
    install(folder, "far", TOOLS)
    return folder


@pytest.fixture(scope="module")
def shared(folder: Path) -> Iterator[Running]:
    """Serve them to many tests, none of which may harm the server."""
    with http_server(folder) as running:
        yield running


def call(running: Running, tool: str, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
    """Call a tool, in a session of its own if no headers are given."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {}}}
    return post(running.url, json.dumps(message).encode(), headers or session(running.url))


def greets(running: Running) -> bool:
    """Whether the next call is answered."""
    status, answer = call(running, "far_greet")
    return status == 200 and b'"hello"' in answer


def connect(running: Running) -> socket.socket:
    """Connect without a word."""
    address = urlsplit(running.url)
    return socket.create_connection((str(address.hostname), address.port or 0), PATIENCE)


def test_fifty_megabytes_are_sent(shared: Running) -> None:
    """And the next call is answered."""
    status, answer = call(shared, "far_huge")
    assert (status, answer.count(b"x" * 1_000_000)) == (200, 50)
    assert greets(shared)


def test_a_client_may_leave_in_the_middle_of_an_answer(shared: Running) -> None:
    """It has read the beginning of 50 MB."""
    before = len(shared.log)
    headers = "".join(f"{name}: {value}\r\n" for name, value in session(shared.url).items())
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "far_huge", "arguments": {}}}
    body = json.dumps(message)
    with connect(shared) as client:
        head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
        client.sendall((head + body).encode())
        assert client.recv(1000).startswith(b"HTTP/1.1 200")
    assert greets(shared)
    assert "Traceback" not in "".join(shared.log[before:])


HALF = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
RAW = [
    b"\x00\xff\x16\x03garbage\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n",
    b"POST / HTTP/1.1\r\n\r\n",
    b"POST / HTTP/1.0\r\n\r\n",
]


def test_what_is_no_request_gets_a_status_of_the_clients_fault(shared: Running) -> None:
    """Or the end of the connection, where the client still sends; the next call is answered."""
    before = len(shared.log)
    for raw in RAW:
        with connect(shared) as client:
            client.sendall(raw)
            try:
                status = client.recv(1000)
            except ConnectionResetError:
                continue
            assert status.startswith((b"HTTP/1.1 400", b"HTTP/1.1 421")), (raw[:50], status)
        assert greets(shared)
    assert "Traceback" not in "".join(shared.log[before:])


def test_a_client_that_leaves_in_the_middle_of_its_request_costs_nothing(shared: Running) -> None:
    """No session, and no traceback in the log."""
    assert greets(shared)
    before = len(shared.log)
    for half in (HALF, HALF[:20], HALF[:-1], b""):
        with connect(shared) as client:
            client.sendall(half)
    assert greets(shared)
    log = "".join(shared.log[before:])
    assert "Traceback" not in log
    assert log.count("Created new transport") == 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "text/plain"}, 400),
        ({"Content-Type": "application/json-seq"}, 415),
        ({"Accept": "text/html"}, 406),
        ({"Accept": "application/json"}, 406),
        ({"MCP-Protocol-Version": "1999-01-01"}, 400),
        ({"Mcp-Session-Id": "none"}, 404),
        ({"Mcp-Session-Id": ""}, 404),
        ({"Content-Length": str(MAX_REQUEST + 1)}, 413),
        ({"Content-Length": "9" * 19}, 413),
    ],
)
def test_headers_that_do_not_fit(shared: Running, headers: dict[str, str], status: int) -> None:
    """Each has its status, and the next call is answered."""
    assert post(shared.url, json.dumps(INITIALIZE).encode(), HEADERS | headers)[0] == status
    assert greets(shared)


def test_a_session_ends_when_its_client_says_so(shared: Running) -> None:
    """What comes later is told so, and other sessions go on; no other methods are served."""
    headers = session(shared.url)
    assert call(shared, "far_greet", headers)[0] == 200
    assert [post(shared.url, b"", headers, method="DELETE")[0] for _ in range(2)] == [200, 404]
    assert call(shared, "far_greet", headers)[0] == 404
    assert post(shared.url, b"", headers, method="GET")[0] == 404
    assert [post(shared.url, b"", HEADERS, method=method)[0] for method in ("PUT", "OPTIONS", "TRACE")] == [405] * 3
    assert greets(shared)


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_a_request_that_is_too_long_is_said(shared: Running, version: str) -> None:
    """In both protocols; a client that sends on reads the answer."""
    body = json.dumps(INITIALIZE | {"params": {"a": "x" * 50_000_000}}).encode()
    status, answer = post(shared.url, body, HEADERS | {"MCP-Protocol-Version": version})
    assert (status, answer) == (413, b"A request may have 4194304 bytes")
    assert greets(shared)


def answered_by(app: Callable[[Scope, Receive, Send], Awaitable[None]], *parts: bytes | None) -> list[Any]:
    """Give what the application sends to a request whose body comes in these parts; None: the client leaves."""
    sent: list[MutableMapping[str, Any]] = []
    left = list(parts)

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        if not left:
            await anyio.sleep(PATIENCE)
        part = left.pop(0)
        return (
            {"type": "http.disconnect"} if part is None else {"type": "http.request", "body": part, "more_body": True}
        )

    anyio.run(app, {"type": "http", "headers": []}, receive, send)
    return sent


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    """The client reads why, and the connection ends."""
    start, body = answered_by(WholeRequests(PlainTextResponse("passed"), seconds=0.01), b"{")
    assert start["status"] == 408
    assert (b"connection", b"close") in start["headers"]
    assert body["body"].startswith(b"A request may take ")


def test_a_body_that_is_left_or_too_long_is_not_passed_on() -> None:
    """To an application that would wait for it, or keep it."""
    app = WholeRequests(PlainTextResponse("passed"))
    assert answered_by(app, b"{", None) == []
    start, _body = answered_by(app, *[b"x" * (MAX_REQUEST // 2)] * 3)
    assert start["status"] == 413


class Served:
    """A server of connections in this process, to be used in its event loop."""

    def __init__(self, **options: Any) -> None:
        """Take what is different from the real one."""
        self._kind = type("Different", (Connection,), options)
        self._config = uvicorn.Config(PlainTextResponse("passed"), log_config=None)
        self._state = ServerState()
        self.server: asyncio.Server

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect."""
        if not hasattr(self, "server"):
            make = lambda: self._kind(config=self._config, server_state=self._state, app_state={})  # noqa: E731
            self.server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
        return await asyncio.open_connection(*self.server.sockets[0].getsockname())


WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "has_asked"), [(b"", False), (b"GE", False), (WHOLE[:-1], False), (b"GE", True), (WHOLE[:-1], True)]
)
def test_a_connection_without_a_request_ends(sent: bytes, has_asked: bool) -> None:
    """Whatever it has sent of one, and whatever it was answered before."""

    async def wait() -> bytes:
        with anyio.fail_after(PATIENCE):
            reader, writer = await Served(seconds=0.2).open()
            if has_asked:
                writer.write(WHOLE)
                await reader.readuntil(b"passed")
            writer.write(sent)
            return await reader.read()

    assert anyio.run(wait) == b""


def test_a_request_in_time_is_answered() -> None:
    """Part by part, one after the other on the same connection."""

    async def ask() -> list[bytes]:
        answers = []
        with anyio.fail_after(PATIENCE):
            reader, writer = await Served(seconds=PATIENCE).open()
            for _ in range(3):
                for part in (WHOLE[:10], WHOLE[10:]):
                    writer.write(part)
                    await asyncio.sleep(0.01)
                answers.append(await reader.readuntil(b"passed"))
        return answers

    assert len(anyio.run(ask)) == 3


def test_no_more_connections_than_there_may_be() -> None:
    """One is refused, and the others are served."""

    async def ask() -> tuple[bytes, bytes]:
        with anyio.fail_after(PATIENCE):
            served = Served(most=1)
            first, first_writer = await served.open()
            await asyncio.sleep(0.01)
            second, _writer = await served.open()
            try:
                refused = await second.read()
            except ConnectionResetError:
                refused = b""
            first_writer.write(WHOLE)
            return refused, await first.readuntil(b"passed")

    refused, answer = anyio.run(ask)
    assert refused == b""
    assert answer


def test_descriptors_are_left_for_the_tools() -> None:
    """A quarter of those that the process may have, or more."""
    program = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (64, 64)); import mcp_server.limits as m;"
    done = subprocess.run(
        [sys.executable, "-c", program + "print(m.max_connections())"], capture_output=True, check=True
    )
    assert int(done.stdout) == 48
    assert 0 < max_connections() <= 10_000


def test_a_full_house_is_said_once_a_minute(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asyncio says it thousands of times a second, with a traceback; all else is said as it says it."""
    loop, handler = asyncio.new_event_loop(), FullHouse()
    full: dict[str, Any] = {"message": "m", "exception": OSError(errno.EMFILE, "Too many open files"), "socket": None}
    for _ in range(1000):
        handler(loop, full)
    said = "no more connections can be accepted: Too many open files"
    assert caplog.text.count(said) == 1
    later = time.monotonic() + 61
    monkeypatch.setattr(time, "monotonic", lambda: later)
    handler(loop, full)
    assert caplog.text.count(said) == 2
    handler(loop, {"message": "something else", "exception": OSError(errno.EMFILE, "files")})
    handler(loop, {"message": "another thing"})
    assert "something else" in caplog.text
    assert "another thing" in caplog.text
    loop.close()


def test_many_silent_connections_keep_nobody_out_for_long(folder: Path) -> None:
    """More than the process may have descriptors: the log has no traceback, and the server is there afterwards."""
    limited = ["/bin/sh", "-c", 'ulimit -n 64; exec "$0" "$@"']
    with http_server(folder, before=limited) as running:
        silent = [connect(running) for _ in range(100)]
        time.sleep(0.5)
        for each in silent:
            each.close()
        begin = time.monotonic()
        while not served(running) and time.monotonic() - begin < PATIENCE:
            time.sleep(0.1)
        assert greets(running)
        assert len(running.log) < 100
        assert "Traceback" not in "".join(running.log)


def served(running: Running) -> bool:
    """Whether a connection is accepted and a call answered."""
    try:
        return greets(running)
    except OSError:
        return False


def test_a_crash_of_the_application_ends_the_server(folder: Path) -> None:
    """With a code that is not 0: without it, every request would be answered with an error, for ever."""
    with http_server(folder) as running:
        call(running, "far_crash")
        assert running.process.wait(PATIENCE) == 2
    assert "a crash of the application" in "".join(running.log)


def test_a_tool_cannot_keep_the_server_from_ending_on_sigterm(folder: Path) -> None:
    """Soon, the signal is the server's again."""
    with http_server(folder) as running:
        call(running, "far_be_deaf")
        begin = time.monotonic()
        while running.process.poll() is None and time.monotonic() - begin < PATIENCE:
            running.process.terminate()
            time.sleep(0.1)
        assert running.process.returncode in {-15, 143}
    assert "a tool replaced the handler of SIGTERM; put back" in "".join(running.log)


@pytest.mark.skipif(sys.platform != "linux", reason="where a lock of the C library is of zeros")
def test_the_server_ends_though_the_event_loop_is_in_some_librarys_code(folder: Path) -> None:
    """Where a handler in Python does not run."""
    with http_server(folder) as running, connect(running) as client:
        headers = "".join(f"{name}: {value}\r\n" for name, value in session(running.url).items())
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "far_wait_in_c"}}
        body = json.dumps(message)
        head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
        client.sendall((head + body).encode())
        client.recv(1000)
        time.sleep(0.3)
        running.process.terminate()
        assert running.process.wait(PATIENCE) == 143


def test_a_host_of_version_six(folder: Path) -> None:
    """Its address has brackets, and is a name of the server."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with http_server(folder, "--host", "::1") as running:
        assert running.url.startswith("http://[::1]:")
        assert greets(running)
        assert post(running.url, json.dumps(INITIALIZE).encode(), HEADERS | {"Host": "[::2]"})[0] == 421
