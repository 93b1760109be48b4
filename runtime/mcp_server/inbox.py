"""The client's lines, read on a thread of their own, which sees the client leave whatever the event loop is doing."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from mcp_server.ending import CRASHED, DONE, GRACE_PERIOD, end_within
from mcp_server.limits import MAX_REQUEST

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from _typeshed import SupportsRead

SECONDS_TO_LOAD = 30.0
"""Seconds that plugins have to load once the client has left. A client that leaves at once wants to know how it ends,
as in ``mcp-server --strict < /dev/null``."""

KEPT_END = 1024
"""Bytes at the end of a line that is too long that are kept, since its id may be there."""

_CHUNK = 65536
_LINES_AHEAD = 100


class Inbox:
    """What the client sends, from the moment on at which it is made; it may be read in an event loop later.

    Once the client has left, or its input cannot be read, the process ends soon, whatever runs: an async tool that
    blocks would keep an event loop from ever knowing.
    """

    def __init__(self, reader: SupportsRead[bytes]) -> None:
        """Begin to read; ``reader`` is this object's alone."""
        self._items: deque[bytes | OSError | None] = deque()
        # Without it, what a client sends to a server that does not answer would fill the memory instead of its pipe.
        self._room = threading.Semaphore(_LINES_AHEAD)
        self._wake: Callable[[], object] = bool
        self._grace = SECONDS_TO_LOAD
        threading.Thread(target=self._follow, args=(reader,), daemon=True).start()

    async def lines(self) -> AsyncIterator[bytes]:
        """Give the lines to their end, in an event loop that serves them; call it once.

        One that is longer than a message may be lacks what is between its first `MAX_REQUEST` and last bytes.
        Raises OSError when the input cannot be read.
        """
        loop, arrived = asyncio.get_running_loop(), asyncio.Event()
        self._grace = GRACE_PERIOD
        self._wake = lambda: loop.call_soon_threadsafe(arrived.set)
        while True:
            # Before the look and not after: what arrives between them sets it again.
            arrived.clear()
            while self._items:
                item = self._items.popleft()
                if item is None:
                    return
                if isinstance(item, OSError):
                    raise item
                self._room.release()
                yield item
            await arrived.wait()

    def _follow(self, reader: SupportsRead[bytes]) -> None:
        try:
            for line in lines_of(reader):
                self._room.acquire()
                self._put(line)
        except ConnectionResetError:
            self._end(None)
        except OSError as error:
            self._end(error)
        else:
            self._end(None)

    def _end(self, error: OSError | None) -> None:
        end_within(self._grace, DONE if error is None else CRASHED)
        self._put(error)

    def _put(self, item: bytes | OSError | None) -> None:
        self._items.append(item)
        with suppress(RuntimeError):  # the event loop is closed: nobody reads any more
            self._wake()


def lines_of(reader: SupportsRead[bytes]) -> Iterator[bytes]:
    """Split what comes into lines, without their ends; of one that never ends, no more is kept than `Inbox` gives."""
    line = bytearray()
    while chunk := reader.read(_CHUNK):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            _extend(line, end)
            yield bytes(line)
            line.clear()
        _extend(line, rest)
    if line:
        yield bytes(line)


def _extend(line: bytearray, part: bytes) -> None:
    line += part
    if len(line) > MAX_REQUEST + KEPT_END:
        del line[MAX_REQUEST:-KEPT_END]
