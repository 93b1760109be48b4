"""``# noqa`` as the installed flake8 takes it: each case is put to the real flake8 too."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from mcp_lint import noqa
from mcp_lint.noqa import without_silenced
from mcp_lint.violation import Violation

if TYPE_CHECKING:
    from pathlib import Path

    from mcp_lint.noqa import _Processor

# Each has undefined names in it: flake8 reports those as F821, at the places where these tests report F821 as well.
COMMENTS = [
    "",
    "# noqa",
    "#noqa",
    "# NOQA",
    "# NoQa: F821",
    "# noqa:F821",
    "# noqa: f821",
    "# noqa: F",
    "# noqa: F8",
    "# noqa: E501",
    "# noqa: E501,F821",
    "# noqa: E501 F821",
    "# noqa: E501, W291 , F821",
    "# noqa:  F821",
    "# noqa : F821",
    "# noqa: because",
    "# noqa F821",
    "# a comment # noqa: F821",
    "# noqa: F8210",
    "# flake8: noqa",
    "# flake8: noqa: F821",
    "# type: ignore # noqa",
    "# no qa",
]
TEXTS = {
    **{f"end of line: {comment}": f"missing  {comment}\n" for comment in COMMENTS},
    **{f"own line: {comment}": f"{comment}\nmissing\n" for comment in COMMENTS if comment},
    "string over lines": "x = '''\na\n''', missing  # noqa\nmissing\n",
    "string over lines, comment inside": "x = missing, '''\n# noqa\n'''\nmissing\n",
    "statement over lines": "print(\n    missing,\n    lost,  # noqa\n)\nmissing\n",
    "backslash": "x = \\\n    missing  # noqa\nmissing\n",
    "decorator": "@missing(\n    lost\n)  # noqa\ndef f():\n    missing\n",
    "indented": "def f():\n    missing  # noqa\n    missing\n",
    "f-string": "x = f'''\n{missing}\n'''  # noqa\n",
    "crlf": "print(\r\n    missing  # noqa\r\n)\r\nmissing\r\n",
    "cr": "missing  # noqa\rmissing\r",
    "no newline": "missing\nmissing  # noqa",
    "form feed": "\x0cmissing  # noqa\nmissing\n",
}


def _place(line: str) -> tuple[int, int]:
    _, row, column, _ = line.split(":", 3)
    return int(row), int(column)


def _write_all(folder: Path) -> None:
    for number, text in enumerate(TEXTS.values()):
        (folder / f"case_{number:03}.py").write_bytes(text.encode())


def _all_of_flake8(folder: Path, *options: str) -> dict[str, list[tuple[int, int]]]:
    command = [sys.executable, "-m", "flake8", "--isolated", "--jobs=1", "--select", "F821", *options]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    found: dict[str, list[tuple[int, int]]] = {}
    for line in run.stdout.splitlines():
        found.setdefault(line.partition(":")[0].removeprefix("./"), []).append(_place(line))
    return found


def _violation(line: int, column: int, code: str = "F821") -> Violation:
    return Violation(line=line, column=column, code=code, message="x", end_line=line, end_column=column + 1)


def test_flake8_silences_the_same(tmp_path: Path) -> None:
    """What flake8 reports with comments on is what stays of what it reports with them off."""
    _write_all(tmp_path)
    everything = _all_of_flake8(tmp_path, "--disable-noqa")
    audible = _all_of_flake8(tmp_path)
    for number, (title, text) in enumerate(TEXTS.items()):
        name = f"case_{number:03}.py"
        violations = [_violation(*place) for place in everything.get(name, [])]
        assert violations, title
        kept = [(each.line, each.column) for each in without_silenced(violations, text)]
        assert kept == audible.get(name, []), title


def test_disable_noqa() -> None:
    """All comments are passed over."""
    violation = _violation(1, 1)
    assert without_silenced([violation], "missing  # noqa\n", disable_noqa=True) == (violation,)
    assert without_silenced([violation], "# flake8: noqa\n", disable_noqa=True) == (violation,)
    assert without_silenced([violation], "x\n  # flake8: noqa\n") == ()


@pytest.mark.parametrize("line", [0, 1, 2, 99])
def test_lines_that_are_not_there(line: int) -> None:
    """An empty text, and places past the end, are no fault."""
    assert without_silenced([_violation(line, 1)], "") == (_violation(line, 1),)


def test_text_that_this_python_cannot_tokenize(monkeypatch: pytest.MonkeyPatch) -> None:
    """The physical line decides: half a file, or a newer Python's syntax."""
    text = "x = (\nmissing  # noqa\nmissing\n"
    kept = without_silenced([_violation(2, 1), _violation(3, 1)], text)
    assert kept == (_violation(3, 1),)

    class Broken:
        filename = "-"
        lines = ("missing  # noqa\n", "missing\n")

        def should_ignore_file(self) -> bool:
            return False

        def noqa_line_for(self, line_number: int) -> str:
            raise ValueError(line_number)

    def broken(_: str) -> _Processor:
        return Broken()  # type: ignore[return-value]

    monkeypatch.setattr(noqa, "_processor_of", broken)
    assert without_silenced([_violation(1, 1), _violation(2, 1)], text) == (_violation(2, 1),)
