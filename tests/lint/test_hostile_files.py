"""Files as nobody writes them: flake8 and ``mcp-lint`` say the same of each, and go on with the next."""

from __future__ import annotations

import ast
import codecs
import os
import subprocess
import sys
from pathlib import Path

import libcst as cst
import pytest

from mcp_lint import cli, lint
from mcp_lint.check import check_text
from mcp_lint.flake8_plugin import McpPlugin
from mcp_lint.lint import Plan, lint_file

TOOL = "@registry.tool()\ndef lookup(): ...\n"
# A NUL byte is a SyntaxError only since 3.11.4; before, flake8 ends in a traceback.
REFUSES_NUL = sys.version_info >= (3, 11, 4)
needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links and FIFOs")
# What each holds, and what is reported: the tool that has no annotation, or why the file could not be read.
READ = {
    "bom.py": (codecs.BOM_UTF8 + TOOL.encode(), "2:5: MCP001"),
    "two_boms.py": (codecs.BOM_UTF8 * 2 + TOOL.encode(), "2:5: MCP001"),
    "latin_1.py": (f"# coding: latin-1\nx = 'ñ'; registry.tool()(ñ)\n{TOOL}".encode("latin-1"), "4:5: MCP001"),
    "cp1252.py": (f"#!python\n# vim: fileencoding=cp1252\nx = '€'\n{TOOL}".encode("cp1252"), "5:5: MCP001"),
    "big5.py": (f"# coding: big5\nx = '中文'\n{TOOL}".encode("big5"), "4:5: MCP001"),
    "utf_7.py": (f"# coding: utf-7\nx = 'ñ'\n{TOOL}".encode("utf-7"), "4:5: MCP001"),
    "lying_cookie.py": (f"# coding: ascii\nx = 'ñ'\n{TOOL}".encode(), "4:5: MCP001"),
    "unknown_cookie.py": (f"# coding: klingon\n{TOOL}".encode(), "3:5: MCP001"),
    "bom_against_cookie.py": (codecs.BOM_UTF8 + f"# coding: latin-1\nx = 'ñ'\n{TOOL}".encode(), "4:5: MCP001"),
    "undecodable.py": (b"x = '\xff\xfe\x80'\n" + TOOL.encode(), "3:5: MCP001"),
    "crlf.py": (TOOL.replace("\n", "\r\n").encode(), "2:5: MCP001"),
    "cr.py": (TOOL.replace("\n", "\r").encode(), "2:5: MCP001"),
    "mixed_newlines.py": (f"x = 1\r\ny = 2\rz = '''\n\r\n\r'''\n\r{TOOL}".encode(), "9:5: MCP001"),
    "form_feeds.py": (f"\x0cx = 1\x0c\n\x0c\n\x0c{TOOL}".encode(), "4:5: MCP001"),
    "tabs.py": (b"if x:\n\t@registry.tool()\n\tdef lookup():\n\t\treturn 1\n", "3:6: MCP001"),
    "no_final_newline.py": (TOOL.rstrip().encode(), "2:5: MCP001"),
    "continued_lines.py": (b"x = \\\n\\\n1\n@registry\\\n.tool(\\\n)\ndef \\\nlookup(): ...\n", "8:1: MCP001"),
    "long_line.py": (b"x = '" + b"y" * 5_000_000 + b"'; registry.tool()\n" + TOOL.encode(), "3:5: MCP001"),
    "many_lines.py": ((b"x = 1\n" + b"\n" * 49) * 1000 + TOOL.encode(), "50002:5: MCP001"),
    "long_comment.py": (b"#" + b" registry.tool" * 300_000 + b"\n" + TOOL.encode(), "3:5: MCP001"),
    "libcst_cannot.py": (f"(x): int = 1\n{TOOL}".encode(), "1:1: MCP900"),
    "many_brackets.py": (b"x = " + b"(" * 900 + b")" * 900 + b"\n" + TOOL.encode(), "1:206: E999"),
    "half.py": (TOOL.encode() + b"registry.tool(\n", "3:15: E999"),
    "indentation.py": (TOOL.encode() + b"  x\n", "3:3: E999"),
    **(
        {"nul.py": (TOOL.encode() + b"x = 1\0\n", "E999"), "utf_16.py": (TOOL.encode("utf-16"), "E999")}
        if REFUSES_NUL
        else {}
    ),
}
CLEAN = {
    "empty.py": b"",
    "only_a_bom.py": codecs.BOM_UTF8,
    "only_comments.py": b"# registry.tool()\n# DataToolOutput",
    "only_newlines.py": b"\r\n\r\n\r\r\n\x0c",
    "only_a_continuation.py": b"registry.tool # \\\n",
    "libcst_cannot_without_tools.py": b"(x): int = 1\n",
    "name with spaces.py": b"x = 1\n",
    "-n.py": b"x = 1\n",
}
ODD_NAMES = ("with space.py", "quote'\"$HOME.py", "ñandú.py", "-x.py", "%s{0}.py", "new\nline.py")
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(module: str, *arguments: str) -> list[str]:
    """What a command prints, by line; the names of files may have line breaks in them."""
    command = [sys.executable, "-m", module, "--isolated", *arguments]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ""
    return run.stdout.splitlines()


