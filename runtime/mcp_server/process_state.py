"""What belongs to the whole process, and a plugin may change while it loads: the server needs it as it was.

A plugin is code in the server's own process, and can do anything there. This puts back what plugins, and the
libraries that they import, change carelessly, and what would then break the server or the other plugins.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import sys
import threading
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mcp_server import stop_signals
from mcp_server.log import keep_log
from mcp_server.stdio_guard import keep_descriptors
from mcp_server.wording import type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    PutBack = Callable[[], Iterator[str]]
    """Puts back what has changed since it was made, and names it."""

MAX_RECURSION = 10_000
"""The highest limit that a plugin may set: Python 3.11 and older crash where they read deeper JSON."""

_JSON = ("loads", "dumps", "load", "dump")

_logger = logging.getLogger(__name__)


@contextmanager
def process_kept(plugin: object) -> Iterator[None]:
    """Put back, with one warning for each, what changes in the block; ``plugin``: whom the warning names."""
    put_backs = [keep() for keep in _KEPT]
    try:
        yield
    finally:
        # All of it first: the last to be put back is the log.
        changed = [what for put_back in put_backs for what in _done(put_back)]
        for what in changed:
            _logger.warning("plugin %s replaced %s; put back", plugin, what)


def _done(put_back: PutBack) -> list[str]:
    try:
        return list(put_back())
    except Exception as error:  # what a plugin has put there may be anything
        return [f"what cannot be looked at ({type_name(error)})"]


def _keep_recursion() -> PutBack:
    before = sys.getrecursionlimit()

    def put_back() -> Iterator[str]:
        now = sys.getrecursionlimit()
        if now < before or now > max(before, MAX_RECURSION):
            sys.setrecursionlimit(before)
            yield f"the recursion limit, {before} by {now}"

    return put_back


def _keep_handlers() -> PutBack:
    if threading.current_thread() is not threading.main_thread():
        return _nothing  # a plugin cannot set handlers there either
    handlers = stop_signals.handlers_now()
    return lambda: stop_signals.put_back(handlers)


def _nothing() -> Iterator[str]:
    yield from ()


def _keep_mask() -> PutBack:
    if sys.platform == "win32":
        return _nothing
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())

    def put_back() -> Iterator[str]:
        if signal.pthread_sigmask(signal.SIG_SETMASK, mask) != mask:
            yield "the set of blocked signals"

    return put_back


def _keep_alarm() -> PutBack:
    if sys.platform == "win32" or signal.getitimer(signal.ITIMER_REAL)[0] > 0:
        return _nothing

    def put_back() -> Iterator[str]:
        # It ends the process, or raises in the event loop, whatever that is about by then.
        if signal.setitimer(signal.ITIMER_REAL, 0)[0] > 0:
            yield "the alarm clock, which was not set"

    return put_back


def _keep_json() -> PutBack:
    before = {name: getattr(json, name) for name in _JSON}

    def put_back() -> Iterator[str]:
        for name, function in before.items():
            if getattr(json, name, None) is not function:
                setattr(json, name, function)
                yield f"json.{name}"

    return put_back


def _keep_path() -> PutBack:
    before = list(sys.path)

    def put_back() -> Iterator[str]:
        missing = [entry for entry in before if entry not in sys.path]
        if missing:
            sys.path.extend(missing)
            yield "sys.path without all of its entries"

    return put_back


def _keep_warnings() -> PutBack:
    before: list[Any] = list(warnings.filters)

    def put_back() -> Iterator[str]:
        # A plugin may silence its own warnings, but make no errors of the server's.
        kept = [each for each in warnings.filters if each[0] != "error" or each in before]
        if len(kept) < len(warnings.filters):
            warnings.filters = kept
            yield "the warnings' filters, by errors"

    return put_back


def _keep_policy() -> PutBack:
    if sys.version_info >= (3, 14):  # which wants nobody to ask for it
        return _nothing
    policy = asyncio.get_event_loop_policy()

    def put_back() -> Iterator[str]:
        if asyncio.get_event_loop_policy() is not policy:
            asyncio.set_event_loop_policy(policy)
            yield "the event loop policy"

    return put_back


# The recursion limit first, since all else needs some. The log last, since the others' doing may disturb it.
_KEPT: tuple[Callable[[], PutBack], ...] = (
    _keep_recursion,
    _keep_handlers,
    _keep_mask,
    _keep_alarm,
    keep_descriptors,
    _keep_json,
    _keep_path,
    _keep_warnings,
    _keep_policy,
    keep_log,
)
