"""The files of a run, checked by this process alone or by several: whichever is quicker.

Both do the same and report the same. They differ only where a file ends the process that parses it: alone, that is the
end of the run; with several, that file is a problem, and all others are checked.
"""

from __future__ import annotations

import functools
import math
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from mcp_lint.lint import CLEAN, Outcome, Plan, lint_file, search_file
from mcp_lint.options import OptionError

Method = Literal["fork", "spawn"]

if TYPE_CHECKING:
    from types import TracebackType

    from mcp_lint.progress import Progress
    from mcp_lint.workers import Workers

# From so many files on, and from so many bytes to parse on, two processes are quicker than one, by how they are
# started: measured on Linux, where it takes some milliseconds to fork a process and 0.1 s to spawn one.
_MANY_FILES: dict[Method, int] = {"fork": 2_000, "spawn": 10_000}
_MUCH_TO_PARSE: dict[Method, int] = {"fork": 100_000, "spawn": 300_000}
# Small, so that none waits long for the last process; large, so that little time goes into dealing.
_FILES_A_TASK = 128
_QUOTA = Path("/sys/fs/cgroup/cpu.max")


class Jobs:
    """Checks the files that it is given, if they are many while more of them are being found."""

    def __init__(self, plan: Plan, most: int, progress: Progress) -> None:
        """Use at most so many processes."""
        self._plan = plan
        self._most = most
        self._progress = progress
        self._undealt: list[str] = []
        self._outcomes: dict[str, Outcome] = {}
        self._workers: Workers | None = None
        self._ending = ExitStack()

    def __enter__(self) -> Jobs:
        """No other process is there yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the processes that are still there."""
        self._ending.close()

    def add(self, path: str) -> None:
        """Take a file, each once."""
        self._progress.find()
        self._undealt.append(path)
        if self._workers is None:
            if self._most > 1 and len(self._undealt) >= min(_MANY_FILES.values()):
                self._start_for_many()
        elif len(self._undealt) >= _FILES_A_TASK:
            self._deal(self._workers)

    def finish(self) -> list[Outcome]:
        """Check what is left, and give the outcomes of all files that are not clean, in the order of their paths."""
        self._progress.end_search()
        if self._workers is None:
            left = self._search_here()
            self._start_for_much(left)
        if self._workers is not None:
            self._deal(self._workers)
            left = self._workers.finish()
        for path in left:
            self._take(path, lint_file(path, self._plan, path))
        return [self._outcomes[path] for path in sorted(self._outcomes)]

    def _search_here(self) -> list[str]:
        """Give those that must be parsed."""
        to_parse = []
        for path in self._undealt:
            outcome = search_file(path, self._plan)
            if outcome is None:
                to_parse.append(path)
            else:
                self._take(path, outcome)
        self._undealt.clear()
        return to_parse

    def _take(self, path: str, outcome: Outcome) -> None:
        if outcome is not CLEAN:
            self._outcomes[path] = outcome
        self._progress.check()

    @functools.cached_property
    def _method(self) -> Method:
        """How to start a process. To fork is quick, and safe in a single thread and away from macOS's libraries."""
        import threading  # noqa: PLC0415 (most runs need none)

        return "fork" if sys.platform.startswith("linux") and threading.active_count() == 1 else "spawn"

    def _start_for_many(self) -> None:
        if len(self._undealt) >= _MANY_FILES[self._method]:
            self._deal(self._start())

    def _start_for_much(self, to_parse: list[str]) -> None:
        if min(self._most, len(to_parse)) <= 1 or sum(map(_size, to_parse)) < _MUCH_TO_PARSE[self._method]:
            return
        if self._method == "fork":
            from mcp_lint import check  # noqa: F401, PLC0415 (each process would take its time to import it)
        workers = self._start()
        for path in to_parse:
            workers.add((path,))

    def _start(self) -> Workers:
        from mcp_lint.workers import Workers  # noqa: PLC0415 (its import takes longer than most runs)

        self._workers = self._ending.enter_context(Workers(self._plan, self._most, self._method, self._take))
        return self._workers

    def _deal(self, workers: Workers) -> None:
        for start in range(0, len(self._undealt), _FILES_A_TASK):
            workers.add(tuple(self._undealt[start : start + _FILES_A_TASK]))
        self._undealt.clear()
        workers.hear(0)


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def processors() -> int:
    """How many processes can run at once: what this one may use of the machine, and of its container."""
    # Windows and macOS have no affinity.
    number = len(os.sched_getaffinity(0)) if sys.platform.startswith("linux") else os.cpu_count() or 1
    return min(number, _quota())


def _quota() -> int:
    """How many processors a container may fill, where Linux limits that (control groups, version 2)."""
    try:
        quota, period = map(int, _QUOTA.read_text(encoding="ascii").split())
    except (OSError, ValueError):  # most often it says `max`
        return sys.maxsize
    return max(1, math.ceil(quota / period))


def number_of_jobs(written: object) -> int:
    """Give the number that the user wrote; raise :class:`OptionError` for what is none, or too small."""
    try:
        number = int(str(written))
    except ValueError:
        number = 0
    if number < 1:
        msg = f"must be a number of processes, 1 or more, not {str(written)!r}"
        raise OptionError(msg)
    return number
