"""Measure how quick the linter is, on a tree of your own; see README.md beside this file.

Run it as `python benchmarks/run.py PATH...`. Needs CPython and pip alone: it makes virtual environments in a temporary
folder, with the tools to compare with. It is no test: it ends with 0 whatever it measures, and with 2 where
it cannot measure.
"""

from __future__ import annotations

import argparse
import functools
import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from environments import Environments
from generated_files import GROWING
from measure import BenchmarkError, Times, run, time_in_turns
from report import Line, as_json, as_table, machine, write_results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

HERE = Path(__file__).resolve().parent
MANY, FEW = 10_000, 100
# flake8-async takes ten times as long as all else.
MOST_ROUNDS_OF_ASYNC = 3
# Starting a program takes so little that it must be done often.
STARTS_PER_ROUND = 4
# What mcp-lint leaves out, so that ruff reads the same files; both leave out what git ignores.
LEFT_OUT = (".git", ".hg", ".svn", ".tox", ".nox", ".venv", ".eggs", "node_modules", "__pycache__")


@dataclass(frozen=True, slots=True)
class File:
    """A file of the tree. ``is_parsed``: it looks as if it had tools, so the linter parses it."""

    path: str
    bytes: int
    lines: int
    is_parsed: bool


class Bench:
    """One run: the user's tree, and where to measure."""

    def __init__(self, paths: Sequence[str], repeat: int, sample: int, folder: Path) -> None:
        """Measure on these paths; ``sample``: on how many of their files flake8 runs, which takes its time."""
        self.paths = [str(Path(path).resolve()) for path in paths]
        self.repeat = repeat
        self.sample_size = sample
        self.folder = folder
        self.environments = Environments(folder)

    @functools.cached_property
    def tree(self) -> list[File]:
        """All files that mcp-lint finds in the tree."""
        found = [File(**each) for each in self.job("files", *self.paths)]
        if not found:
            msg = "there is no Python file in the given paths"
            raise BenchmarkError(msg)
        return found

    @property
    def remark(self) -> str:
        """What to say where the tree is smaller than the goals are for."""
        return "" if len(self.tree) >= MANY else f"; the goal is for {MANY:,} files or more"

    @property
    def sample(self) -> list[File]:
        """The files that flake8 runs on."""
        return spread(self.tree, self.sample_size)

    def job(self, name: str, *arguments: str) -> Any:
        """What a job of in_process.py gives."""
        return json.loads(run([self.environments.plugin.python, str(HERE / "in_process.py"), name, *arguments]).stdout)

    def folder_of(self, name: str, files: Sequence[File]) -> str:
        """A new folder with links to the files."""
        folder = self.folder / name
        folder.mkdir()
        for number, file in enumerate(files):
            (folder / f"{number:05}.py").symlink_to(file.path)
        return str(folder)


def spread(files: Sequence[File], number: int) -> list[File]:
    """So many of the files, at equal distances."""
    step = max(1, len(files) / number)
    return [files[int(index * step)] for index in range(min(number, len(files)))]


def described(files: Sequence[File]) -> str:
    """How many files these are, how large, and how many of them are parsed."""
    size, lines = sum(file.bytes for file in files) / 1e6, sum(file.lines for file in files)
    parsed = sum(file.is_parsed for file in files)
    return f"{len(files):,} files, {lines:,} lines, {size:.1f} MB, {parsed:,} of them not cleared by the prefilter"


# The benchmarks: each gives its lines of the table.


def flake8(bench: Bench) -> Iterator[Line]:
    """flake8 with the plugin, and without it."""
    paths = [file.path for file in bench.sample]
    made = {"with": bench.environments.plugin, "without": bench.environments.bare}
    commands = {name: [each.program("flake8"), "--isolated", "-j1", *paths] for name, each in made.items()}
    times = time_in_turns(commands, bench.repeat)
    yield Line(
        "flake8",
        "flake8 with the plugin / flake8 without it, `-j1`",
        goal=1.03,
        measured=ratio(times["with"], times["without"]),
        details=f"{both(times)}; of CPU time {cpu_ratio(times['with'], times['without']):.3f}; "
        f"on {described(bench.sample)}",
    )


