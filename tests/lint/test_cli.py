"""The command ``mcp-lint``: in this process with a stand-in for the checker, and as a real process."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest

from mcp_lint import check, cli, options
from mcp_lint.settings import Settings
from mcp_lint.violation import Violation

TOOL = "from mcp_server import registry\n\n\n@registry.tool()\ndef lookup():\n    return None\n"
SYNTAX_ERROR = "registry.tool(\n"
COMMAND = str(Path(sysconfig.get_path("scripts"), "mcp-lint"))
CODES = ("MCP001", "MCP002", "MCP101", "MCP900", "MCP901")
MARKER = re.compile(r"# gives: (MCP\d+)")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def checker(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """Stand in for the checker: each line with a marker is a violation; the calls are kept."""
    calls: list[tuple[str, object]] = []

    def check_text(text: str, settings: object, **_: object) -> tuple[Violation, ...]:
        calls.append((text, settings))
        if "# crash" in text:
            raise RuntimeError("two\nlines")
        return tuple(
            Violation(number, 1, marker[1], f"message of {marker[1]}", number, 5)
            for number, line in enumerate(text.splitlines(), start=1)
            for marker in MARKER.finditer(line)
        )

    monkeypatch.setattr(check, "check_text", check_text)
    monkeypatch.setattr(options, "known_codes", lambda: CODES)
    return calls


def _write(name: str, *lines: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(("registry.tool", *lines)) + "\n", encoding="utf-8")


def _process(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *arguments], input=stdin, capture_output=True, encoding="utf-8", check=False, timeout=60
    )


Captured = pytest.CaptureFixture[str]


@pytest.mark.usefixtures("checker")
class TestInProcess:
    """What is reported, and how the command ends."""

    def test_reports_are_sorted_and_flake8s_form(self, capsys: Captured) -> None:
        """By file and line."""
        _write("b.py", "x  # gives: MCP101", "x  # gives: MCP001")
        _write("a.py", "x  # gives: MCP002")
        assert cli.main([]) == 1
        assert capsys.readouterr().out.splitlines() == [
            "./a.py:2:1: MCP002 message of MCP002",
            "./b.py:2:1: MCP101 message of MCP101",
            "./b.py:3:1: MCP001 message of MCP001",
        ]

    def test_clean(self, capsys: Captured) -> None:
        """Not a word."""
        _write("a.py")
        assert cli.main(["a.py"]) == 0
        assert tuple(capsys.readouterr()) == ("", "")

    @pytest.mark.parametrize(
        ("arguments", "codes"),
        [
            ([], ["MCP001", "MCP002", "MCP101"]),
            (["--select", "MCP0"], ["MCP001", "MCP002"]),
            (["--select", "MCP001,MCP1"], ["MCP001", "MCP101"]),
            (["--ignore", "MCP0"], ["MCP101"]),
            (["--ignore", "MCP,E501"], []),
            (["--select", "MCP001", "--ignore", "MCP"], ["MCP001"]),
            (["--select", "MCP", "--ignore", "MCP001"], ["MCP002", "MCP101"]),
            (["--select", "MCP0", "--ignore", "MCP0"], []),
            (["--disable-noqa"], ["MCP001", "MCP002", "MCP101", "MCP101"]),
        ],
    )
    def test_which_codes_are_reported(self, arguments: list[str], codes: list[str], capsys: Captured) -> None:
        """By the rules of flake8."""
        _write("a.py", *(f"x  # gives: {code}" for code in ("MCP001", "MCP002", "MCP101")), "x  # noqa # gives: MCP101")
        assert cli.main([*arguments, "a.py"]) == int(bool(codes))
        assert [line.split()[1] for line in capsys.readouterr().out.splitlines()] == codes

    def test_json(self, capsys: Captured) -> None:
        """Statistics must not spoil it."""
        _write("a.py", "x  # gives: MCP101")
        assert cli.main(["--format", "json", "--statistics", "a.py"]) == 1
        out, err = capsys.readouterr()
        assert [each["code"] for each in json.loads(out)] == ["MCP101"]
        assert err == "1     MCP101 message of MCP101\n"

    def test_statistics_follow_the_text(self, capsys: Captured) -> None:
        """On the same stream."""
        _write("a.py", "x  # gives: MCP101", "x  # gives: MCP101")
        assert cli.main(["--statistics", "--exit-zero", "a.py"]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == "2     MCP101 message of MCP101"

    def test_a_fault_of_our_own_ends_one_file_only(self, capsys: Captured) -> None:
        """One line, exit 2, and the others are reported."""
        _write("a.py", "# crash")
        _write("b.py", "x  # gives: MCP101")
        assert cli.main(["--exit-zero", "."]) == 2
        out, err = capsys.readouterr()
        assert out == "./b.py:2:1: MCP101 message of MCP101\n"
        assert err.splitlines() == [
            "mcp-lint: error: ./a.py: not checked, please report this fault of mcp-lint: RuntimeError: two lines"
        ]

    def test_a_panic_in_the_parser_ends_one_file_only(self, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        """It derives from BaseException alone, as pyo3's does."""

        class PanicError(BaseException):
            pass

        def panic(*_: object, **__: object) -> None:
            raise PanicError

        monkeypatch.setattr(check, "check_text", panic)
        _write("a.py")
        assert cli.main(["a.py"]) == 2
        assert "PanicError" in capsys.readouterr().err

    def test_interruption(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl-C ends the run at once."""

        def interrupt(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(check, "check_text", interrupt)
        _write("a.py")
        assert cli.main(["a.py"]) == 130

    def test_mcp900_counts_as_unchecked(self) -> None:
        """Unless it is ignored on purpose."""
        _write("a.py", "# gives: MCP900")
        assert cli.main(["a.py"]) == 2
        assert cli.main(["--exit-zero", "a.py"]) == 2
        assert cli.main(["--ignore", "MCP900", "a.py"]) == 0

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        """Under the name that was given."""
        for arguments, name in (
            (["-"], "stdin"),
            (["-", "--stdin-filename", "x/y.py"], "x/y.py"),
            (["--stdin-filename", "x/y.py"], "x/y.py"),
        ):
            stdin = SimpleNamespace(buffer=io.BytesIO(b"registry.tool  # gives: MCP101\n"))
            monkeypatch.setattr(sys, "stdin", stdin)
            assert cli.main(arguments) == 1
            assert capsys.readouterr().out.startswith(f"{name}:1:1: MCP101 ")
        assert cli.main(["-", "--stdin-filename", "x/y.py", "--exclude", "x"]) == 0

    def test_configuration_file_and_command_line(self, checker: list[tuple[str, object]], capsys: Captured) -> None:
        """The command line wins; ``--isolated`` and ``--config`` choose the file."""
        table = '[tool.mcp-lint]\nsdk = 1\nenable = ["MCP9"]\nformat = "json"\nexclude = ["gen"]\n'
        Path("pyproject.toml").write_text(table, encoding="utf-8")
        Path("other.toml").write_text("[tool.mcp-lint]\nstrict = true\n", encoding="utf-8")
        _write("sub/a.py", "# gives: MCP101")
        _write("sub/gen/b.py", "# gives: MCP101")

        def settings(*arguments: str) -> tuple[int, bool, tuple[str, ...], int]:
            checker.clear()
            assert cli.main([*arguments, "sub"]) == 1
            out = capsys.readouterr().out
            count = len(json.loads(out)) if out.startswith("[") else len(out.splitlines())
            used = checker[0][1]
            assert isinstance(used, Settings)
            return used.sdk, used.strict, used.enable, count

        assert settings() == (1, False, ("MCP9",), 1)
        assert settings("--mcp-sdk", "2", "--mcp-strict", "--exclude", "") == (2, True, ("MCP9",), 2)
        assert settings("--format=text", "--mcp-enable=MCP002") == (1, False, ("MCP002",), 1)
        assert settings("--isolated") == (2, False, (), 2)
        assert settings("--config", "other.toml") == (2, True, (), 2)

    def test_wrong_configuration(self, capsys: Captured) -> None:
        """One line."""
        Path("pyproject.toml").write_text("[tool.mcp-lint]\nsdk = 3\n", encoding="utf-8")
        assert cli.main([]) == 2
        assert re.fullmatch(
            r"mcp-lint: error: \S+pyproject.toml: .* must be 1 or 2, not '3'\n", capsys.readouterr().err
        )


WRONG_ARGUMENTS = {
    "unknown option": (["--colour"], "unrecognized arguments: --colour"),
    "no abbreviations": (["--stat"], "unrecognized arguments: --stat"),
    "sdk": (["--mcp-sdk", "3"], "argument --mcp-sdk: must be 1 or 2, not '3'"),
    "registry": (["--mcp-registries", "a.b"], "argument --mcp-registries: not a name: 'a.b'"),
    "enable": (["--mcp-enable", "MCP777"], "argument --mcp-enable: unknown code 'MCP777'"),
    "select": (["--select", "E5"], "argument --select: unknown code 'E5'"),
    "select nothing": (["--select", ""], "argument --select: no code given"),
    "ignore": (["--ignore", "MCP777"], "argument --ignore: unknown code 'MCP777'"),
    "format": (["--format", "xml"], "argument --format: invalid choice"),
    "no jobs": (["--jobs", "0"], "argument --jobs: must be a number of processes, 1 or more, not '0'"),
    "jobs": (["--jobs", "many"], "argument --jobs: must be a number of processes, 1 or more, not 'many'"),
    "config": (["--config", "none.toml"], "none.toml: No such file"),
    "config twice": (["--isolated", "--config", "x"], "argument --config: not allowed with argument --isolated"),
    "stdin-filename": (["--stdin-filename", "x.py", "y.py"], "--stdin-filename needs - among the paths"),
    "explain": (["explain", "XYZ1"], "unknown code 'XYZ1'"),
    "no option after --": (["--", "--isolated"], "--isolated: no such file or folder"),
    "missing path": (["none.py"], "none.py: no such file or folder"),
    "missing path, two lines": (["a\nb"], "a\\nb: no such file or folder"),
}


@pytest.mark.parametrize(("arguments", "message"), WRONG_ARGUMENTS.values(), ids=WRONG_ARGUMENTS)
def test_wrong_arguments_get_one_line(arguments: list[str], message: str, capsys: Captured) -> None:
    """On standard error, exit 2."""
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mcp-lint: error: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        SYNTAX_ERROR,
        "registry.tool\n  x\n",
        "registry.tool\nif x:\n\ty\n        z\n",
        "é = = registry.tool\n",
        "registry.tool = ''' \n",
        "registry.tool = '\u3000' \u3000 1\n",
        "registry.tool\nx = = 1  # noqa: E501\n",
    ],
)
def test_syntax_errors_are_reported_as_by_flake8(text: str) -> None:
    """Place and text are those of the real flake8."""
    Path("a.py").write_text(text, encoding="utf-8")
    flake8 = [sys.executable, "-m", "flake8", "--isolated", "--select", "E999", "a.py"]
    expected = subprocess.run(flake8, capture_output=True, encoding="utf-8", check=False)
    run = _process("--isolated", "--exit-zero", "a.py")
    assert "E999" in run.stdout
    assert (run.stdout, run.stderr, run.returncode) == (expected.stdout, "", 2)


@pytest.mark.parametrize(
    "data", [b"registry.tool = 1\0\n", b"registry.tool = " + b"(" * 5000, b"registry.tool\n\xff\xfe\x00"]
)
def test_bytes_that_are_no_python_are_one_line(data: bytes) -> None:
    """No crash, no traceback."""
    Path("a.py").write_bytes(data)
    run = _process("--isolated", "a.py")
    assert re.fullmatch(r"a\.py:\d+:\d+: E999 \w+: [^\n]*\n", run.stdout)
    assert (run.returncode, run.stderr) == (2, "")


@pytest.mark.parametrize(
    "text", [f"# flake8: noqa\n{SYNTAX_ERROR}", "registry.tool\nx = = 1  # noqa\n", "registry.tool(  # noqa: E999\n"]
)
def test_a_broken_file_is_passed_over_by_comment(text: str) -> None:
    """As in flake8."""
    Path("a.py").write_text(text, encoding="utf-8")
    flake8 = [sys.executable, "-m", "flake8", "--isolated", "--select", "E999", "a.py"]
    assert subprocess.run(flake8, capture_output=True, check=False).stdout == b""
    run = _process("--isolated", "a.py")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_what_was_selected_does_not_hide_that_a_file_was_not_checked() -> None:
    """Or it would seem to be clean; who does not want to know says so."""
    Path("a.py").write_text(SYNTAX_ERROR, encoding="utf-8")
    for arguments, code in (["--select", "MCP1"], 2), (["--ignore", "MCP"], 2), (["--ignore", "E999"], 0):
        assert (_process("--isolated", *arguments, "a.py").returncode) == code


def test_a_file_in_utf_16_is_not_passed_over(capsys: Captured) -> None:
    """Nothing can be found in it, which must not look as if nothing were wrong."""
    Path("a.py").write_text("x = 1\n", encoding="utf-16")
    assert cli.main(["a.py"]) == 2
    assert "E999" in capsys.readouterr().out


def test_a_path_may_look_like_an_option() -> None:
    """After two dashes."""
    Path("--x.py").write_text(SYNTAX_ERROR, encoding="utf-8")
    Path("a.py").touch()
    assert _process("a.py", "--isolated", "--", "--x.py").stdout.startswith("--x.py:1:")
    assert _process("--isolated", "--").stdout.startswith("./--x.py:1:")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")
def test_standard_input_may_be_closed() -> None:
    """It cannot be read: E902."""
    run = subprocess.run(["/bin/sh", "-c", f"'{COMMAND}' --isolated - <&-"], capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (2, b"")
    assert run.stdout.startswith(b"stdin:1:1: E902 OSError: ")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_cannot_be_read() -> None:
    """E902, as in flake8."""
    _write("a.py")
    Path("a.py").chmod(0)
    run = _process("a.py")
    assert re.fullmatch(r"a\.py:1:1: E902 PermissionError: .*\n", run.stdout)
    assert run.returncode == 2


def test_a_file_that_fails_while_it_is_read(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """E902 for any error of the system."""

    def fail(_: str) -> bytes:
        raise PermissionError(13, "Permission denied", "a.py")

    _write("a.py")
    monkeypatch.setattr("mcp_lint.lint._read", fail)
    assert cli.main(["a.py"]) == 2
    assert capsys.readouterr().out == "a.py:1:1: E902 PermissionError: [Errno 13] Permission denied: 'a.py'\n"


def test_a_tool_without_annotation_is_found() -> None:
    """The real command, the real checker."""
    Path("a.py").write_text(TOOL, encoding="utf-8")
    run = _process("--isolated", ".")
    assert run.stdout.startswith("./a.py:5:5: MCP001 ")
    assert (run.returncode, run.stderr, run.stdout.count("\n")) == (1, "", 1)
    assert _process("--isolated", "-", stdin=TOOL).stdout == run.stdout.replace("./a.py", "stdin")


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="text names only")
def test_a_name_that_is_no_text_leaves_as_it_came() -> None:
    """Byte by byte, also where the locale knows ASCII only."""
    name = b"caf\xe9.py"
    Path(os.fsdecode(name)).write_text(SYNTAX_ERROR, encoding="utf-8")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = subprocess.run([COMMAND, "--isolated", name], capture_output=True, check=False, env=environment)
    assert re.match(re.escape(name) + rb":1:\d+: E999 ", run.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
@pytest.mark.parametrize("arguments", [["a.py"], ["--help"], ["explain"]])
def test_a_reader_that_goes_away_is_no_fault(arguments: list[str]) -> None:
    """As with ``mcp-lint | head -0``."""
    Path("a.py").write_text(SYNTAX_ERROR, encoding="utf-8")
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run([COMMAND, *arguments], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert run.stderr == b""


def test_no_progress_where_nobody_watches() -> None:
    """Standard error stays empty."""
    Path("a.py").write_text("x = 1\n", encoding="utf-8")
    assert _process("--isolated").stderr == ""


def test_help_and_version() -> None:
    """Both say it on standard output."""
    assert "--mcp-registries" in _process("--help").stdout
    assert re.fullmatch(r"mcp-lint \d+\.\d+\.\d+\S*\n", _process("--version").stdout)


def test_explain() -> None:
    """One code, or all; a folder of that name is still to be had."""
    one = _process("explain", "mcp001")
    assert re.match(r"MCP001: .+\nOn by default\.\n\n## What it does\n", one.stdout)
    every = _process("explain").stdout.splitlines()
    assert [line[:6] for line in every] == sorted(options.known_codes())
    near = _process("explain", "MCP01")
    assert (near.returncode, near.stderr.count("\n")) == (2, 1)
    assert "did you mean MCP0" in near.stderr
    Path("explain").mkdir()
    assert _process("--isolated", "./explain").returncode == 0


def test_codes_are_those_of_the_rules() -> None:
    """The files' names, which are read without importing them, agree with what is in them."""
    from mcp_lint.rules import all_rules  # noqa: PLC0415

    assert options.known_codes() == tuple(all_rules())


def test_the_standard_library_has_no_tools() -> None:
    """Not a word about any of its files, its tests included, though some of them are no valid Python."""
    run = _process("--isolated", sysconfig.get_path("stdlib"))
    assert "MCP" not in run.stdout
    assert run.stderr == ""


def test_the_module_is_the_command() -> None:
    """``python -m mcp_lint`` reports and exits alike, also in its help."""
    _write("plugin.py", *TOOL.splitlines())
    for arguments in (("--isolated", "plugin.py"), ("--help",)):
        run = subprocess.run(
            [sys.executable, "-m", "mcp_lint", *arguments], capture_output=True, encoding="utf-8", check=False
        )
        expected = _process(*arguments)
        assert (run.stdout, run.returncode) == (expected.stdout, expected.returncode)
        assert run.stdout
