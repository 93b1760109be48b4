"""Over standard input and output: nothing but the protocol on it, and a server that ends when its client does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from mcp_server.limits import BLOCKING_TOOLS_AT_ONCE

from .serving import COMMAND, HEADER, ONE_TOOL, PATIENCE, environment, install, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NOISY = (
    HEADER
    + """
def shout(when):
    print("printed", when)
    sys.stdout.write("written without an end of line " + when)
    sys.__stdout__.write("the first stdout " + when)
    os.write(1, ("descriptor 1 " + when + "\\n").encode())
    subprocess.run([sys.executable, "-c", "print('a program', 1 + 1)"])
    os.system("echo a shell")

def keep_shouting():
    for _ in range(200):
        os.write(1, b"a thread\\n")
        print("a thread")
        time.sleep(0.005)

shout("at import")
threading.Thread(target=keep_shouting).start()

def register_tools(registry):
    shout("at registration")

    @registry.tool()
    def greet() -> DataToolOutput:
        "Greet, loudly."
        shout("in a tool")
        return answer("hello")

    @registry.tool()
    async def ask() -> DataToolOutput:
        "Ask for input, which nobody gives."
        return answer(repr(sys.stdin.readline()))
"""
)
BLOCKING = (
    HEADER
    + """
from mcp.server.mcpserver import Context
from pydantic import BaseModel

def register_tools(registry):
    @registry.tool()
    def hang() -> DataToolOutput:
        "Never end."
        sys.stderr.write("hanging\\\\n")
        sys.stderr.flush()
        while True:
            time.sleep(1)

    @registry.tool()
    async def greet() -> DataToolOutput:
        "Greet."
        return answer("hello")

    @registry.tool()
    def leave() -> DataToolOutput:
        "End the process."
        sys.exit(3)

    @registry.tool()
    async def panic() -> DataToolOutput:
        "Raise what is no Exception."
        raise type("Panic", (BaseException,), {})

    @registry.tool()
    async def crash() -> DataToolOutput:
        "End the event loop."
        asyncio.get_running_loop().call_soon(sys.exit, 0)
        await asyncio.sleep(3600)

    @registry.tool()
    async def be_deaf() -> DataToolOutput:
        "Ignore the signal that stops servers."
        import signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        return answer("deaf")

    @registry.tool()
    async def block() -> DataToolOutput:
        "Stop the event loop for ever."
        while True:
            time.sleep(3600)

    @registry.tool()
    async def stop_the_loop() -> DataToolOutput:
        "Stop it, as if it were one's own."
        asyncio.get_running_loop().stop()
        return answer("stopped")

    @registry.tool()
    def huge() -> DataToolOutput:
        "Return 50 MB."
        return answer("x" * 50_000_000)

    @registry.tool()
    async def whisper(context: Context) -> DataToolOutput:
        "Tell the client what cannot be sent."
        await context.info("half \\ud800")
        return answer("told")

    @registry.tool()
    async def ask_the_client(context: Context) -> DataToolOutput:
        "Ask what cannot be sent."
        await context.elicit("half \\ud800", BaseModel)
        return answer("asked")

    @registry.tool()
    def greet_plainly() -> DataToolOutput:
        "Greet, on a thread."
        return answer("hello")

def register_resources(registry):
    @registry.resource("data://half")
    def half() -> str:
        "What cannot be sent."
        return "half \\ud800"

    @registry.resource("data://exit")
    def leave() -> str:
        "End the process."
        sys.exit(3)
