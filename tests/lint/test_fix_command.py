"""``mcp-lint --fix`` and ``--diff``: streams, exit codes and files, mostly as real processes."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mcp_lint import cli
from mcp_lint.diff import unified_diff
from mcp_lint.rewrite import Rewrite, replace_file

FAULTY = "from elsewhere import registry\n\n\n@registry.tool()\ndef lookup():\n    return registry.result\n"
MENDED = FAULTY.replace("registry\n\n", "registry\nfrom mcp_server import DataToolOutput\n\n").replace(
    "lookup()", "lookup() -> DataToolOutput"
)
BY_HAND = FAULTY.replace("registry.result", '"text"')
Captured = pytest.CaptureFixture[str]
FIXED_ONE = "mcp-lint: fixed 1 violation in 1 file\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with one file that can be mended and one that cannot."""
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(FAULTY, encoding="utf-8")
    Path("b.py").write_text(BY_HAND, encoding="utf-8")
    return tmp_path


def _main(*arguments: str) -> int:
    return cli.main(["--isolated", *arguments])


def _stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def test_fix(capsys: Captured) -> None:
    """The exit code speaks of what is left; a second run finds nothing to mend."""
    assert _main("--fix", "a.py") == 0
    assert tuple(capsys.readouterr()) == ("", FIXED_ONE)
    assert Path("a.py").read_text(encoding="utf-8") == MENDED
    status = Path("a.py").stat()
    assert _main("--fix", "a.py") == 0
    assert tuple(capsys.readouterr()) == ("", "")
    assert Path("a.py").stat() == status


def test_fix_reports_what_is_left(capsys: Captured) -> None:
    """In the form that was asked for, with the places in the new text."""
    assert _main("--fix", "--format", "json", ".") == 1
    out, err = capsys.readouterr()
    assert [(each["file"], each["code"]) for each in json.loads(out)] == [("./b.py", "MCP001")]
    assert err == FIXED_ONE
    assert Path("b.py").read_text(encoding="utf-8") == BY_HAND
    assert _main("--fix", "--exit-zero", ".") == 0


