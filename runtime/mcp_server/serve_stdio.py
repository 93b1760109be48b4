"""Serve one client over standard input and output."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import anyio
from anyio import CapacityLimiter, to_thread
from mcp.server.stdio import stdio_server

from mcp_server.ending import CRASHED, DONE, GRACE_PERIOD, end_within, take_stop_signals
from mcp_server.threads import allow_many_threads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.server.mcpserver import MCPServer

    from mcp_server.stdio_guard import Wire


def serve_stdio(server: MCPServer[Any], wire: Wire) -> None:
    """Serve until the client closes its end; the process then ends soon, even if a tool still runs.

    A client that is gone while the server writes to it counts as one that closed its end. Whatever else comes out of
    the serving is raised.
    """
    take_stop_signals()
    try:
        anyio.run(_serve, server, wire)
    except BaseException as error:
        if not _is_client_gone(error):
            raise


async def _serve(server: MCPServer[Any], wire: Wire) -> None:
    allow_many_threads()
    reader = _Reader(io.TextIOWrapper(wire.reader, encoding="utf-8", errors="replace", newline="\n"))
    writer = _Writer(io.TextIOWrapper(wire.writer, encoding="utf-8", newline="\n"))
    # MCPServer.run_stdio_async takes the process's own streams, which plugins write to; it is this, without arguments.
    lowlevel = server._lowlevel_server
    async with stdio_server(reader, writer) as (incoming, outgoing):
        await lowlevel.run(incoming, outgoing, lowlevel.create_initialization_options())


class _Reader(anyio.AsyncFile[str]):
    """The client's messages, read on a thread of its own: tools that block may hold all the others."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(stream)
        self._own_thread = CapacityLimiter(1)

    async def readline(self) -> str:
        with _ending_if_it_fails():
            line = await to_thread.run_sync(self.wrapped.readline, limiter=self._own_thread, abandon_on_cancel=True)
        if not line:
            end_within(GRACE_PERIOD)
        return line


class _Writer(anyio.AsyncFile[str]):
    """The answers, written on a thread of their own for the same reason."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(stream)
        self._own_thread = CapacityLimiter(1)

    async def write(self, text: str) -> int:
        with _ending_if_it_fails():
            return await to_thread.run_sync(self.wrapped.write, text, limiter=self._own_thread)

    async def flush(self) -> None:
        with _ending_if_it_fails():
            await to_thread.run_sync(self.wrapped.flush, limiter=self._own_thread)


@contextmanager
def _ending_if_it_fails() -> Iterator[None]:
    """End the process soon after an error of the streams, which comes out of the serving only once no tool runs."""
    try:
        yield
    except Exception as error:
        end_within(GRACE_PERIOD, DONE if _is_client_gone(error) else CRASHED)
        raise


def _is_client_gone(error: BaseException) -> bool:
    # Task groups wrap what their tasks raise, as often as they are nested.
    inner = getattr(error, "exceptions", None)
    if inner is not None:
        return all(_is_client_gone(part) for part in inner)
    return isinstance(error, (BrokenPipeError, ConnectionResetError))