def flake8_async(bench: Bench) -> Iterator[Line]:
    """flake8 with flake8-async, and with the plugin."""
    paths = [file.path for file in bench.sample]
    made = {"flake8-async": bench.environments.flake8_async, "this plugin": bench.environments.plugin}
    commands = {name: [each.program("flake8"), "--isolated", "-j1", *paths] for name, each in made.items()}
    times = time_in_turns(commands, min(bench.repeat, MOST_ROUNDS_OF_ASYNC))
    yield Line(
        "flake8-async",
        "flake8 with flake8-async / flake8 with this plugin, `-j1`",
        goal=8,
        measured=ratio(times["flake8-async"], times["this plugin"]),
        details=f"{both(times)}; on {described(bench.sample)}",
        is_floor=True,
    )


def ruff(bench: Bench) -> Iterator[Line]:
    """mcp-lint on the whole tree, and ruff on the same files."""
    program = bench.environments.ruff.program("ruff")
    files = ["--isolated", "--config", 'include=["*.py"]', "--config", f"exclude={json.dumps(LEFT_OUT)}"]
    check = [program, "check", "--select", "FAST", "--no-cache", "--quiet", *files]
    commands = {
        "mcp-lint": [bench.environments.plugin.program("mcp-lint"), "--isolated", *bench.paths],
        "ruff": [*check, *bench.paths],
    }
    read_by_ruff = len(run([*check, "--show-files", *bench.paths]).stdout.splitlines())
    times = time_in_turns(commands, bench.repeat)
    yield Line(
        "ruff",
        "mcp-lint / `ruff check --select FAST --no-cache`",
        goal=0.5,
        measured=ratio(times["mcp-lint"], times["ruff"]),
        details=f"{both(times)}; on {described(bench.tree)}, ruff read {read_by_ruff:,}{bench.remark}",
    )


def start(bench: Bench) -> Iterator[Line]:
    """mcp-lint on a file without tools, and Python doing nothing."""
    path = bench.folder / "no_tools.py"
    path.write_text('"""Nothing to see."""\n\nANSWER = 42\n', encoding="utf-8")
    made = bench.environments.plugin
    lint = [made.program("mcp-lint"), "--isolated", str(path)]
    nothing = [made.python, "-c", "pass"]
    times = time_in_turns({"mcp-lint": lint, "python": nothing}, bench.repeat * STARTS_PER_ROUND)
    typical = {name: statistics.median(each.wall) * 1e3 for name, each in times.items()}
    yield Line(
        "start",
        "mcp-lint on a file without tools - `python -c pass`",
        goal=60,
        measured=typical["mcp-lint"] - typical["python"],
        details=f"medians {typical['mcp-lint']:.1f} ms and {typical['python']:.1f} ms, ratio "
        f"{typical['mcp-lint'] / typical['python']:.2f}",
        unit=" ms",
    )
    program = "import sys; from mcp_lint.cli import main; sys.exit(main(sys.argv[1:]))"
    traced = run([made.python, "-X", "importtime", "-c", program, *lint[1:]])
    modules = [line.rpartition("|")[2].strip() for line in traced.stderr.splitlines()]
    yield Line(
        "start",
        "modules of libcst imported for it",
        goal=0,
        measured=sum(module.partition(".")[0] == "libcst" for module in modules),
        details=f"{len(modules) - 1} modules imported in all, those of Python's own start counted",
    )


def parse(bench: Bench) -> Iterator[Line]:
    """The whole check of files full of tools, and libcst's parser alone."""
    for kind, seconds in bench.job("full_of_tools", str(bench.repeat)).items():
        yield Line(
            "parse",
            f"a file full of {kind} tools: whole check / `libcst.parse_module`",
            goal=1.5,
            measured=seconds["check"] / seconds["parse"],
            details=f"{seconds['check'] * 1e3:.1f} ms and {seconds['parse'] * 1e3:.1f} ms of CPU time, in one process",
        )


def growth(bench: Bench) -> Iterator[Line]:
    """What a unit costs in a large file, and in smaller ones."""
    for what, costs in bench.job("growth", str(bench.repeat)).items():
        unit, _, sizes = GROWING[what]
        ours = [check - parsed for check, parsed in zip(costs["check"], costs["parse"], strict=True)]
        yield Line(
            "growth",
            f"{sizes[-1]:,} {what}: cost of one / in smaller files",
            goal=1.3,
            measured=growth_of(costs["check"]),
            details=f"µs a {unit} of {', '.join(f'{size:,}' for size in sizes)}: {in_microseconds(costs['check'])}; "
            f"libcst's parser alone: {in_microseconds(costs['parse'])}, ratio {growth_of(costs['parse']):.2f}; "
            f"the rest: ratio {growth_of(ours):.2f}",
        )