"""
)
GARBAGE = [
    b"",
    b"garbage",
    b"{",
    b"[]",
    b"null",
    b'{"jsonrpc": "2.0"}',
    b'{"jsonrpc": "1.0", "id": 1, "method": 3}',
    b'{"jsonrpc": "2.0", "id": 999, "method": "no/such/method"}',
    b'{"jsonrpc": "2.0", "id": 999, "method": "tools/call"}',
    b'{"jsonrpc": "2.0", "id": 999, "method": "tools/call", "params": {"name": "loud_greet", "arguments": [1]}}',
    b'{"jsonrpc": "2.0", "id": 999, "result": {}}',
    b'{"a": "\\ud800"}',
    b"[" * 50_000,
    b'{"a": ' * 5000 + b"1" + b"}" * 5000,
    b"\xff\xfe\x00",
]
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


class Pipe:
    """A client that writes and reads the lines of the protocol itself, and so sees every byte."""

    def __init__(self, folder: Path) -> None:
        """Start the server, and say hello."""
        self.process = subprocess.Popen(
            [COMMAND],
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.send(INITIALIZE)
        self.receive()
        self.send(INITIALIZED)

    def send(self, message: object) -> None:
        """Write one message; a string goes as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """Read one line, which must be a message."""
        assert self.process.stdout is not None
        message = json.loads(self.process.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        return dict(message)

    def ask(self, number: int, method: str, **params: object) -> dict[str, Any]:
        """Send a request, and give the answer to it."""
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message

    def call(self, number: int, tool: str) -> str:
        """Call a tool, and give the text of the answer."""
        answer = self.ask(number, "tools/call", name=tool, arguments={})
        return str(answer["result"]["content"][0]["text"])

    def end(self) -> tuple[str, str]:
        """Close the input, and give what is left on both outputs once the process has ended."""
        return self.process.communicate(timeout=PATIENCE)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[str], Pipe]]:
    """Give a function that serves a plugin of this code, called `loud`."""
    pipes: list[Pipe] = []

    def start(code: str) -> Pipe:
        install(tmp_path, "loud", code)
        pipes.append(Pipe(tmp_path))
        return pipes[-1]

    yield start
    for pipe in pipes:
        pipe.process.kill()
        pipe.process.communicate()


def test_nothing_but_the_protocol_goes_to_stdout(serve: Callable[[str], Pipe]) -> None:
    """Whatever a plugin prints, at import and later, and whatever programs and threads it starts."""
    pipe = serve(NOISY)
    assert [tool["name"] for tool in pipe.ask(1, "tools/list")["result"]["tools"]] == ["loud_greet", "loud_ask"]
    for number in range(2, 12):
        assert pipe.call(number, "loud_greet") == "hello"
    rest, log = pipe.end()
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())
    assert pipe.process.returncode == 0
    for when in ("at import", "at registration", "in a tool"):
        assert f"printed {when}\n" in log
        assert f"written without an end of line {when}" in log
        assert f"the first stdout {when}" in log
        assert f"descriptor 1 {when}\n" in log
    assert log.count("a program 2\n") == log.count("a shell\n") == 12
    assert "a thread\n" in log


def test_a_tool_that_reads_standard_input_gets_none(serve: Callable[[str], Pipe]) -> None:
    """It neither waits forever nor eats the next request."""
    pipe = serve(NOISY)
    assert pipe.call(1, "loud_ask") == "''"
    assert pipe.call(2, "loud_greet") == "hello"


def test_garbage_is_survived(serve: Callable[[str], Pipe]) -> None:
    """After each line of it, the next call is answered."""
    pipe = serve(ONE_TOOL)
    for number, garbage in enumerate(GARBAGE, start=1):
        assert pipe.process.stdin is not None
        os.write(pipe.process.stdin.fileno(), garbage + b"\n")
        assert pipe.call(number, "loud_greet") == "hello"


def test_a_request_that_cannot_be_read_is_answered(serve: Callable[[str], Pipe]) -> None:
    """With its id, and the log has a line; the next one is answered."""
    pipe = serve(ONE_TOOL)
    said = []
    for arguments in ("nope", "[" * 1000, '"\\ud800"', "9" * 5000, f'"{"x" * 5_000_000}"'):
        pipe.send(f'{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"arguments": {arguments}}}}}')
        answer = pipe.receive()
        assert (answer["id"], answer["error"]["code"] in {-32700, -32600}) == (1, True)
        assert pipe.call(2, "loud_greet") == "hello"
        said.append(answer["error"]["message"])
    log = pipe.end()[1]
    assert all(f"refused a message of the client: {text}\n" in log for text in said)