def _flake8(*arguments: str) -> list[str]:
    # A half file is also E902 (TokenError) for some versions of pycodestyle.
    lines = _run("flake8", "--jobs=1", "--select", "MCP,E902,E999", *arguments)
    return [line for line in lines if " E902 TokenError" not in line]


def test_both_commands_say_the_same_of_any_content() -> None:
    """In one run, so that each file is followed by others; what is clean has no line."""
    for name, data in {**CLEAN, **{name: data for name, (data, _) in READ.items()}}.items():
        Path(name).write_bytes(data)
    lines = _run("mcp_lint", ".")
    assert lines == _flake8(".")
    said = dict(line.removeprefix("./").split(":", 1) for line in lines)
    assert len(said) == len(lines)
    assert said.keys() == READ.keys()
    for name, (_, expected) in READ.items():
        assert expected in said[name][:20], name


def test_odd_names() -> None:
    """Each is the name of a file like any other; ``mcp-lint`` keeps its report on one line."""
    for name in ODD_NAMES:
        Path(name).write_text(TOOL, encoding="utf-8")
    lines = _run("mcp_lint", ".")
    assert sorted(line.partition(":2:5: MCP001 ")[0] for line in lines) == sorted(
        "./" + name.replace("\n", "\\n") for name in ODD_NAMES
    )
    assert sorted(lines) == sorted(_flake8(".", "--extend-exclude", "new*") + [line for line in lines if "\\n" in line])


@needs_links
def test_what_is_no_file_ends_nothing() -> None:
    """A folder that is called like a file, links to nowhere and to themselves, a pipe that would never answer."""
    Path("folder.py").mkdir()
    for name in ("folder.py/inside.py", "last.py"):
        Path(name).write_text(TOOL, encoding="utf-8")
    Path("broken.py").symlink_to("none")
    Path("circle").symlink_to(".")
    Path("loop.py").symlink_to("loop.py")
    seen = ["./folder.py/inside.py", "./last.py"]
    assert [line.partition(":")[0] for line in _flake8(".") if "MCP001" in line] == seen
    os.mkfifo("pipe.py")
    assert [line.partition(":")[0] for line in _run("mcp_lint", ".")] == seen


@pytest.mark.parametrize("error", [FileNotFoundError(2, "gone"), IsADirectoryError(21, "a folder"), OSError(5, "I/O")])
def test_a_file_that_is_not_there_any_more(error: OSError, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """It was listed, and then deleted or replaced: E902, and the next one is checked."""
    read = lint._read

    def vanish(path: str) -> bytes:
        if path.endswith("a.py"):
            raise error
        return read(path)

    for name in ("a.py", "b.py"):
        Path(name).write_text(TOOL, encoding="utf-8")
    monkeypatch.setattr(lint, "_read", vanish)
    assert cli.main(["--isolated", "."]) == 2
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"./a.py:1:1: E902 {type(error).__name__}: [Errno {error.errno}]")
    assert second.startswith("./b.py:2:5: MCP001 ")


