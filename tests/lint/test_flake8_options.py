"""flake8's own options act on these codes as on any other plugin's: the real flake8, in this process."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest
from flake8.main.cli import main  # type: ignore[import-untyped]

from mcp_lint.flake8_plugin import McpPlugin
from mcp_lint.settings import DEFAULT_SETTINGS

# MCP001 and MCP101, E225 for the missing spaces, and MCP901 if it is asked for.
FILE = """\
from mcp.types import CallToolResult
from mcp_server import DataToolOutput, registry

x=1


@registry.tool()
def lookup():
    return registry


@registry.tool()
def other(text) -> DataToolOutput:
    return CallToolResult(content=[text])
"""
Captured = pytest.CaptureFixture[bytes]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with two files; what one run sets is not the next one's."""
    monkeypatch.setattr(McpPlugin, "settings", DEFAULT_SETTINGS)
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    for name in ("a.py", "sub/b.py"):
        Path(name).write_text(FILE, encoding="utf-8")
    return tmp_path


def _flake8(capture: Captured, *arguments: str) -> list[str]:
    main(["--jobs=1", *arguments])
    out, err = capture.readouterr()
    assert err == b""
    return out.decode().splitlines()


def _codes(lines: list[str], name: str = "a.py") -> list[str]:
    """The codes that are reported of a file; other plugins may be installed too."""
    found = (re.fullmatch(rf"(?:\./)?{re.escape(name)}:\d+:\d+: (E225|MCP\d+) .*", line) for line in lines)
    return sorted(each[1] for each in found if each)


BOTH = ["MCP001", "MCP101"]
SELECTIONS: dict[str, list[str]] = {
    "": ["E225", *BOTH],
    "--select MCP": BOTH,
    "--select M": BOTH,
    "--select MCP0": ["MCP001"],
    "--select MCP101,E": ["E225", "MCP101"],
    "--select E": ["E225"],
    "--select MCP9": [],
    "--extend-select MCP9": ["E225", *BOTH],
    "--select E --extend-select MCP1": ["E225", "MCP101"],
    "--ignore MCP001": ["E225", "MCP101"],
    "--ignore MCP,E": [],
    "--extend-ignore MCP1": ["E225", "MCP001"],
    "--select MCP --ignore MCP001": ["MCP101"],
    "--select MCP --extend-ignore MCP1": ["MCP001"],
    "--select MCP001 --ignore MCP": ["MCP001"],
    "--mcp-enable MCP9": ["E225", *BOTH, "MCP901", "MCP901"],
    "--mcp-enable MCP9 --select MCP901": ["MCP901", "MCP901"],
    "--mcp-enable MCP9 --extend-ignore MCP901": ["E225", *BOTH],
    "--per-file-ignores a.py:MCP001": ["E225", "MCP101"],
    "--per-file-ignores ./a.py:MCP001,E": ["MCP101"],
    "--per-file-ignores sub/*:MCP": ["E225", *BOTH],
    "--select MCP --per-file-ignores a.py:MCP001": ["MCP101"],
    "--per-file-ignores a.py:MCP --extend-select MCP001": ["E225", "MCP001"],
    "--exclude a.py": [],
    "--disable-noqa": ["E225", *BOTH],
}


@pytest.mark.parametrize("options", SELECTIONS)
def test_what_is_reported(options: str, capsysbinary: Captured) -> None:
    """By selection, ignored codes, files."""
    assert _codes(_flake8(capsysbinary, "--isolated", *options.split(), ".")) == SELECTIONS[options]


IN_FILES = [options for options in SELECTIONS if options not in {"", "--disable-noqa"}]


@pytest.mark.parametrize(
    ("name", "options"), [*zip(cycle(("setup.cfg", "tox.ini", ".flake8")), IN_FILES, strict=False)]
)
def test_the_same_from_a_file(name: str, options: str, capsysbinary: Captured) -> None:
    """Whatever the file's name."""
    words = iter(options.split())
    lines = [f"{option.removeprefix('--')} =\n    {value}" for option, value in zip(words, words, strict=True)]
    Path(name).write_text("\n".join(["[flake8]", *lines, ""]), encoding="utf-8")
    assert _codes(_flake8(capsysbinary, ".")) == SELECTIONS[options]