@pytest.mark.parametrize("tool", ["loud_leave", "loud_panic"])
def test_whatever_a_tool_raises_ends_its_call_only(serve: Callable[[str], Pipe], tool: str) -> None:
    """Here, one client's connection is the whole server."""
    pipe = serve(BLOCKING)
    assert pipe.call(1, tool) == f"Error executing tool {tool}"
    assert pipe.call(2, "loud_greet") == "hello"


def test_tools_that_block_stop_no_others(serve: Callable[[str], Pipe]) -> None:
    """Not sixty calls that never return, more than anyio's 40 threads; and async tools are not stopped by any number.

    The SDK's own transport reads and writes on the threads that the tools take.
    """
    pipe = serve(BLOCKING)
    for number in range(BLOCKING_TOOLS_AT_ONCE + 20):
        if number == 60:
            assert pipe.call(1000, "loud_greet_plainly") == "hello"
        pipe.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "loud_hang"}})
    assert pipe.call(1001, "loud_greet") == "hello"


def test_the_server_ends_though_a_tool_does_not(serve: Callable[[str], Pipe]) -> None:
    """When its client leaves, within seconds."""
    pipe = serve(BLOCKING)
    pipe.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "loud_hang", "arguments": {}}})
    assert pipe.call(2, "loud_greet") == "hello"
    begin = time.monotonic()
    _rest, log = pipe.end()
    assert time.monotonic() - begin < 15
    assert pipe.process.returncode == 0
    assert "a tool or a plugin's thread was still running; stopped without it" in log


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_the_server_though_a_tool_does_not(serve: Callable[[str], Pipe], number: signal.Signals) -> None:
    """Ctrl-C and a service manager's stop."""
    pipe = serve(BLOCKING)
    pipe.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "loud_hang", "arguments": {}}})
    assert pipe.call(2, "loud_greet") == "hello"
    begin = time.monotonic()
    pipe.process.send_signal(number)
    # Its input stays open: the signal alone must do it.
    pipe.process.wait(15)
    assert time.monotonic() - begin < 15
    assert pipe.process.returncode == (130 if number == signal.SIGINT else -number)


@pytest.mark.parametrize("hangs", [True, False])
def test_a_crash_of_the_server_is_logged_and_ends_it(serve: Callable[[str], Pipe], hangs: bool) -> None:
    """With a code that is not 0, though the client is there and a tool runs."""
    pipe = serve(BLOCKING)
    if hangs:
        pipe.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "loud_hang", "arguments": {}}})
    pipe.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "loud_crash", "arguments": {}}})
    pipe.process.wait(PATIENCE)
    assert pipe.process.returncode == 2
    assert pipe.process.stderr is not None
    assert "the server crashed and ends\n" in pipe.process.stderr.read()


def test_a_tool_cannot_keep_the_server_from_ending_on_sigterm(serve: Callable[[str], Pipe]) -> None:
    """Only an async tool can ignore the signal, since signals are the main thread's; soon, it is the server's again."""
    pipe = serve(BLOCKING)
    assert pipe.call(1, "loud_be_deaf") == "deaf"
    begin = time.monotonic()
    while pipe.process.poll() is None and time.monotonic() - begin < PATIENCE:
        pipe.process.terminate()
        time.sleep(0.1)
    assert pipe.process.returncode == -signal.SIGTERM
    _rest, log = pipe.end()
    assert "a tool replaced the handler of SIGTERM; put back" in log


