"""Every file of whole trees, and made-up inputs: ``python -m tests.trial.run PATH ... --inputs 100000 --jobs 2``.

Each goes through the whole check, the search before it left out, and through what `examine` holds it to. The report
says how many there were, what was reported, which ones libcst cannot read, the slowest ones, and every fault; of each
kind of fault in made-up inputs, the smallest input that still shows it. The exit status is 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .examine import Examined, Kind, examine
from .inputs import input_of, valid_modules
from .shrink import kind_of, kinds_in, shrink
from .workers import Died, answers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SLOWEST = 15
SHOWN_FAULTS = 40
EVERY = 500
SECONDS_OF_A_SMALL_INPUT = 20


@dataclass(frozen=True, slots=True)
class Sample:
    """One input: a file to be read, or bytes that are no file's."""

    name: str
    data: bytes | None = None

    def read(self) -> bytes:
        """Its bytes."""
        return Path(self.name).read_bytes() if self.data is None else self.data


@dataclass(slots=True)
class Report:
    """What has been found so far."""

    kinds: Counter[Kind] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    lines: int = 0
    seconds: list[tuple[float, str]] = field(default_factory=list)
    reported: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    faults: list[tuple[Sample, str]] = field(default_factory=list)

    def add(self, sample: Sample, answer: Examined | Died) -> None:
        """Take in what came out of one input."""
        if isinstance(answer, Died):
            self.faults.append((sample, answer.reason))
            return
        self.kinds[answer.kind] += 1
        self.codes.update(answer.codes)
        self.lines += answer.lines
        self.seconds = sorted([*self.seconds, (answer.seconds, sample.name)], reverse=True)[:SLOWEST]
        self.faults += [(sample, fault) for fault in answer.faults]
        if answer.codes and sample.data is None:
            self.reported.append(f"{sample.name} ({', '.join(sorted(set(answer.codes)))})")
        if answer.kind is Kind.NOT_LIBCST:
            self.unread.append(sample.name)

    def __str__(self) -> str:
        """All of it, for people."""
        parts = [
            f"{self.kinds.total()} inputs, {self.lines} lines, {len(self.faults)} faults",
            _table("what they are", [f"{count:8} {kind.value}" for kind, count in self.kinds.most_common()]),
            _table("reports, all rules on", [f"{count:8} {code}" for code, count in sorted(self.codes.items())]),
            _table("files with a report", self.reported),
            _table("read by Python, not by libcst", self.unread[:SHOWN_FAULTS]),
            _table("the slowest", [f"{seconds:8.2f} s {name}" for seconds, name in self.seconds]),
            _table("faults", [f"{sample.name}: {fault}" for sample, fault in self.faults[:SHOWN_FAULTS]]),
        ]
        return "\n".join(part for part in parts if part)


def _table(title: str, rows: list[str]) -> str:
    return "\n".join([f"{title}:", *(f"  {row}" for row in rows)]) if rows else ""


def look_at(sample: Sample) -> Examined:
    """Examine one input; in a process of its own."""
    return examine(sample.read())


def _samples(paths: Iterable[str], inputs: int, modules: int, first: int) -> Iterator[Sample]:
    for path in map(Path, paths):
        for file in sorted(path.glob("**/*.py")) if path.is_dir() else [path]:
            if file.is_file():
                yield Sample(str(file))
    for seed in range(first, first + inputs):
        yield Sample(f"input {seed}", input_of(seed))
    for number, data in enumerate(itertools.islice(valid_modules(first), modules)):
        yield Sample(f"module {number}", data)


def _smallest(report: Report) -> Iterator[str]:
    """Of each kind of fault in made-up inputs, the smallest input found to show it."""
    kinds: dict[str, Sample] = {}
    for sample, fault in report.faults:
        if sample.data is not None:
            kinds.setdefault(kind_of(fault), sample)
    for kind, sample in kinds.items():
        data = shrink(sample.read(), functools.partial(_shows, kind))
        yield f"---- {kind} ({sample.name})\n{data!r}"


def _shows(kind: str, data: bytes) -> bool:
    return kind in kinds_in(data, SECONDS_OF_A_SMALL_INPUT)


def main() -> int:
    """Run, and say how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", help="files, and folders of files")
    parser.add_argument("--inputs", type=int, default=0, help="how many made-up inputs")
    parser.add_argument("--modules", type=int, default=0, help="how many valid modules that hypothesmith writes")
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--seconds", type=float, default=300, help="how long one input may take")
    given = parser.parse_args()
    started, report = time.monotonic(), Report()
    samples = _samples(given.paths, given.inputs, given.modules, given.first)
    for number, (sample, answer) in enumerate(
        answers(samples, look_at, jobs=given.jobs, seconds=given.seconds), start=1
    ):
        report.add(sample, answer)
        if number % EVERY == 0:
            shown = f"{number} inputs, {len(report.faults)} faults, {time.monotonic() - started:.0f} s"
            print(shown, file=sys.stderr, flush=True)
    print(f"{report}\n{time.monotonic() - started:.0f} s with {given.jobs} processes")
    for text in _smallest(report):
        print(text)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
