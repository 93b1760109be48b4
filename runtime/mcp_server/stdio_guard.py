"""Keep standard input and output for the protocol, whatever plugins print or read."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, TextIO

from mcp_server.errors import McpServerError

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterator

_STDIN, _STDOUT, _STDERR = 0, 1, 2


class StdioError(McpServerError):
    """Standard input or output is closed or full. No client sees it: nobody can be served over it."""


@dataclass(frozen=True, slots=True)
class Wire:
    """The process's own standard input and output, on descriptors that nothing else knows."""

    reader: io.FileIO
    writer: BinaryIO


def take_stdio() -> Wire:
    """Take both standard streams away from everyone else, and give what they were.

    From here on descriptor 0 reads as empty, so that a plugin which asks for input does not eat a request.
    For descriptor 1 see `take_stdout`. Raises StdioError when one of them is closed.
    """
    writer = take_stdout()
    # Without a buffer, whose lock a thread that still reads would hold while the process ends.
    reader = os.fdopen(duplicate(_STDIN, "standard input"), "rb", buffering=0)
    shield_stdin()
    for stream in (reader, writer):
        # Whoever has the same terminal may have set it otherwise. Windows knows no such thing before Python 3.12.
        with suppress(OSError, AttributeError):
            os.set_blocking(stream.fileno(), True)
    return Wire(reader, writer)


def shield_stdin() -> None:
    """Let descriptor 0 read as empty, closed or not, so that a plugin which asks for input does not wait for it."""
    _redirect_to_nothing(_STDIN, os.O_RDONLY)


def take_stdout() -> BinaryIO:
    """Point descriptor 1 at standard error, and give what it was.

    ``print``, ``os.write(1, ...)``, C libraries and started programs all write to that descriptor, so all of them
    write to standard error from here on. Call it before any plugin is imported: the SDK's own
    ``mcp.server.stdio.stdio_server`` does the same, but only once it serves. Raises StdioError when it is closed.
    """
    # What is still in the buffer was written before, by the command itself.
    if sys.stdout is not None:
        sys.stdout.flush()
    writer = os.fdopen(duplicate(_STDOUT, "standard output"), "wb")
    try:
        os.dup2(_STDERR, _STDOUT)
    except OSError:  # standard error is closed
        _redirect_to_nothing(_STDOUT, os.O_WRONLY)
    _show_lines_at_once(sys.stdout)
    return writer


def write_all(output: BinaryIO, text: str) -> None:
    """Write the text as UTF-8, whatever the locale, and close the output.

    A reader that has left, as in ``mcp-server check | head``, has seen what it wanted. Raises StdioError when the
    output takes no more, for example because the disk is full.
    """
    with _writing(), output:
        # A file name's bytes that are no text must not end the report.
        output.write(text.encode("utf-8", "backslashreplace"))


def print_all(text: str) -> None:
    """Print the text, with the same care as `write_all`; Python itself would show a traceback at the end."""
    if sys.stdout is None:
        return
    with _writing():
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            # What could not be written is still in the buffer, and Python tries it again.
            _redirect_to_nothing(_STDOUT, os.O_WRONLY)
            raise


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        pass
    except OSError as error:
        msg = f"cannot write to standard output: {error.strerror or error}"
        raise StdioError(msg) from error


def duplicate(descriptor: int, name: str) -> int:
    """Duplicate a descriptor to one above the standard three, that started programs do not inherit (PEP 446)."""
    below: list[int] = []
    try:
        while not below or below[-1] <= _STDERR:
            below.append(os.dup(descriptor))
    except OSError as error:
        msg = f"{name} is closed: start the server with it open, or use --transport http"
        raise StdioError(msg) from error
    finally:
        for other in below[:-1]:
            os.close(other)
    return below[-1]


def _redirect_to_nothing(descriptor: int, flags: int) -> None:
    nothing = os.open(os.devnull, flags)
    os.dup2(nothing, descriptor)
    if nothing != descriptor:
        os.close(nothing)


def _show_lines_at_once(stream: TextIO | None) -> None:
    """Let what plugins print appear among the log's lines, not all at the end."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(line_buffering=True)


def keep_descriptors() -> Callable[[], Iterator[str]]:
    """Remember the three standard descriptors; give a function that opens those again that are closed, and names them.

    Else the next file or socket that is opened would get the number, and all that is printed would go there.
    """
    before = {number: copy for number in (_STDIN, _STDOUT, _STDERR) if (copy := _copy(number)) is not None}

    def put_back() -> Iterator[str]:
        for number, copy in before.items():
            if not _is_open(number):
                os.dup2(copy, number)
                yield f"descriptor {number}, which was closed"
            os.close(copy)
        yield from _reopen_streams()

    return put_back


def _copy(descriptor: int) -> int | None:
    try:
        return duplicate(descriptor, "")
    except StdioError:
        return None


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _reopen_streams() -> Iterator[str]:
    """Replace the closed ones: printing to them raises an error, in every other plugin, too."""
    for name, number, mode in (("stdin", _STDIN, "r"), ("stdout", _STDOUT, "w"), ("stderr", _STDERR, "w")):
        stream = getattr(sys, name)
        # What a plugin puts there need be no file.
        if getattr(stream, "closed", False) is True and _is_open(number):
            buffering = 1 if mode == "w" else -1
            opened = os.fdopen(number, mode, buffering, errors="backslashreplace", closefd=False)
            setattr(sys, name, opened)
            yield f"sys.{name}, which was closed"
