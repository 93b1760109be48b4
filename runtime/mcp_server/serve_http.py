"""Serve many clients over streamable HTTP."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
from typing import TYPE_CHECKING, Any

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from mcp_server.connections import Connection, FullHouse
from mcp_server.ending import GRACE_PERIOD, INTERRUPTED, TERMINATED, end_within
from mcp_server.errors import McpServerError
from mcp_server.host_check import HostCheck, allowed_hosts, own_hosts
from mcp_server.limits import MAX_REQUEST, allow_many_threads
from mcp_server.log import say
from mcp_server.stop_signals import keep_handlers, new_event_loop, take_stop_signals
from mcp_server.whole_requests import WholeRequests

if TYPE_CHECKING:
    from types import FrameType

    from mcp.server.mcpserver import MCPServer
    from starlette.types import ASGIApp, Receive, Scope, Send

    from mcp_server.settings import Settings

_WAITING_CONNECTIONS = 2048


class ListenError(McpServerError):
    """The server cannot listen on its host and port; one line says why and what to change. No client sees it."""


def serve_http(server: MCPServer[Any], settings: Settings) -> None:
    """Serve until a signal stops the process; running tools then have a few seconds to finish.

    uvicorn raises the signal again once it has shut down, so Ctrl-C ends in KeyboardInterrupt.
    Raises ListenError when the host and port are not to be had.
    """
    listening = open_socket(settings.host, settings.port)
    bound, port = listening.getsockname()[:2]
    # HostCheck does what the SDK's own protection should do.
    unprotected = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    inner = server.streamable_http_app(
        streamable_http_path=settings.path, transport_security=unprotected, max_request_body_size=MAX_REQUEST
    )
    accepted = own_hosts(settings.host, bound) | allowed_hosts(settings.allowed_hosts)
    application = _Application(HostCheck(WholeRequests(inner), accepted))
    config = uvicorn.Config(
        application,
        http=Connection,
        ws="none",
        # Without, uvicorn's messages go where all others go; its own writes to standard output.
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=int(GRACE_PERIOD),
    )
    say(f"mcp-server: serving on {_address(settings, bound, port)}")
    take_stop_signals(2 * GRACE_PERIOD)
    application.server = _Server(config)
    anyio.run(_serve, application, listening, backend_options={"loop_factory": new_event_loop})


async def _serve(application: _Application, listening: socket.socket) -> None:
    allow_many_threads()
    asyncio.get_running_loop().set_exception_handler(FullHouse())
    await application.server.serve(sockets=[listening])
    if not application.server.started:
        raise RuntimeError("the application did not start; the log says why")
    if application.has_crashed:
        raise RuntimeError("the application crashed while it served; the log says why")


class _Application:
    """The application, which takes the server with it when it ends: uvicorn would answer without it, for ever."""

    server: uvicorn.Server

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.has_crashed = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        finally:
            if scope["type"] == "lifespan" and not self.server.should_exit:
                self.has_crashed = self.server.should_exit = True


class _Server(uvicorn.Server):
    """uvicorn, with an end to its shutdown, which waits for every tool that still runs."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        end_within(2 * GRACE_PERIOD, INTERRUPTED if sig == signal.SIGINT else TERMINATED)
        super().handle_exit(sig, frame)

    async def main_loop(self) -> None:
        async with keep_handlers():
            await super().main_loop()

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


def _address(settings: Settings, bound: str, port: int) -> str:
    """Give the address to call: a server that listens on every address of the machine is called by loopback's."""
    every = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared with, not listened on
    host = every.get(bound, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{settings.path}"