def memory(bench: Bench) -> Iterator[Line]:
    """The most memory that mcp-lint has for many files, and for few of them."""
    many = spread(bench.tree, MANY)
    peaks = {"many": _peak(bench, "many", many)}
    for name, which, few in (
        ("spread", "100 at equal distances", spread(many, FEW)),
        ("largest", "the 100 that need most", largest(many, FEW)),
    ):
        peaks[name] = _peak(bench, name, few)
        yield Line(
            "memory",
            f"memory of mcp-lint: {len(many):,} files / {which}",
            goal=1.2,
            measured=peaks["many"] / peaks[name],
            details=f"at most {peaks['many'] / 1024:.1f} MiB and {peaks[name] / 1024:.1f} MiB; the few are "
            f"{described(few)}{bench.remark}",
        )


def _peak(bench: Bench, name: str, files: Sequence[File]) -> int:
    folder = bench.folder_of(name, files)
    command = [bench.environments.plugin.python, str(HERE / "peak_memory.py"), "--isolated", "--exit-zero", folder]
    return int(run(command, accepted=(0, 1, 2)).stderr.splitlines()[-1])


def largest(files: Sequence[File], number: int) -> list[File]:
    """Those that need the most memory each: half of them the largest that are parsed, the rest the largest of all."""
    by_size = sorted(files, key=lambda file: file.bytes, reverse=True)
    parsed = [file for file in by_size if file.is_parsed][: number // 2]
    return [*parsed, *(file for file in by_size if file not in parsed)][:number]


def ratio(one: Times, other: Times) -> float:
    """How much longer one takes, by the quickest run of each."""
    return one.least / other.least


def cpu_ratio(one: Times, other: Times) -> float:
    """The same of CPU time; 0 where the system does not count it."""
    return min(one.cpu) / min(other.cpu) if min(other.cpu) else 0.0


def both(times: dict[str, Times]) -> str:
    """Both walls."""
    return ", ".join(f"{name} {each}" for name, each in times.items())


def growth_of(costs: Sequence[float]) -> float:
    """How much more a unit costs at the largest size than at that of the smaller ones where it costs least."""
    return costs[-1] / min(costs[:-1])


def in_microseconds(costs: Sequence[float]) -> str:
    """The costs, for a reader."""
    return ", ".join(f"{cost * 1e6:,.0f}" for cost in costs)


BENCHMARKS: dict[str, Callable[[Bench], Iterator[Line]]] = {
    "flake8": flake8,
    "flake8-async": flake8_async,
    "ruff": ruff,
    "start": start,
    "parse": parse,
    "growth": growth,
    "memory": memory,
}


def main() -> int:
    """Measure, and print the table."""
    parser = _parser()
    given = parser.parse_args()
    if given.write and given.only:
        parser.error("--write needs all benchmarks")
    try:
        lines, setting = _measure(given)
    except BenchmarkError as error:
        print(f"cannot measure: {error}", file=sys.stderr)
        return 2
    sys.stdout.write(as_json(lines, setting) if given.json else "\n".join(["; ".join(setting), "", as_table(lines)]))
    if given.write:
        write_results(lines, setting)
    return 0


def _measure(given: argparse.Namespace) -> tuple[list[Line], list[str]]:
    lines: list[Line] = []
    with tempfile.TemporaryDirectory(prefix="mcp-lint-benchmarks-") as folder:
        bench = Bench(given.paths, given.repeat, given.sample, Path(folder))
        for name in given.only or BENCHMARKS:
            print(f"measuring {name} ...", file=sys.stderr)
            lines += BENCHMARKS[name](bench)
        versions = [f"{name} {version}" for name, version in bench.environments.versions().items()]
        return lines, [machine(), *versions, described(bench.tree)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files and folders to measure on")
    parser.add_argument("--only", action="append", choices=BENCHMARKS, metavar="NAME", help=f"{', '.join(BENCHMARKS)}")
    parser.add_argument("--repeat", type=_positive, default=5, metavar="N", help="rounds of each (default: 5)")
    parser.add_argument(
        "--sample", type=_positive, default=200, metavar="N", help="files that flake8 runs on (default: 200)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--write", action="store_true", help="also write the table in README.md beside this file")
    return parser


def _positive(written: str) -> int:
    number = int(written)
    if number < 1:
        raise ValueError
    return number


if __name__ == "__main__":
    sys.exit(main())
