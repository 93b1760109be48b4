"""Many more generated programs than a test run has time for: ``python -m tests.agreement.long_run 100000``.

Half of the programs are followed ones and half wide ones, and one module of registrations goes with fifty of them. The
report names each kind of disagreement, how often it was met, and the smallest module that shows it. The exit status is
1 if there is one. ``--first`` gives the first seed, so that two runs need not see the same programs.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from .comparison import Disagreement, compare
from .programs import write_program
from .registrations import StartDisagreement, compare_start, shrink_module, write_module
from .scope import Profile
from .shrink import shrink

CHUNK = 100
MODULES_IN_CHUNK = 2


@dataclass(slots=True)
class Report:
    """What has been found so far; of each kind, the shortest program."""

    programs: int = 0
    modules: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    shortest: dict[str, tuple[Profile | None, Disagreement | StartDisagreement]] = field(default_factory=dict)
    crashes: list[str] = field(default_factory=list)

    def add(self, profile: Profile | None, found: Disagreement | StartDisagreement) -> None:
        """Count a disagreement."""
        kind = f"{profile.value if profile else 'start'}: {found.kind}"
        self.counts[kind] += 1
        known = self.shortest.get(kind)
        if known is None or len(_source(found)) < len(_source(known[1])):
            self.shortest[kind] = profile, found

    def merge(self, other: Report) -> None:
        """Take in what another part of the run has found."""
        self.programs += other.programs
        self.modules += other.modules
        self.crashes += other.crashes
        for kind, (profile, found) in other.shortest.items():
            self.add(profile, found)
            self.counts[kind] += other.counts[kind] - 1

    def __str__(self) -> str:
        """How many of each kind there are."""
        lines = [
            f"{self.programs} programs, {self.modules} modules of registrations: {self.counts.total()} disagreements"
        ]
        counts = (f"{count:6} {kind}" for kind, count in self.counts.most_common())
        return "\n".join([*lines, *counts, *(f"could not be compared: {crash}" for crash in self.crashes)])


def _source(found: Disagreement | StartDisagreement) -> str:
    return found.source if isinstance(found, StartDisagreement) else found.program.source


def run_chunk(first: int) -> Report:
    """Compare the programs of a hundred seeds, each once for each profile."""
    logging.disable(logging.CRITICAL)
    report = Report()
    for seed in range(first, first + CHUNK // len(Profile)):
        for profile in Profile:
            report.programs += 1
            _compare(report, seed, profile)
    for seed in range(first, first + MODULES_IN_CHUNK):
        report.modules += 1
        for start in compare_start(write_module(seed)):
            report.add(None, start)
    return report


def _compare(report: Report, seed: int, profile: Profile) -> None:
    try:
        for found in compare(write_program(seed, profile), profile):
            report.add(profile, found)
    except Exception as error:  # one program must not end a run of an hour
        report.crashes.append(f"{profile.value} {seed}: {type(error).__name__}: {error}")


def _smallest(profile: Profile | None, found: Disagreement | StartDisagreement) -> str:
    if isinstance(found, StartDisagreement):
        return f"{found.function}\n{shrink_module(found).source}"
    assert profile is not None
    return str(shrink(found, profile))


def main() -> int:
    """Run, and say how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=int, help="how many programs")
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    given = parser.parse_args()
    started, report = time.monotonic(), Report()
    firsts = range(given.first, given.first + given.programs // len(Profile), CHUNK // len(Profile))
    with multiprocessing.Pool(given.jobs) as pool:
        for number, part in enumerate(pool.imap_unordered(run_chunk, firsts), start=1):
            for kind, (_, found) in part.shortest.items():  # at once: a run that is broken off has said it
                print(f"{kind}\n{_source(found)}", file=sys.stderr, flush=True)
            report.merge(part)
            if number % 10 == 0:
                shown = f"{report.programs} of {given.programs}, {report.counts.total()} disagreements"
                print(f"{shown}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print(report)
    for kind, (profile, found) in sorted(report.shortest.items()):
        print(f"\n---- {kind}\n{_smallest(profile, found)}")
    return 1 if report.counts or report.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