def test_diff(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Nothing is written; ``patch`` makes of the diff what ``--fix`` makes."""
    assert _main("--diff", ".") == 1
    out, err = capfdbinary.readouterr()
    assert Path("a.py").read_text(encoding="utf-8") == FAULTY
    assert err.splitlines()[0] == b"mcp-lint: would fix 1 violation in 1 file"
    assert re.match(rb"\./b\.py:5:5: MCP001 ", err.splitlines()[1])
    program = shutil.which("patch")
    if program is None:
        pytest.skip("this machine has no patch")
    subprocess.run([program, "-s", "-p0"], input=out, check=True)
    assert Path("a.py").read_text(encoding="utf-8") == MENDED


@pytest.mark.parametrize(("text", "code"), [(MENDED, 0), (FAULTY, 1), (BY_HAND, 1)])
def test_the_exit_code_of_diff(text: str, code: int) -> None:
    """Whether there is anything to do."""
    Path("c.py").write_text(text, encoding="utf-8")
    assert _main("--diff", "c.py") == code
    assert _main("--diff", "--exit-zero", "c.py") == 0


def test_a_diff_is_of_bytes() -> None:
    r"""In the file's own encoding, with its newlines, and a word where there is none at the end."""
    rewrite = Rewrite("a.py", "a\n.py", b"\xf1\r\nx\ry", b"\xf1\r\nx\rz", 1)
    assert unified_diff(rewrite) == (
        b"--- a\\n.py\n+++ a\\n.py\n@@ -1,2 +1,2 @@\n \xf1\r\n"
        b"-x\ry\n\\ No newline at end of file\n+x\rz\n\\ No newline at end of file\n"
    )
    assert unified_diff(Rewrite("a.py", "a.py", b"x", b"x", 0)) == b""


def _with_mark(text: str) -> bytes:
    return b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("data", "after", "code"),
    [
        (FAULTY.encode(), MENDED.encode(), 0),
        (BY_HAND.encode(), BY_HAND.encode(), 1),
        (b"x = 1", b"x = 1", 0),
        (_with_mark(FAULTY), _with_mark(MENDED), 0),
        (b"registry.tool(\n", b"registry.tool(\n", 2),
        (b"registry.tool \xff\0", b"registry.tool \xff\0", 2),
        (b"", b"", 0),
    ],
    ids=["mended", "by hand", "no tools", "crlf and mark", "syntax error", "no text", "empty"],
)
def test_standard_input_is_filtered(
    data: bytes, after: bytes, code: int, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The text goes on whatever is wrong with it, as editors want it; the report goes to standard error."""
    _stdin(monkeypatch, data)
    assert _main("--fix", "-") == code
    out, err = capfdbinary.readouterr()
    assert out == after
    assert (b"stdin:" in err) == bool(code)


def test_standard_input_that_is_left_out(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """It goes on as it is."""
    _stdin(monkeypatch, FAULTY.encode())
    assert _main("--fix", "--stdin-filename", "x/y.py", "--exclude", "x") == 0
    assert tuple(capsys.readouterr()) == (FAULTY, "")


def test_standard_input_where_the_checker_fails(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """A fault of our own must not empty somebody's editor."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("mcp_lint.check.check_text", fail)
    _stdin(monkeypatch, FAULTY.encode())
    assert _main("--fix", "-") == 2
    assert capsys.readouterr().out == FAULTY


def test_standard_input_as_a_diff(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """Under its name."""
    _stdin(monkeypatch, FAULTY.encode())
    assert _main("--diff", "--stdin-filename", "x/y.py") == 1
    assert capsys.readouterr().out.startswith("--- x/y.py\n+++ x/y.py\n@@ ")


def test_a_file_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """It is reported as it is, others are mended, and the exit code is 2 whatever was asked."""

    def fail(rewrite: Rewrite) -> None:
        if rewrite.path.endswith("a.py"):
            raise OSError(28, "No space left on device")
        replace_file(rewrite)

    monkeypatch.setattr("mcp_lint.delivery.replace_file", fail)
    Path("c.py").write_text(FAULTY, encoding="utf-8")
    assert _main("--fix", "--exit-zero", "a.py", "c.py") == 2
    out, err = capsys.readouterr()
    assert re.fullmatch(r"a\.py:5:5: MCP001 .*\n", out)
    assert err == FIXED_ONE + "mcp-lint: error: a.py: not fixed: No space left on device\n"
    assert (Path("a.py").read_text("utf-8"), Path("c.py").read_text("utf-8")) == (FAULTY, MENDED)


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_a_read_only_file(capsys: Captured) -> None:
    """One line, as root too."""
    Path("a.py").chmod(0o444)
    assert _main("--fix", "a.py") == 2
    assert capsys.readouterr().err == "mcp-lint: error: a.py: not fixed: the file is read-only\n"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root writes into every folder")
def test_a_read_only_folder(here: Path, capsys: Captured) -> None:
    """One line."""
    here.chmod(0o555)
    try:
        assert _main("--fix", "a.py") == 2
    finally:
        here.chmod(0o755)
    assert re.fullmatch(r"mcp-lint: error: a\.py: not fixed: .*denied\n", capsys.readouterr().err)


def test_not_both(capsys: Captured) -> None:
    """One line, exit 2."""
    assert _main("--fix", "--diff", "a.py") == 2
    assert "not allowed with argument" in capsys.readouterr().err
    assert Path("a.py").read_text(encoding="utf-8") == FAULTY


def test_a_file_that_is_named_twice(capsys: Captured) -> None:
    """By a link, say: the second time there is nothing to write any more."""
    Path("link.py").symlink_to("a.py")
    assert _main("--fix", "a.py", "link.py") == 0
    assert "error" not in capsys.readouterr().err
    assert Path("a.py").read_text(encoding="utf-8") == MENDED
    assert Path("link.py").is_symlink()


def test_the_hook_fixes() -> None:
    """pre-commit calls what it names with files."""
    hooks = (Path(__file__).resolve().parents[2] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entry = re.findall(r"id: mcp-lint-fix\n(?:  .*\n)*?  entry: (.*)\n", hooks)
    assert entry == ["mcp-lint --fix"]
