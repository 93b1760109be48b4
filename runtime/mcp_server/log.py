"""The server's log: on standard error, and kept there by what plugins do to Python's logging."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, TextIO

from mcp_server.stdio_guard import StdioError, duplicate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_STDERR = 2


def log_to_stderr() -> None:
    """Set up the log before the SDK or a plugin does (logging.basicConfig only counts the first time).

    It has a descriptor of its own: a plugin may close ``sys.stderr``, and the log would raise then.
    """
    logging.basicConfig(level=logging.INFO, stream=_own_stderr(), format=_FORMAT)


def _own_stderr() -> TextIO | None:
    try:
        copy = duplicate(_STDERR, "standard error")
    except StdioError:
        return sys.stderr
    return os.fdopen(copy, "w", encoding="utf-8", errors="backslashreplace", buffering=1)


def say(line: str) -> None:
    """Write a line to standard error, whatever has become of ``sys.stderr``."""
    try:
        os.write(_STDERR, f"{line}\n".encode("utf-8", "backslashreplace"))
    except OSError:
        return


def keep_log() -> Callable[[], Iterator[str]]:
    """Remember how logging is set up; give a function that puts back what hides the server's log, and names it.

    What a plugin adds, such as a handler of its own, stays, but cannot raise any more: the SDK writes to the log where
    nobody expects it to.
    """
    root = logging.getLogger()
    handlers, level, limit = list(root.handlers), root.level, root.manager.disable
    enabled = [logger for logger in _loggers() if not logger.disabled]
    known = {handler for logger in _loggers() for handler in logger.handlers}
    factory = logging.getLogRecordFactory()

    def put_back() -> Iterator[str]:
        lost = [handler for handler in handlers if handler not in root.handlers]
        hidden = [logger for logger in enabled if logger.disabled]
        if lost or hidden or (root.level, root.manager.disable) != (level, limit):
            root.handlers[:0] = lost
            root.setLevel(level)
            logging.disable(limit)
            for logger in hidden:
                logger.disabled = False
            yield "the log's settings"
        if logging.getLogRecordFactory() is not factory:
            logging.setLogRecordFactory(factory)
            yield "the log's records"
        for logger in _loggers():
            for handler in logger.handlers:
                if handler not in known:
                    _contain(handler)

    return put_back


def _loggers() -> list[logging.Logger]:
    root = logging.getLogger()
    return [root, *(each for each in root.manager.loggerDict.values() if isinstance(each, logging.Logger))]


def _contain(handler: logging.Handler) -> None:
    """Let a handler raise nothing; what it cannot write is lost to it alone."""
    handle = handler.handle

    def contained(record: logging.LogRecord) -> bool:
        try:
            return bool(handle(record))
        except KeyboardInterrupt:
            raise
        except BaseException:  # sys.exit, too
            return False

    handler.handle = contained  # type: ignore[method-assign]  # of this one object: its class may be anybody's