def test_a_file_that_was_never_there() -> None:
    """What reads one file says so, and raises nothing."""
    (record,) = lint_file("none.py", Plan(), "none.py").records
    assert record.code == "E902"


NO_TEXT = {
    "NUL": b"x = 1\0registry.tool\n",
    "UTF-16": "registry.tool\n".encode("utf-16"),
    "only NUL": b"\0" * 1000,
    "half a character": b"# coding: utf-7\nx = '+2AA-'; registry.tool()\n",
}


@pytest.mark.parametrize("data", NO_TEXT.values(), ids=NO_TEXT)
def test_what_makes_flake8_fail_is_reported(data: bytes, capsys: Captured) -> None:
    """Python raises ValueError at half a character, and old ones at NUL bytes; flake8 ends in a traceback then."""
    Path("a.py").write_bytes(data)
    assert cli.main(["--isolated", "a.py"]) == 2
    assert capsys.readouterr().out.startswith("a.py:1:1: E999 ")


@pytest.mark.parametrize("codec", ["rot13", "hex", "undefined", "idna", "punycode", "unicode_escape", "utf-16", "bz2"])
def test_a_codec_that_is_none_for_source_ends_nothing(codec: str, capsys: Captured) -> None:
    """Though flake8 itself ends in a traceback at some."""
    Path("a.py").write_text(f"# coding: {codec}\n{TOOL}", encoding="ascii")
    Path("b.py").write_text(TOOL, encoding="ascii")
    assert cli.main(["--isolated", "."]) in {1, 2}
    assert capsys.readouterr().out.splitlines()[-1].startswith("./b.py:2:5: MCP001 ")


def _raise_in_parser(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def parse_module(_: str) -> cst.Module:
        raise error

    monkeypatch.setattr(cst, "parse_module", parse_module)


# The second is parsed with a larger stack, in a thread.
@pytest.mark.parametrize("text", [TOOL, f"x = {'a + ' * 300}a\n{TOOL}"], ids=["usual", "deep"])
class TestParser:
    """What libcst's parser raises."""

    @pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3)], ids=["Ctrl-C", "exit"])
    def test_what_ends_the_process_ends_it(
        self, text: str, error: BaseException, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In both commands."""
        _raise_in_parser(error, monkeypatch)
        with pytest.raises(type(error)):
            check_text(text)
        with pytest.raises(type(error)):
            list(McpPlugin(ast.Module([], []), [text]).run())
        Path("a.py").write_text(text, encoding="utf-8")
        with pytest.raises(type(error)):
            lint_file("a.py", Plan(), "a.py")

    @pytest.mark.parametrize(
        "kind", [RuntimeError, MemoryError, RecursionError, type("PanicError", (BaseException,), {})]
    )
    def test_all_else_is_a_file_that_cannot_be_read(
        self, text: str, kind: type[BaseException], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A panic in its Rust half derives from BaseException alone."""
        _raise_in_parser(kind("two\nlines"), monkeypatch)
        (violation,) = check_text(text)
        assert (violation.line, violation.column, violation.code) == (1, 1, "MCP900")
        assert kind.__name__ in violation.message
        assert violation.message.isprintable()


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 9000, "1e99999", "0b1j"])
def test_a_number_that_is_none_for_python(number: str) -> None:
    """Python refuses to read some thousand digits; libcst does not mind."""
    text = (
        f'registry.tool\ndef f() -> DataToolOutput:\n    return {number}\ndef g() -> DataToolOutput:\n    return ""\n'
    )
    assert all(violation.code == "MCP106" for violation in check_text(text))
