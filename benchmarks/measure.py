"""Running programs and timing them: in turns, so that what else the machine does falls on all alike."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Command = list[str]
# Linters end with 1 where they find something, and mcp-lint with 2 where a file is no Python.
LINTED = (0, 1, 2)


class BenchmarkError(Exception):
    """What ends the run, in words for the user."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds that the runs of one program took. ``cpu``: in user and system mode; zeros on Windows."""

    wall: tuple[float, ...]
    cpu: tuple[float, ...]

    @property
    def least(self) -> float:
        """The wall time of the quickest run: the others were disturbed more."""
        return min(self.wall)

    def __str__(self) -> str:
        """The quickest run and the slowest, so that a reader sees how they scatter."""
        return f"{self.least:.2f} s ({len(self.wall)} runs, at most {max(self.wall):.2f} s)"


def run(command: Sequence[str], accepted: Sequence[int] = (0,)) -> subprocess.CompletedProcess[str]:
    """Run a program without what the user's environment tells Python; an exit code not accepted is an error."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(  # noqa: S603 (programs of environments made for this, paths of the user's)
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode not in accepted or "Traceback (most recent call last)" in done.stderr:
        tail = "\n".join([*done.stdout.splitlines()[-5:], *done.stderr.splitlines()[-20:]])
        msg = f"{command[0]} ended with {done.returncode}:\n{tail}"
        raise BenchmarkError(msg)
    return done


def time_in_turns(commands: Mapping[str, Command], rounds: int, accepted: Sequence[int] = LINTED) -> dict[str, Times]:
    """Time each program so many times, after a run that is not counted, every second round in the opposite order."""
    for command in commands.values():
        run(command, accepted)
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for number in range(rounds):
        for name in list(commands)[:: -1 if number % 2 else 1]:
            seen[name].append(_time(commands[name], accepted))
    return {name: Times(*zip(*pairs, strict=True)) for name, pairs in seen.items()}


def _time(command: Command, accepted: Sequence[int]) -> tuple[float, float]:
    began, cpu_before = time.perf_counter(), _cpu_of_children()
    run(command, accepted)
    return time.perf_counter() - began, _cpu_of_children() - cpu_before


def _cpu_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system
