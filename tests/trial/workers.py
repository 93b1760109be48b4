"""Work spread over processes that may die or hang: what they were at is known, and the others go on."""

from __future__ import annotations

import multiprocessing
import time
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection

Task = TypeVar("Task")
Answer = TypeVar("Answer")
# A process of its own, with nothing of ours in it.
_CONTEXT = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Died:
    """A process ended, or had to be ended, before it gave an answer."""

    reason: str


def answers(
    tasks: Iterable[Task], work: Callable[[Task], Answer], *, jobs: int, seconds: float
) -> Iterator[tuple[Task, Answer | Died]]:
    """Do the work on each task, in no order; the process of a task that takes longer than ``seconds`` is ended.

    ``work`` is a function that a module has by name; tasks and answers can be pickled.
    """
    waiting = iter(tasks)
    busy: dict[Connection, _Worker[Task, Answer]] = {}
    try:
        for task in _first(waiting, jobs):
            worker = _Worker(work, seconds, task)
            busy[worker.pipe] = worker
        while busy:
            ready = set(wait(list(busy), timeout=1))
            for worker in [worker for pipe, worker in busy.items() if pipe in ready or worker.is_late()]:
                done, answer = worker.task, worker.answer(is_ready=worker.pipe in ready)
                del busy[worker.pipe]
                for task in _first(waiting, 1):
                    following = _Worker(work, seconds, task) if isinstance(answer, Died) else worker.take(task)
                    busy[following.pipe] = following
                if worker.pipe not in busy:
                    worker.end()
                yield done, answer
    finally:
        for worker in busy.values():
            worker.end()


def _first(tasks: Iterator[Task], count: int) -> list[Task]:
    return [task for _, task in zip(range(count), tasks, strict=False)]


class _Worker(Generic[Task, Answer]):
    """One process, and the task that it is at."""

    def __init__(self, work: Callable[[Task], Answer], seconds: float, task: Task) -> None:
        self.pipe, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(theirs, work), daemon=True)
        self._process.start()
        theirs.close()
        self._seconds = seconds
        self.take(task)

    def take(self, task: Task) -> _Worker[Task, Answer]:
        self.task = task
        self._deadline = time.monotonic() + self._seconds
        self.pipe.send(task)
        return self

    def is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def answer(self, *, is_ready: bool) -> Answer | Died:
        if not is_ready:
            self.end()
            return Died(f"no answer within {self._seconds:g} s")
        try:
            answer: Answer = self.pipe.recv()
        except EOFError:
            self._process.join()
            return Died(f"the process ended, exit code {self._process.exitcode}")
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection, work: Callable[[Task], Answer]) -> None:
    while True:
        try:
            task: Task = pipe.recv()
        except EOFError:
            return
        pipe.send(work(task))