def test_the_server_ends_though_a_tool_blocks_the_event_loop(serve: Callable[[str], Pipe]) -> None:
    """When its client leaves, which is not for the event loop to see."""
    pipe = serve(BLOCKING)
    pipe.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "loud_block", "arguments": {}}})
    _rest, log = pipe.end()
    assert pipe.process.returncode == 0
    assert "a tool or a plugin's thread was still running; stopped without it" in log


def test_the_server_ends_with_the_event_loop(serve: Callable[[str], Pipe]) -> None:
    """At once, though its client is there: nothing else could be answered."""
    pipe = serve(BLOCKING)
    pipe.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "loud_stop_the_loop"}})
    assert pipe.process.wait(PATIENCE) == 2
    _rest, log = pipe.end()
    assert "the server crashed and ends\n" in log


def test_a_plugin_that_never_loads_ends_with_the_client(tmp_path: Path) -> None:
    """Else a process would stay for each client that has tried."""
    install(tmp_path, "loud", "import time\ntime.sleep(3600)\n")
    program = "import mcp_server.inbox as i, mcp_server.cli as c; i.SECONDS_TO_LOAD = 0.2; c.main([])"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert "stopped without it" in done.stderr


def test_what_cannot_be_sent_ends_its_request_only(serve: Callable[[str], Pipe]) -> None:
    """A resource's content, what a tool tells the client, and what it asks."""
    pipe = serve(BLOCKING)
    answer = pipe.ask(1, "resources/read", uri="data://half")
    assert "`result.contents[0].text` is a string with half of a surrogate pair" in answer["error"]["message"]
    assert pipe.ask(2, "resources/read", uri="data://exit")["error"]["message"] == "Internal server error"
    assert pipe.call(3, "loud_whisper") == "Error executing tool loud_whisper"
    assert pipe.call(4, "loud_ask_the_client") == "Error executing tool loud_ask_the_client"
    assert pipe.call(5, "loud_greet") == "hello"


def test_fifty_megabytes_are_sent(serve: Callable[[str], Pipe]) -> None:
    """And the next call is answered."""
    pipe = serve(BLOCKING)
    assert len(pipe.call(1, "loud_huge")) == 50_000_000
    assert pipe.call(2, "loud_greet") == "hello"


def test_sigterm_ends_a_server_whose_plugin_ignored_it(serve: Callable[[str], Pipe]) -> None:
    """The handlers are put back before it serves."""
    pipe = serve("import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + ONE_TOOL)
    assert pipe.call(1, "loud_greet") == "hello"
    pipe.process.terminate()
    assert pipe.process.wait(PATIENCE) == -signal.SIGTERM


def test_a_client_that_stops_reading_is_one_that_left(serve: Callable[[str], Pipe]) -> None:
    """The server ends without a traceback."""
    pipe = serve(ONE_TOOL)
    assert pipe.process.stdout is not None
    assert pipe.process.stderr is not None
    pipe.process.stdout.close()
    for number in range(1, 4):
        try:
            pipe.send({"jsonrpc": "2.0", "id": number, "method": "tools/list"})
        except BrokenPipeError:
            break
        time.sleep(0.1)
    log = pipe.process.stderr.read()
    assert pipe.process.wait(PATIENCE) == 0
    assert "Traceback" not in log


@pytest.mark.parametrize(("number", "name"), [(0, "standard input"), (1, "standard output")])
def test_a_closed_standard_stream_is_said_in_one_line(tmp_path: Path, number: int, name: str) -> None:
    """As when a service manager starts the server without the streams."""
    install(tmp_path, "loud", ONE_TOOL)
    closing = f'exec "$0" {number}<&-' if number == 0 else f'exec "$0" {number}>&-'
    done = subprocess.run(
        ["/bin/sh", "-c", closing, COMMAND],
        env=environment(tmp_path),
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == (
        f"mcp-server: error: {name} is closed: start the server with it open, or use --transport http\n"
    )


def test_no_requests_is_no_error(tmp_path: Path) -> None:
    """A client that leaves at once."""
    install(tmp_path, "loud", ONE_TOOL)
    done = run(tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
