"""The forms of a report."""

from __future__ import annotations

import io
import json

import pytest

from mcp_lint.progress import Progress
from mcp_lint.report import Record, as_json, as_text, statistics

RECORDS = [
    Record("a b.py", 3, 5, "MCP102", "no sources: añada", 3, 9),
    Record("a b.py", 4, 1, "MCP001", "first", 4, 2),
    Record("c\udcff.py", 1, 1, "MCP001", "second", 1, 2),
]


def test_text_has_flake8s_form() -> None:
    """One line each."""
    assert as_text(RECORDS[:2]) == "a b.py:3:5: MCP102 no sources: añada\na b.py:4:1: MCP001 first\n"
    assert as_text([]) == ""
    assert as_text([Record("a\nb\r.py", 1, 1, "MCP001", "first", 1, 2)]) == "a\\nb\\r.py:1:1: MCP001 first\n"


def test_json_is_ascii_and_complete() -> None:
    """All fields; undecodable names survive."""
    text = as_json(RECORDS)
    objects = json.loads(text)
    assert text.isascii()
    assert [each["file"] for each in objects] == ["a b.py", "a b.py", "c\udcff.py"]
    assert objects[0] == {
        "file": "a b.py",
        "line": 3,
        "column": 5,
        "end_line": 3,
        "end_column": 9,
        "code": "MCP102",
        "message": "no sources: añada",
    }
    assert json.loads(as_json([])) == []


def test_statistics_count_by_code() -> None:
    """As flake8: padded count, code, first message."""
    assert statistics(RECORDS) == "2     MCP001 first\n1     MCP102 no sources: añada\n"
    assert statistics([]) == ""


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("seconds_a_file", "stream", "is_shown"),
    [(0.6, _Terminal(), True), (0.1, _Terminal(), False), (5.0, io.StringIO(), False)],
)
def test_progress_is_for_long_runs_on_terminals(
    seconds_a_file: float,
    stream: io.StringIO,
    is_shown: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Shown after a second, erased at the end; never in a file or a pipe."""
    monkeypatch.setenv("TERM", "xterm")
    now = 0.0
    with Progress(stream, lambda: now) as progress:
        for _ in range(3):
            now += seconds_a_file
            progress.find()
        progress.check()
        progress.end_search()
        for _ in range(2):
            now += seconds_a_file
            progress.check()
    text = stream.getvalue()
    assert ("\r3 files found" in text) is is_shown
    assert ("\r3/3 files checked" in text) is is_shown
    assert "1/" not in text  # nobody knew of how many
    assert text == "" or text.endswith("\r" + " " * len("3/3 files checked") + "\r")


def test_a_file_name_does_not_steer_the_terminal() -> None:
    """Nor does it break the line; bytes that no text has stay, so that the file can be opened by its name."""
    record = Record("a\x1b[31m\n\udcff é.py", 1, 1, "MCP001", "x", 1, 2)
    assert as_text([record]) == "a\\x1b[31m\\n\udcff é.py:1:1: MCP001 x\n"
