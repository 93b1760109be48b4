"""Next to other plugins: each reports its own, and none keeps another from it.

The nox session ``other-plugins`` installs them.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

IS_COMPLETE = all(map(importlib.util.find_spec, ("bugbear", "flake8_async", "flake8_annotations")))
pytestmark = pytest.mark.skipif(not IS_COMPLETE, reason="the other plugins are not installed")
FILE = """\
import trio
from mcp_server import registry


@registry.tool()
async def lookup(places=[]):
    with trio.move_on_after(1):
        total=len(places)
    return total


@registry.tool()
def silent(places=[]):  # noqa: MCP001
    return None
"""
# pycodestyle, flake8-annotations, flake8-async, flake8-bugbear, and this one.
EXPECTED = {"E225", "ANN201", "ASYNC100", "B006", "MCP001"}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_all_report(jobs: str, tmp_path: Path) -> None:
    """In one process and in several; with a comment for one code, the others' stay."""
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).write_text(FILE, encoding="utf-8")
    command = [sys.executable, "-m", "flake8", "--isolated", f"--jobs={jobs}", "."]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ""
    reports = [line.split(":", 3) for line in run.stdout.splitlines()]
    found = {(name, int(line), text.split()[0]) for name, line, _, text in reports}
    for name in ("./a.py", "./b.py", "./c.py"):
        assert {code for path, _, code in found if path == name} >= EXPECTED
        assert {line for path, line, code in found if (path, code) == (name, "MCP001")} == {6}
        assert {line for path, line, code in found if (path, code) == (name, "B006")} == {6, 13}
