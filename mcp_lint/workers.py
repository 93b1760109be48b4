"""Processes that check files for this one: started when there is work for them, heard, and ended with it.

Imported only where they pay: this takes 0.02 s. Each worker is asked for one task at a time, over a pipe of its own. So
neither side ever waits for the other to read, and it is known what a worker that dies was at work on: the system
ends whoever takes too much memory, and a fault in libcst's native parser ends the process (what is nested too deep for
it never gets there, see ``depth.py``). Only the file that did it stays unchecked then.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from mcp_lint.lint import CLEAN, Outcome, lint_file, search_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkContext, SpawnContext
    from multiprocessing.process import BaseProcess
    from types import TracebackType

    from mcp_lint.jobs import Method
    from mcp_lint.lint import Plan

# A process closes its pipes some moments before it can be asked what it died of.
_SECONDS_TO_DIE = 5.0
# Windows cannot wait for more than 63 things at once.
_MOST = 60

# Paths. A single one is checked; many are searched, and those among them that have to be parsed become tasks of their
# own, since some take a thousand times as long as others: one such must not hold back what was dealt with it.
Task = tuple[str, ...]
# What came out, where that is not CLEAN; None: has to be parsed.
Answer = dict[str, "Outcome | None"]


@dataclass(slots=True)
class _Worker:
    """A process, and what it is at work on; ``has_started``: it has said so."""

    process: BaseProcess
    task: Task = ()
    has_started: bool = False


class Workers:
    """As many processes as there is work for, up to ``most``; leaving the context kills them.

    ``on_done`` is called with each file and its outcome, in no order.
    """

    def __init__(self, plan: Plan, most: int, method: Method, on_done: Callable[[str, Outcome], None]) -> None:
        """Start none yet; ``method``: how they will be, ``fork`` or ``spawn``."""
        self._plan = plan
        self._most = min(most, _MOST)
        self._context: ForkContext | SpawnContext = get_context("fork") if method == "fork" else get_context("spawn")
        self._on_done = on_done
        self._waiting: deque[Task] = deque()
        self._workers: dict[Connection, _Worker] = {}

    def __enter__(self) -> Workers:
        """Nothing is started yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End all at once, whatever they are at work on."""
        for worker in self._workers.values():
            worker.process.kill()
        for connection, worker in self._workers.items():
            worker.process.join()
            connection.close()
        self._workers.clear()

    def add(self, task: Task) -> None:
        """Have it done; does not wait."""
        self._waiting.append(task)
        self._deal()

    def hear(self, seconds: float | None = None) -> None:
        """Take in what workers say, and deal out more; wait so long for one of them (None: as long as it takes)."""
        for connection in wait(list(self._workers), seconds):
            self._hear(connection)  # type: ignore[arg-type]  # wait() also takes sockets and handles; these are none
        self._deal()

    def finish(self) -> list[str]:
        """Wait until all is done, and give the files that are not: some if no process can be had, else none."""
        while self._workers and (self._waiting or any(worker.task for worker in self._workers.values())):
            self.hear()
        left = [path for task in self._waiting for path in task]
        self._waiting.clear()
        return left

    def _hear(self, connection: Connection) -> None:
        worker = self._workers[connection]
        try:
            answer: Answer = connection.recv()
        except (EOFError, OSError):
            self._bury(connection)
            return
        task, worker.task, worker.has_started = worker.task, (), True
        self._take(task, answer)

    def _take(self, task: Task, answer: Answer) -> None:
        for path in task:
            outcome = answer.get(path, CLEAN)
            if outcome is None:
                self._waiting.appendleft((path,))  # what takes long first
            else:
                self._on_done(path, outcome)

    def _bury(self, connection: Connection) -> None:
        """Find out which file a worker died of: if there were several in its task, by dealing them one by one."""
        worker = self._workers.pop(connection)
        connection.close()
        worker.process.join(_SECONDS_TO_DIE)
        worker.process.kill()
        worker.process.join()
        if len(worker.task) == 1:
            self._on_done(worker.task[0], _fatal(worker.task[0], worker.process.exitcode))
            return
        self._waiting.extendleft((path,) for path in worker.task)
        if not worker.task:  # it was no file: this system does not want so many processes, or none
            self._most = len(self._workers)

    def _deal(self) -> None:
        for connection, worker in list(self._workers.items()):
            if self._waiting and worker.has_started and not worker.task:
                self._give(connection, worker)
        starting = sum(not worker.has_started for worker in self._workers.values())
        for _ in range(min(len(self._waiting) - starting, self._most - len(self._workers))):
            self._start()

    def _give(self, connection: Connection, worker: _Worker) -> None:
        task = self._waiting.popleft()
        try:
            connection.send(task)
        except OSError:
            self._waiting.appendleft(task)
            self._bury(connection)
        else:
            worker.task = task

    def _start(self) -> None:
        try:
            ours, theirs = self._context.Pipe()
            with theirs, _interrupts_held():
                process = self._context.Process(target=work, args=(theirs, self._plan), daemon=True)
                process.start()
                self._workers[ours] = _Worker(process)
        except (OSError, AssertionError):  # no more processes for this user; or we are a daemon, which may have none
            self._most = len(self._workers)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait. What is started meanwhile never gets it: this process ends its workers itself."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _fatal(path: str, code: int | None) -> Outcome:
    how = f"with exit code {code}"
    if code is not None and code < 0:
        how = f"by {signal.Signals(-code).name}" if -code in set(signal.Signals) else f"by signal {-code}"
    return Outcome(is_checked=False, problem=f"{path}: not checked: the process that checked it was ended {how}")


# What a worker does.


def work(connection: Connection, plan: Plan) -> None:
    """Do what comes over the connection, until the process is ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        connection.send({})
        while True:
            connection.send(_answer(connection.recv(), plan))
    except (EOFError, OSError):  # the parent is gone
        return


def _end_with_parent() -> None:
    """Leave nothing behind, however the parent ends. Its pipes do not tell: workers forked later hold them open."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _answer(task: Task, plan: Plan) -> Answer:
    if len(task) == 1:
        return {task[0]: lint_file(task[0], plan, task[0])}
    return {path: outcome for path in task if (outcome := search_file(path, plan)) is not CLEAN}