def test_processes_change_nothing(capsysbinary: Captured) -> None:
    """The same report from two as from one, the settings included."""
    for number in range(12):
        Path(f"c{number}.py").write_text(FILE, encoding="utf-8")
    arguments = [sys.executable, "-m", "flake8", "--isolated", "--mcp-enable=MCP9", "."]
    run = subprocess.run([*arguments, "--jobs=2"], capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ""
    alone = _flake8(capsysbinary, "--isolated", "--mcp-enable=MCP9", ".")
    assert run.stdout.splitlines() == alone
    assert sum(" MCP" in line for line in alone) == 14 * 4


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ((), ["E225", *BOTH]),
        (("--per-file-ignores=x/*.py:MCP001",), ["E225", "MCP101"]),
        (("--exclude=x/*",), []),
        (("--select=MCP0",), ["MCP001"]),
    ],
)
def test_standard_input_under_a_name(options: tuple[str, ...], codes: list[str]) -> None:
    """As editors do; what is said of that name holds."""
    command = [sys.executable, "-m", "flake8", "--isolated", "--stdin-display-name=x/y.py", *options, "-"]
    run = subprocess.run(command, input=FILE, capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ""
    lines = run.stdout.splitlines()
    assert _codes(lines, "x/y.py") == codes
    assert all(line.startswith("x/y.py:") for line in lines)


def test_the_source_is_shown(capsysbinary: Captured) -> None:
    """With a mark below the place."""
    lines = _flake8(capsysbinary, "--isolated", "--select=MCP", "--show-source", "a.py")
    assert lines[0].startswith("a.py:8:5: MCP001 ")
    assert lines[1:3] == ["def lookup():", "    ^"]
    assert lines[3].startswith("a.py:14:12: MCP101 ")
    assert lines[4:] == ["    return CallToolResult(content=[text])", "           ^"]


FORMATS = {
    "%(path)s|%(row)d|%(col)d|%(code)s": ["a.py|8|5|MCP001", "a.py|14|12|MCP101"],
    "pylint": ["a.py:8: [MCP001] tool `lookup`", "a.py:14: [MCP101] there is"],
    "quiet-filename": ["a.py"],
    "quiet-nothing": [],
}


@pytest.mark.parametrize("form", FORMATS)
def test_formats(form: str, capsysbinary: Captured) -> None:
    """flake8's own, and the user's."""
    lines = _flake8(capsysbinary, "--isolated", "--select=MCP", "--format", form, "a.py")
    assert len(lines) == len(FORMATS[form])
    assert all(line.startswith(start) for line, start in zip(lines, FORMATS[form], strict=True))


def test_counts_and_statistics(capsysbinary: Captured) -> None:
    """And the exit code is flake8's."""
    lines = _flake8(capsysbinary, "--isolated", "--select=MCP", "--count", "--statistics", "-qq", ".")
    assert [line.split()[:2] for line in lines] == [["2", "MCP001"], ["2", "MCP101"], ["4"]]
    assert main(["--isolated", "--select=MCP", "a.py"]) == 1
    assert main(["--isolated", "--select=MCP", "--exit-zero", "a.py"]) == 0
    assert main(["--isolated", "--select=MCP9", "a.py"]) == 0


def test_output_file(capsysbinary: Captured) -> None:
    """Nothing on standard output."""
    assert _flake8(capsysbinary, "--isolated", "--select=MCP", "--output-file=out.txt", "a.py") == []
    assert _codes(Path("out.txt").read_text(encoding="utf-8").splitlines()) == BOTH


def test_the_plugin_can_be_required(capsysbinary: Captured) -> None:
    """By the name of its distribution."""
    assert _codes(_flake8(capsysbinary, "--isolated", "--require-plugins=flake8-mcp", "--select=MCP", "a.py")) == BOTH
