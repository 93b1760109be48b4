"""Serve many clients over streamable HTTP."""

from __future__ import annotations

import errno
import os
import socket
import sys
from typing import TYPE_CHECKING, Any

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from mcp_server.ending import GRACE_PERIOD, end_on_interrupt, end_within
from mcp_server.errors import McpServerError
from mcp_server.threads import allow_many_threads

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from mcp_server.settings import Settings

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on
_WAITING_CONNECTIONS = 2048


class ListenError(McpServerError):
    """The server cannot listen on its host and port; one line says why and what to change. No client sees it."""


def serve_http(server: MCPServer[Any], settings: Settings) -> None:
    """Serve until a signal stops the process; running tools then have a few seconds to finish.

    uvicorn raises the signal again once it has shut down, so Ctrl-C ends in KeyboardInterrupt.
    Raises ListenError when the host and port are not to be had.
    """
    listening = open_socket(settings.host, settings.port)
    app = server.streamable_http_app(
        streamable_http_path=settings.path, transport_security=transport_security(settings), host=settings.host
    )
    # Without a log_config, uvicorn's messages go where all others go; its own writes to standard output.
    config = uvicorn.Config(
        app, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=int(GRACE_PERIOD)
    )
    _announce(listening, settings)
    end_on_interrupt()
    try:
        anyio.run(_serve, _Server(config), listening)
    finally:
        end_within(GRACE_PERIOD)


async def _serve(server: uvicorn.Server, listening: socket.socket) -> None:
    allow_many_threads()
    await server.serve(sockets=[listening])


class _Server(uvicorn.Server):
    """uvicorn, with an end to its shutdown, which waits for every tool that still runs."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        end_within(2 * GRACE_PERIOD)
        await super().shutdown(sockets)


def open_socket(host: str, port: int) -> socket.socket:
    """Listen on the host and port.

    Raises ListenError, with a line that says what to change: the port is taken, the host is unknown, and so on.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        msg = f"cannot find the host {host!r} ({error}); give an address of this machine with --host or MCP_HOST"
        raise ListenError(msg) from error
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two programs share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_WAITING_CONNECTIONS)
    except OSError as error:
        listening.close()
        raise ListenError(_why_not(error, host, port)) from error
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} of {host} is already taken by another program: stop that one, or choose another port "
            "with --port or MCP_PORT"
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: choose another with --host or MCP_HOST"
    if error.errno == errno.EACCES:
        return f"no permission to listen on port {port}: choose one above 1023 with --port or MCP_PORT"
    return f"cannot listen on port {port} of {host}: {error.strerror or error}"


def transport_security(settings: Settings) -> TransportSecuritySettings:
    """Say which Host and Origin headers the server accepts: its own names, on any port, and the allowed ones.

    A page of another site can make a browser call a server on the user's own machine (DNS rebinding); its Host or
    its Origin header gives it away. The SDK refuses such a request with 421 or 403 (mcp.server.transport_security).
    Ports are not compared, so that a forwarded port works; a name that is allowed with a port is.
    """
    hosts = [form for name in _own_names(settings.host) for form in (name, f"{name}:*")]
    for name in settings.allowed_hosts:
        hosts += [name] if _has_port(name) else [_bracketed(name), f"{_bracketed(name)}:*"]
    origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
    return TransportSecuritySettings(enable_dns_rebinding_protection=True, allowed_hosts=hosts, allowed_origins=origins)


def _own_names(host: str) -> list[str]:
    host = host.lower()
    if host in _LOOPBACK:
        names = [*_LOOPBACK]
    elif host in _EVERY_ADDRESS:
        names = [*_LOOPBACK, socket.gethostname().lower()]
    else:
        names = [host]
    return [_bracketed(name) for name in names]


def _has_port(name: str) -> bool:
    """Tell `data:8063` and `[::1]:8063` from `data`, `::1` and `[::1]`."""
    return name.count(":") == 1 or "]:" in name


def _bracketed(name: str) -> str:
    """Write an IPv6 address as URLs and Host headers do (RFC 3986, section 3.2.2)."""
    return f"[{name}]" if ":" in name and not name.startswith("[") else name


def _announce(listening: socket.socket, settings: Settings) -> None:
    port = listening.getsockname()[1]
    address = f"http://{_bracketed(settings.host)}:{port}{settings.path}"
    print(f"mcp-server: serving on {address}", file=sys.stderr, flush=True)
