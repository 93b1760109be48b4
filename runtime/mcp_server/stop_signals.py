"""The signals that stop the server stay the server's, whatever plugins and tools do with them."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import anyio

from mcp_server.ending import GRACE_PERIOD, INTERRUPTED, TERMINATED, end_within

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

# SIGPIPE ends a program whose reader has left, unless it is ignored, as Python does: any client could end the server.
_KEPT = tuple(signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGPIPE", "SIGBREAK") if hasattr(signal, name))
_CODES = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}
_SECONDS_BETWEEN_LOOKS = 1.0

_logger = logging.getLogger(__name__)


def new_event_loop() -> asyncio.AbstractEventLoop:
    """One of asyncio's own, whatever event loop policy a plugin has set."""
    if sys.platform == "win32":
        return asyncio.ProactorEventLoop()
    return asyncio.SelectorEventLoop()


def take_stop_signals(seconds: float = GRACE_PERIOD) -> None:
    """Let Ctrl-C raise KeyboardInterrupt at once and SIGTERM end the process; call it in the main thread.

    Whoever set other handlers before is overruled. asyncio's own handler for Ctrl-C, which it only sets where
    Python's is still there, waits for the tools that run, and on Python 3.10 anyio's makes another exception of it.

    A handler in Python runs only once the main thread is in Python again. Where an async tool holds that in some
    library's code, the process ends after so many seconds all the same.
    """
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    listening, told = socket.socketpair()
    # A plugin may have set a timeout for all sockets.
    listening.setblocking(True)
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    if hasattr(os, "register_at_fork"):
        # A process that a tool forks off would report its own signals to this one.
        os.register_at_fork(after_in_child=_listen_no_more)
    threading.Thread(target=_listen, args=(listening, told, seconds), daemon=True).start()


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    end_within(GRACE_PERIOD, INTERRUPTED)
    raise KeyboardInterrupt


def _listen_no_more() -> None:
    if threading.current_thread() is threading.main_thread():
        signal.set_wakeup_fd(-1)


def _listen(listening: socket.socket, _told: socket.socket, seconds: float) -> None:
    while True:
        for number in listening.recv(1024):
            if number in _CODES:
                end_within(seconds, _CODES[signal.Signals(number)])


def handlers_now() -> dict[signal.Signals, Any]:
    """The handlers of the signals that the server needs; without those that are not Python's, which cannot be set."""
    found = {number: signal.getsignal(number) for number in _KEPT}
    return {number: handler for number, handler in found.items() if handler is not None}


def put_back(handlers: Mapping[signal.Signals, Any]) -> Iterator[str]:
    """Set the handlers that were replaced again; name each of them. Works in the main thread only."""
    for number, handler in handlers.items():
        if signal.getsignal(number) != handler:
            signal.signal(number, handler)
            yield f"the handler of {number.name}"


@asynccontextmanager
async def keep_handlers() -> AsyncIterator[None]:
    """Put back the handlers that are there now whenever an async tool replaces them: it runs in the main thread."""
    async with anyio.create_task_group() as group:
        group.start_soon(_keep, handlers_now())
        yield
        group.cancel_scope.cancel()


async def _keep(handlers: Mapping[signal.Signals, Any]) -> NoReturn:
    while True:
        await anyio.sleep(_SECONDS_BETWEEN_LOOKS)
        for what in put_back(handlers):
            _logger.warning("a tool replaced %s; put back", what)
