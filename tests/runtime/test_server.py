"""Building the server, and where it listens."""

from __future__ import annotations

import errno
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import Client
from starlette.responses import PlainTextResponse

from mcp_server.errors import McpServerError, RefusedToolsError
from mcp_server.host_check import (
    Host,
    HostCheck,
    allowed_hosts,
    is_host_accepted,
    is_origin_accepted,
    own_hosts,
)
from mcp_server.plugins import Plugin
from mcp_server.serve_http import ListenError, open_socket
from mcp_server.server import PluginsLeftOutError, build_server, load
from mcp_server.settings import Settings

from .serving import HEADER, ONE_TOOL, PATIENCE, environment, install

if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from pathlib import Path

EMPTY_SOURCES = (
    HEADER
    + """
def register_tools(registry):
    @registry.tool()
    def shrug() -> DataToolOutput:
        "Know nothing."
        return CallToolResult(content=[TextContent(type="text", text="?")], structuredContent={"sources": []})
"""
)
REFUSED = ONE_TOOL + "    @registry.tool()\n    def naked(): 'No annotation.'\n"
ON_IMPORT = """
import signal, sys
before = signal.getsignal(signal.SIGINT)  # ignored, where the tests run in a shell's background
import mcp_server, mcp_server.cli, mcp_server.server, mcp_server.plugins
import logging, threading
from mcp.server.mcpserver import MCPServer
import gc
assert not [each for each in gc.get_objects() if isinstance(each, (MCPServer, mcp_server.Registry))]
assert not logging.getLogger().handlers
assert signal.getsignal(signal.SIGINT) is before
assert threading.active_count() == 1
assert "loud" not in sys.modules
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder that is on sys.path."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def plugin(package: str) -> tuple[Plugin, ...]:
    """Give a plugin that is on sys.path."""
    return (Plugin(package, "1.0", package, package),)


def test_nothing_is_built_at_import(tmp_path: Path) -> None:
    """No server, no plugin, no log, no thread."""
    install(tmp_path, "loud", "raise RuntimeError\n")
    done = subprocess.run(
        [sys.executable, "-c", ON_IMPORT],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_server_has_the_tools_of_the_installed_plugins(folder: Path) -> None:
    """With its name, and the version of nothing else."""
    install(folder, "s_lakes", ONE_TOOL)
    server = build_server()

    async def ask() -> list[str]:
        async with Client(server) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert "s_lakes_greet" in anyio.run(ask)
    assert server.name == "mcp-data-registry"


def test_two_servers_share_nothing(folder: Path) -> None:
    """A second one, built from the same plugins, has all of their tools too."""
    install(folder, "s_rivers", ONE_TOOL)
    first, second = load(Settings(), plugin("s_rivers")), load(Settings(), plugin("s_rivers"))
    assert first.registry.server is not second.registry.server
    assert [tool.name for tool in second.registry.registered] == ["s_rivers_greet"]
    assert not second.registry.refusals


@pytest.mark.parametrize(("allowed", "is_error"), [(True, False), (False, True)])
def test_empty_sources_are_as_the_settings_say(folder: Path, allowed: bool, is_error: bool) -> None:
    """The setting reaches the registry."""
    install(folder, f"s_empty_{allowed}", EMPTY_SOURCES)
    server = load(Settings(allow_empty_sources=allowed), plugin(f"s_empty_{allowed}")).registry.server

    async def ask() -> bool:
        async with Client(server) as client:
            return bool((await client.call_tool(f"s_empty_{allowed}_shrug", {})).is_error)

    assert anyio.run(ask) is is_error


def test_a_strict_server_lacks_nothing_or_is_not_built(folder: Path) -> None:
    """All that is missing is in one error; without strict, the rest is served."""
    install(folder, "s_naked", REFUSED)
    assert build_server() is not None
    with pytest.raises(RefusedToolsError, match="naked"):
        build_server(Settings(strict=True))
    install(folder, "s_broken", "raise RuntimeError('no data')\n")
    with pytest.raises(PluginsLeftOutError) as error:
        build_server(Settings(strict=True))
    lines = str(error.value).splitlines()
    assert lines[:2] == [
        "left out 1 plugin and the server is strict: it does not start",
        "  s_broken (s-broken 1.0): RuntimeError: no data",
    ]
    assert "MCP001" in lines[2]
    assert "naked" in lines[2]
    assert isinstance(error.value, McpServerError)


OTHERS = [
    "evil.example",
    "evil.example:8063",
    "127.0.0.1.evil.example:8063",
    "localhost.evil.example",
    "localhost:8063.evil.example",
    "127.0.0.1:8063@evil.example",
    "localhost@evil.example",
    "localhost:",
    "localhost:8063:8063",
    "localhost/",
    "[::2]:8063",
    "::1",
    "null",
    "",
]


def accepts(accepted: frozenset[Host], name: str) -> bool:
    """Whether the name is accepted in both headers; it must be the same in both."""
    verdicts = {is_host_accepted(name, accepted)}
    verdicts |= {is_origin_accepted(f"{scheme}://{name}", accepted) for scheme in ("http", "https", "HTTP")}
    (verdict,) = verdicts
    return verdict


@pytest.mark.parametrize(
    ("own", "bound"),
    [("127.0.0.1", "127.0.0.1"), ("LocalHost", "::1"), ("::1", "::1"), ("0.0.0.0", "0.0.0.0"), ("::", "::")],  # noqa: S104
)
def test_on_loopback_and_every_address_only_loopback_names_are_accepted(own: str, bound: str) -> None:
    """With any port, so that a forwarded one works."""
    accepted = own_hosts(own, bound)
    for name in ("127.0.0.1", "localhost", "[::1]", "LOCALHOST", "[0:0:0:0:0:0:0:1]"):
        assert accepts(accepted, name)
        assert accepts(accepted, f"{name}:8063")
        assert accepts(accepted, f"{name}:9000")
    for name in (*OTHERS, socket.gethostname()):
        assert not accepts(accepted, name)


@pytest.mark.parametrize("origin", ["", "null", "localhost", "ftp://localhost", "http://localhost/", "http://"])
def test_what_is_no_origin_is_refused(origin: str) -> None:
    """RFC 6454 has no empty one, and browsers send "null" for pages that hide theirs."""
    assert not is_origin_accepted(origin, own_hosts("localhost", "127.0.0.1"))


def test_other_names_are_those_that_are_allowed() -> None:
    """With any port, or with the one that they are allowed with."""
    own = own_hosts("192.0.2.1", "192.0.2.1")
    assert accepts(own, "192.0.2.1:8063")
    assert not accepts(own, "localhost:8063")
    named = allowed_hosts(("Data.example.org", "proxy:8443", "2001:db8::1", "[2001:db8::2]:80"))
    for name in ("data.example.org", "data.example.org:8063", "proxy:8443", "[2001:db8::1]:8063", "[2001:DB8::2]:80"):
        assert accepts(named, name)
    for name in (*OTHERS, "proxy:8444", "proxy", "[2001:db8::2]:81"):
        assert not accepts(named, name)


def test_two_headers_of_one_name_are_refused() -> None:
    """Else the server and a proxy before it might each read another one."""
    accepted = own_hosts("localhost", "127.0.0.1")
    good = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    for headers, status in ((good, 200), ([*good, good[0]], 421), ([*good, good[1]], 403), (good[1:], 421)):
        assert anyio.run(answered, accepted, headers) == status


async def answered(accepted: frozenset[Host], headers: list[tuple[bytes, bytes]]) -> int:
    """Give the status of the answer to a request with these headers."""
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request"}

    await HostCheck(PlainTextResponse("passed"), accepted)({"type": "http", "headers": headers}, receive, send)
    return int(sent[0]["status"])


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_free_port_is_listened_on(host: str) -> None:
    """Port 0 is any free one; the same port is free again at once."""
    with open_socket(host, 0) as listening:
        port = listening.getsockname()[1]
        with socket.create_connection(listening.getsockname()[:2]):
            pass
    with open_socket(host, port) as listening:
        assert listening.getsockname()[1] == port


def test_a_taken_port_is_refused() -> None:
    """Although the address may be used again."""
    with open_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(ListenError, match=f"port {port} of 127.0.0.1 is already taken by another program"):
            open_socket("127.0.0.1", port)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EADDRNOTAVAIL, "192.0.2.1 is no address of this machine: choose another with --host or MCP_HOST"),
        (errno.EACCES, "no permission to listen on port 80: choose one above 1023 with --port or MCP_PORT"),
        (errno.EMFILE, "cannot listen on port 80 of 192.0.2.1: out of files"),
    ],
)
def test_why_it_cannot_listen(monkeypatch: pytest.MonkeyPatch, number: int, said: str) -> None:
    """One line for each reason that the system gives."""

    def bind(_self: socket.socket, _address: object) -> None:
        raise OSError(number, "out of files")

    monkeypatch.setattr(socket.socket, "bind", bind)
    with pytest.raises(ListenError) as error:
        open_socket("192.0.2.1", 80)
    assert str(error.value) == said


def test_an_unknown_host_is_said() -> None:
    """With the system's own words."""
    with pytest.raises(ListenError, match=r"^cannot find the host 'no\.such\.host\.invalid' \("):
        open_socket("no.such.host.invalid", 8063)
