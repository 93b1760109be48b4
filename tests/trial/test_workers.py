"""The processes of a long run may die, and the run goes on."""

from __future__ import annotations

import os
import time

from .workers import Died, answers


def _work(task: str) -> str:
    if task == "dies":
        os._exit(3)
    if task == "hangs":
        time.sleep(600)
    return task.upper()


def test_all_tasks_are_done_by_some_processes() -> None:
    """Whatever there are more of."""
    for jobs, tasks in ((2, [str(number) for number in range(20)]), (3, ["a"]), (1, [])):
        assert sorted(answers(tasks, _work, jobs=jobs, seconds=60)) == sorted((task, task.upper()) for task in tasks)


def test_a_process_that_dies_takes_one_task_along() -> None:
    """The next task has a new process."""
    found = dict(answers(["a", "dies", "b"], _work, jobs=1, seconds=60))
    assert found == {"a": "A", "dies": Died("the process ended, exit code 3"), "b": "B"}


def test_a_process_that_takes_too_long_is_ended() -> None:
    """Its task is named."""
    assert list(answers(["hangs"], _work, jobs=1, seconds=0.5)) == [("hangs", Died("no answer within 0.5 s"))]
