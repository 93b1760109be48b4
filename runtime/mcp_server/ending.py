"""How the process ends though a tool or a plugin's thread does not."""

from __future__ import annotations

import _thread
import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf

GRACE_PERIOD = 3.0
"""Seconds that running tools have to finish once the server stops."""


DONE, REFUSED, CANNOT_START, INTERRUPTED, TERMINATED = 0, 1, 2, 130, 143
"""The exit codes; the last two are those of a program that a shell has seen stopped by Ctrl-C and SIGTERM."""
CRASHED = CANNOT_START
_LAST_WORDS = b"mcp-server: a tool or a plugin's thread was still running; stopped without it\n"
_SECONDS_FOR_LAST_WORDS = 0.5


@dataclass
class _Ending:
    """How this process ends: the code so far, and when at the latest (`time.monotonic`)."""

    code: int = DONE
    latest: float = inf


_ending = _Ending()
# A signal's handler may come between the lines of the main thread, which may hold the lock.
_lock = threading.RLock()


def end_within(seconds: float, code: int = DONE) -> int:
    """End the process when it has not ended by itself after so many seconds; give the exit code that it ends with.

    Of several calls, the one counts that ends it first. The first code that is not 0 counts: a server that is
    interrupted may well crash or end cleanly after it.
    Python waits for every thread that is not a daemon, and so does the event loop for each tool that runs on a
    thread (anyio.to_thread). Neither can be interrupted: a tool that never returns would keep the process forever.
    """
    with _lock:
        _ending.code = _ending.code or code
        latest = time.monotonic() + seconds
        if latest < _ending.latest:
            _ending.latest = latest
            # Not a threading.Timer: a signal's handler may interrupt Thread.start, which holds a lock that it needs.
            _thread.start_new_thread(_end_after, (seconds,))
        return _ending.code


def is_interrupt(error: BaseException) -> bool:
    """Whether it is Ctrl-C, or a group of it (task groups wrap what their tasks raise) and of whatever came after."""
    inner: tuple[BaseException, ...] = getattr(error, "exceptions", ())
    return isinstance(error, KeyboardInterrupt) or any(is_interrupt(part) for part in inner)


def _end_after(seconds: float) -> None:
    # Whoever should read standard error may not: that must not keep the process. The thread is begun now, since Python
    # 3.12 starts none while it waits for the last ones.
    due, is_said = threading.Event(), threading.Event()
    with suppress(RuntimeError):
        threading.Thread(target=_say_last_words, args=(due, is_said), daemon=True).start()
    time.sleep(seconds)
    due.set()
    is_said.wait(_SECONDS_FOR_LAST_WORDS)
    os._exit(_ending.code)


def _say_last_words(due: threading.Event, is_said: threading.Event) -> None:
    due.wait()
    with suppress(OSError, ValueError, AttributeError):  # closed streams
        os.write(2, _LAST_WORDS)
        sys.stdout.flush()
    is_said.set()
