"""Room for code that recurses deeper than Python's stack: libcst's does, once for each level of nesting."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

# Five thousand chained operators need about fifty thousand frames of libcst's code generator.
RECURSION_LIMIT = 200_000
STACK_BYTES = 512 * 1024 * 1024


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
    """Do the work on a larger stack, at once. Raises what the work raises; RuntimeError where no thread can start."""
    results: list[T] = []
    errors: list[BaseException] = []

    def target() -> None:
        try:
            results.append(work())
        # Whatever it is, it belongs to the caller: a thread's own exceptions are only printed.
        except BaseException as error:
            errors.append(error)

    limit, size = sys.getrecursionlimit(), threading.stack_size(STACK_BYTES)
    sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
    try:
        # Ctrl-C is raised here, in the main thread, and must not wait at the exit until the work is done.
        thread = threading.Thread(target=target, daemon=True)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return results[0]
