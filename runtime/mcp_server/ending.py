"""How the process ends though a tool or a plugin's thread does not."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from typing import NoReturn

GRACE_PERIOD = 3.0
"""Seconds that running tools have to finish once the server stops."""


INTERRUPTED = 130
"""The exit code after Ctrl-C, as of a program that a shell has seen interrupted."""
_IS_DECIDED = threading.Lock()


def end_within(seconds: float, code: int = 0) -> None:
    """End the process with this exit code when it has not ended by itself after so many seconds.

    Only the first call counts: it knows best why the process ends.
    Python waits for every thread that is not a daemon, and so does the event loop for each tool that runs on a
    thread (anyio.to_thread). Neither can be interrupted: a tool that never returns would keep the process forever.
    """
    if not _IS_DECIDED.acquire(blocking=False):
        return
    timer = threading.Timer(seconds, _end_now, [code])
    timer.daemon = True
    timer.start()


def end_on_interrupt() -> None:
    """Let Ctrl-C raise KeyboardInterrupt at once, and end the process soon after; call it in the main thread.

    asyncio's own handler, which it only sets where Python's is still there, waits for the tools that run, and on
    Python 3.10 anyio's makes another exception of it.
    """
    signal.signal(signal.SIGINT, _interrupt)


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    end_within(GRACE_PERIOD, INTERRUPTED)
    raise KeyboardInterrupt


def _end_now(code: int) -> None:
    # A closed standard error must not keep the process from ending.
    with suppress(OSError, ValueError, AttributeError):
        os.write(2, b"mcp-server: a tool or a plugin's thread was still running; stopped without it\n")
        sys.stdout.flush()
    os._exit(code)
