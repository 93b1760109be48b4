"""Room for code that recurses deeper than Python's stack: libcst's does, once for each level of nesting."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

# Five thousand chained operators need about fifty thousand frames of libcst's code generator. Where a process may not
# use so much address space, a smaller stack is tried.
STACK_BYTES = tuple(size * 1024 * 1024 for size in (512, 64, 16))
BYTES_A_FRAME = 2_600
# The size for new threads is the whole interpreter's: a deep thread that starts a deeper one at once would read the one
# that is about to be put back, and leave it behind.
_SIZE_IS_SET = threading.Lock()


def with_room(work: Callable[[], T]) -> T:
    """Do the work; where it recurses too deep, once more with a larger stack. Raises what the work raises.

    The second try is a thread, since the main thread's stack cannot grow. The memory is only reserved: pages that are
    not used cost nothing. The recursion limit is the whole interpreter's, and put back at once.
    """
    try:
        return work()
    except RecursionError:
        return in_large_stack(work)


def in_large_stack(work: Callable[[], T]) -> T:
    """Do the work on a larger stack, at once. Raises what the work raises; RecursionError where none can be had."""
    results: list[T] = []
    errors: list[BaseException] = []

    def target() -> None:
        try:
            results.append(work())
        # Whatever it is, it belongs to the caller: a thread's own exceptions are only printed.
        except BaseException as error:
            errors.append(error)

    limit = sys.getrecursionlimit()
    try:
        _start(target, limit).join()
    finally:
        sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return results[0]


def _start(target: Callable[[], None], limit: int) -> threading.Thread:
    """Start a thread with the largest stack that can be had, and a recursion limit that fits it, or the usual one."""
    for size in STACK_BYTES:
        sys.setrecursionlimit(max(limit, size // BYTES_A_FRAME))
        # Ctrl-C is raised in the main thread, and must not wait at the exit until the work is done.
        thread = threading.Thread(target=target, daemon=True)
        with suppress(RuntimeError), _stack_size(size):
            thread.start()
            return thread
    msg = "no thread with a larger stack can be started"
    raise RecursionError(msg)


@contextmanager
def _stack_size(size: int) -> Iterator[None]:
    """What threads that are started in the block get."""
    with _SIZE_IS_SET:
        before = threading.stack_size(size)
        try:
            yield
        finally:
            threading.stack_size(before)
