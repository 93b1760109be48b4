"""Whose exception it is: the event loop's, which ends a call or the server, or that of the code which is called."""

from __future__ import annotations

import asyncio
from typing import Any

import anyio

_CANCELLED = float("-inf")


def running_task() -> asyncio.Task[Any] | None:
    """The task that runs this; None outside of asyncio."""
    # Not `suppress`, which costs ten times as much: every call of every tool passes here.
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def is_the_servers(error: BaseException, task: asyncio.Task[Any] | None) -> bool:
    """Whether the event loop ends the call: by Ctrl-C, or because the client or the server has given it up.

    ``task``: the `running_task` in which the call began. Code that is called can raise the same exceptions:
    ``CancelledError`` by awaiting a task that it has cancelled, ``GeneratorExit`` by closing a generator that resists.
    Of ``KeyboardInterrupt`` nobody can tell.
    """
    if isinstance(error, asyncio.CancelledError):
        return _is_cancelled(task)
    if isinstance(error, GeneratorExit):
        # A coroutine that is thrown away is closed from outside, not by a step of its own task.
        return task is None or running_task() is not task
    return isinstance(error, KeyboardInterrupt)


def _is_cancelled(task: asyncio.Task[Any] | None) -> bool:
    if anyio.current_effective_deadline() == _CANCELLED:
        return True
    # Python 3.10 does not count cancellations; there, the SDK's are all of the kind above.
    cancelling = getattr(task, "cancelling", None)
    return cancelling is not None and cancelling() > 0
