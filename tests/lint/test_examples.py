"""The main job on real input: the real commands, as processes, on the plugin in examples/."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MARKER = re.compile(r"# expect: (MCP\d{3})@(\d+)")
REPORTED = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<code>MCP\d{3}) \S.*")
COMMANDS = {
    "flake8": ["flake8", "--select", "MCP", "examples/"],
    "flake8 --jobs 1": ["flake8", "--jobs", "1", "--select", "MCP", "examples/"],
    "mcp-lint": ["mcp-lint", "examples/"],
}

Place = tuple[str, int, int, str]


def _marked() -> list[Place]:
    """Return file, line, column and code of each marker in examples/."""
    return sorted(
        (path.relative_to(ROOT).as_posix(), number, int(marker[2]), marker[1])
        for path in ROOT.glob("examples/**/*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for marker in MARKER.finditer(line)
    )


def _place(line: str) -> Place:
    """Parse one line of the output; any other line fails the test."""
    match = REPORTED.fullmatch(line)
    assert match, f"not a report: {line!r}"
    file = Path(match["file"]).as_posix()
    return file, int(match["line"]), int(match["column"]), match["code"]


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    program = Path(sysconfig.get_path("scripts"), command[0])
    return subprocess.run([program, *command[1:]], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


def test_the_faulty_example_has_faults_of_many_kinds_and_the_conforming_one_has_none() -> None:
    """The markers themselves: nearly each of another code, and all in files that are named for it."""
    marked = _marked()
    assert {Path(file).name for file, *_ in marked} <= {"faulty.py", "refused.py"}
    faulty = [code for file, *_, code in marked if file == "examples/energy_balance/faulty.py"]
    assert len(set(faulty)) >= 10


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_exactly_the_planted_faults_are_reported(command: list[str]) -> None:
    """Right code, line and column for each, and nothing else anywhere."""
    run = _run(command)
    assert sorted(_place(line) for line in run.stdout.splitlines()) == _marked()
    assert (run.returncode, run.stderr) == (1, "")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_the_conforming_example_is_clean(command: list[str]) -> None:
    """No output, and exit 0, for a plugin that keeps the contract."""
    run = _run([*command[:-1], "examples/energy_balance/conforming.py"])
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
