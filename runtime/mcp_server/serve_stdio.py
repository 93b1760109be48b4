"""Serve one client over standard input and output."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import anyio
from anyio import CapacityLimiter, to_thread
from mcp.shared.message import SessionMessage

from mcp_server.ending import CRASHED, DONE, GRACE_PERIOD, end_within
from mcp_server.limits import allow_many_threads
from mcp_server.stop_signals import keep_handlers, new_event_loop, take_stop_signals
from mcp_server.wire_format import UnreadableMessageError, read_message, write_message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.server.mcpserver import MCPServer
    from typing_extensions import Self

    from mcp_server.inbox import Inbox

_logger = logging.getLogger(__name__)


def serve_stdio(server: MCPServer[Any], inbox: Inbox, writer: BinaryIO) -> None:
    """Serve until the client closes its end; the process then ends soon, even if a tool still runs.

    A client that is gone while the server writes to it counts as one that closed its end. Whatever else comes out of
    the serving is raised.
    """
    take_stop_signals()
    try:
        anyio.run(_serve, server, inbox, writer, backend_options={"loop_factory": new_event_loop})
    except BaseException as error:
        if not _is_client_gone(error):
            raise


async def _serve(server: MCPServer[Any], inbox: Inbox, writer: BinaryIO) -> None:
    allow_many_threads()
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception]()
    to_client, lines = anyio.create_memory_object_stream[bytes]()
    outgoing = _Outgoing(to_client)
    # MCPServer.run_stdio_async takes streams that plugins may write to, and its own reader and writer: see wire_format.
    lowlevel = server._lowlevel_server
    async with anyio.create_task_group() as group:
        group.start_soon(_read, inbox, to_server, outgoing)
        group.start_soon(_write, lines, writer)
        async with keep_handlers():
            await lowlevel.run(incoming, outgoing, lowlevel.create_initialization_options())


class _Outgoing:
    """The server's messages on their way to the writer (``mcp.shared._stream_protocols.WriteStream``)."""

    def __init__(self, lines: MemoryObjectSendStream[bytes]) -> None:
        self._lines = lines

    async def send(self, item: SessionMessage, /) -> None:
        """Pass a message on. Raises where it cannot be written, in the request that sends it, which is answered so."""
        await self._lines.send(write_message(item.message))

    async def aclose(self) -> None:
        await self._lines.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()


async def _read(
    inbox: Inbox, to_server: MemoryObjectSendStream[SessionMessage | Exception], outgoing: _Outgoing
) -> None:
    async with to_server:
        async for line in inbox.lines():
            if not line.strip():
                continue
            try:
                message = read_message(line)
            except UnreadableMessageError as error:
                _logger.warning("refused a message of the client: %s", error)
                if error.answer is not None:
                    await outgoing.send(SessionMessage(error.answer))
            else:
                await to_server.send(SessionMessage(message))


async def _write(lines: MemoryObjectReceiveStream[bytes], writer: BinaryIO) -> None:
    # On a thread of its own: tools that block may hold all the others.
    thread = CapacityLimiter(1)
    async with lines:
        async for line in lines:
            with _ending_if_it_fails():
                await to_thread.run_sync(_write_line, writer, line, limiter=thread)


def _write_line(writer: BinaryIO, line: bytes) -> None:
    writer.write(line)
    writer.flush()


@contextmanager
def _ending_if_it_fails() -> Iterator[None]:
    """End the process soon after an error of the output, which comes out of the serving only once no tool runs."""
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
