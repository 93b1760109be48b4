"""What a connection over HTTP may cost: uvicorn, with an end to the wait for a request, and to the number of them."""

from __future__ import annotations

import errno
import logging
import time
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from mcp_server.limits import SECONDS_FOR_A_REQUEST, max_connections

if TYPE_CHECKING:
    import asyncio

_SECONDS_BETWEEN_WARNINGS = 60.0
_USED_UP = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

_logger = logging.getLogger(__name__)


class Connection(H11Protocol):
    """A connection that is closed where the head of a request does not come in time.

    uvicorn waits for it without end. For the body see `mcp_server.whole_requests`.
    """

    _given_up: asyncio.TimerHandle | None = None
    seconds = SECONDS_FOR_A_REQUEST
    most = max_connections()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to wait, or refuse the connection: files, and so tools, need descriptors, too."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Wait for more where it was no whole head."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        self._stop_watching()

    def _watch(self) -> None:
        # uvicorn has a cycle for each request whose head is there.
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_watching()
        elif self._given_up is None:
            self._given_up = self.loop.call_later(self.seconds, self._give_up)

    def _stop_watching(self) -> None:
        if self._given_up is not None:
            self._given_up.cancel()
            self._given_up = None

    def _give_up(self) -> None:
        self._given_up = None
        # It closes a connection without a request, and lets any other end its one.
        self.shutdown()


class FullHouse:
    """An event loop's exception handler that says once a minute that no connection can be accepted.

    asyncio says it, with a traceback, for each connection that waits, and again every second: it fills disks.
    """

    def __init__(self) -> None:
        """Nothing was said yet."""
        self._last: float | None = None

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take what the event loop has to say."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in _USED_UP or "socket" not in context:
            loop.default_exception_handler(context)
        elif self._last is None or time.monotonic() - self._last > _SECONDS_BETWEEN_WARNINGS:
            self._last = time.monotonic()
            _logger.error("no more connections can be accepted: %s", error.strerror or error)
