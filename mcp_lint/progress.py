"""How far a long run has come: one line on a terminal, taken away at the end."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

_QUIET_SECONDS = 1.0
_SECONDS_BETWEEN = 0.1


class Progress:
    """Counts files; shows nothing in the first second, nor where the stream is no terminal that can go back a line."""

    def __init__(self, stream: TextIO | None, clock: Callable[[], float] = time.monotonic) -> None:
        """Start the clock; ``stream`` is stderr, None where the process has none."""
        self._stream = stream if stream is not None and _is_terminal(stream) else None
        self._clock = clock
        self._next_time = clock() + _QUIET_SECONDS
        self._found = 0
        self._checked = 0
        self._is_searching = True
        self._width = 0

    def __enter__(self) -> Progress:
        """Nothing is shown yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Take the line away, also when the run is interrupted."""
        if self._stream is not None and self._width:
            self._write(self._stream, "\r" + " " * self._width + "\r")
            self._width = 0

    def find(self) -> None:
        """Count a file as found."""
        self._found += 1
        self._show(f"{self._found} files found")

    def end_search(self) -> None:
        """From now on it is known how many there are to check."""
        self._is_searching = False

    def check(self) -> None:
        """Count a file as checked; that may be while others are still being found."""
        self._checked += 1
        if not self._is_searching:
            self._show(f"{self._checked}/{self._found} files checked")

    def _show(self, line: str) -> None:
        if self._stream is None or self._clock() < self._next_time:
            return
        self._write(self._stream, f"\r{line:<{self._width}}")
        self._width = max(self._width, len(line))
        self._next_time = self._clock() + _SECONDS_BETWEEN

    def _write(self, stream: TextIO, text: str) -> None:
        stream.write(text)
        stream.flush()


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb"
