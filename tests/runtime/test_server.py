"""Building the server, and where it listens."""

from __future__ import annotations

import errno
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import anyio
import pytest
from mcp import Client
from mcp.server.transport_security import TransportSecurityMiddleware

from mcp_server.errors import McpServerError, RefusedToolsError
from mcp_server.plugins import Plugin
from mcp_server.serve_http import ListenError, open_socket, transport_security
from mcp_server.server import PluginsLeftOutError, build_server, load
from mcp_server.settings import Settings

from .serving import HEADER, ONE_TOOL, PATIENCE, environment, install

if TYPE_CHECKING:
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
import sys
import mcp_server, mcp_server.cli, mcp_server.server, mcp_server.plugins
import logging, signal, threading
from mcp.server.mcpserver import MCPServer
import gc
assert not [each for each in gc.get_objects() if isinstance(each, (MCPServer, mcp_server.Registry))]
assert not logging.getLogger().handlers
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
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


def accepts(settings: Settings, *, host: str, origin: str = "") -> bool:
    """Ask the SDK whether it accepts these headers with the settings' security."""
    middleware = TransportSecurityMiddleware(transport_security(settings))
    return middleware._validate_host(host) and middleware._validate_origin(origin or None)


OTHERS = [
    "evil.example",
    "evil.example:8063",
    "127.0.0.1.evil.example:8063",
    "localhost.evil.example",
    "[::2]:8063",
    "",
]


@pytest.mark.parametrize("own", ["127.0.0.1", "localhost", "::1"])
def test_on_loopback_only_loopback_names_are_accepted(own: str) -> None:
    """With any port, so that a forwarded one works."""
    settings = Settings(host=own)
    for name in ("127.0.0.1", "localhost", "[::1]"):
        assert accepts(settings, host=f"{name}:8063")
        assert accepts(settings, host=name, origin=f"http://{name}")
        assert accepts(settings, host=f"{name}:9000", origin=f"http://{name}:9000")
    for name in OTHERS:
        assert not accepts(settings, host=name)
    for origin in ("http://evil.example", "http://localhost.evil.example", "https://127.0.0.1.evil.example:1", "null"):
        assert not accepts(settings, host="127.0.0.1:8063", origin=origin)


def test_protection_stays_on_where_the_sdk_would_turn_it_off() -> None:
    """Which it does for every host that is not loopback."""
    allowed = ("data.example.org", "proxy:8443", "2001:db8::1", "[2001:db8::2]:80")
    every = Settings(host="0.0.0.0", allowed_hosts=allowed)  # noqa: S104 - nothing listens there
    for settings in (Settings(host="192.0.2.1"), every, Settings(host="::")):
        assert transport_security(settings).enable_dns_rebinding_protection
        for name in OTHERS:
            assert not accepts(settings, host=name)
    assert accepts(Settings(host="192.0.2.1"), host="192.0.2.1:8063")
    assert not accepts(Settings(host="192.0.2.1"), host="localhost:8063")
    assert accepts(every, host="localhost:8063")
    assert accepts(every, host=f"{socket.gethostname().lower()}:8063")
    assert accepts(every, host="data.example.org", origin="https://data.example.org")
    assert accepts(every, host="data.example.org:8063")
    assert accepts(every, host="proxy:8443")
    assert not accepts(every, host="proxy:8444")
    assert accepts(every, host="[2001:db8::1]:8063")
    assert accepts(every, host="[2001:db8::2]:80")


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
