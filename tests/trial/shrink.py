"""Make an input that shows a fault as small as it can be: delete what can go, and keep the fault."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .examine import examine
from .workers import Died, answers

if TYPE_CHECKING:
    from collections.abc import Callable

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")


def kind_of(fault: str) -> str:
    """What two faults of one kind share: the step and where it was, or, without a place, the first words."""
    step, _, rest = fault.partition(": ")
    return f"{step} {rest.partition(':')[0]} {fault.rpartition('(in ')[2]}" if "(in " in fault else step


def kinds_in(data: bytes, seconds: float) -> set[str]:
    """The kinds of fault that an input shows, found out in a process of its own, which may die."""
    ((_, answer),) = answers([data], examine, jobs=1, seconds=seconds)
    return {kind_of(answer.reason)} if isinstance(answer, Died) else set(map(kind_of, answer.faults))


def shrink(data: bytes, is_faulty: Callable[[bytes], bool]) -> bytes:
    """The input without the lines and then the tokens that are not needed for it to be faulty."""
    for pattern in (_LINE, _TOKEN, re.compile(rb".", re.DOTALL)):
        data = b"".join(_needed(pattern.findall(data), lambda parts: is_faulty(b"".join(parts))))
    return data


def _needed(parts: list[bytes], is_faulty: Callable[[list[bytes]], bool]) -> list[bytes]:
    size = len(parts) // 2
    while size:
        start = 0
        while start < len(parts):
            shorter = parts[:start] + parts[start + size :]
            if is_faulty(shorter):
                parts = shorter
            else:
                start += size
        size //= 2
    return parts
