"""The plugin in the real flake8: options, places, processes."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mcp_lint import check
from mcp_lint.flake8_plugin import McpPlugin
from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.violation import Violation

TOOL = "from mcp_server import registry\n\n\n@registry.tool()\ndef lookup():\n    return None\n"
HUB = "@hub.tool()\ndef lookup():\n    return None\n"
# flake8's own program, with the way in which it starts its worker processes set.
WITH_START_METHOD = """
import multiprocessing, sys
from flake8.main.cli import main
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(*command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], input=stdin, capture_output=True, encoding="utf-8", check=False, timeout=60
    )


def _flake8(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return _run("-m", "flake8", "--select", "MCP", *arguments, stdin=stdin)


def _write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def _check(text: str) -> list[tuple[int, int, str, type[McpPlugin]]]:
    return list(McpPlugin(ast.parse(""), text.splitlines(keepends=True)).run())


def test_a_violation_is_given_as_flake8_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns from 0, which flake8 makes 1-based again."""
    calls: list[tuple[str, Settings]] = []

    def check_text(text: str, settings: Settings, **_: object) -> tuple[Violation, ...]:
        calls.append((text, settings))
        return (Violation(5, 7, "MCP001", "a message", 5, 9),)

    monkeypatch.setattr(check, "check_text", check_text)
    assert _check(TOOL) == [(5, 6, "MCP001 a message", McpPlugin)]
    assert calls == [(TOOL, DEFAULT_SETTINGS)]
    assert _check("x = 1\n") == []


@pytest.mark.parametrize("error", [RecursionError("x\ny"), type("PanicError", (BaseException,), {})("x")])
def test_no_exception_gets_out(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would end flake8's whole run."""

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(check, "check_text", fail)
    ((line, column, message, _),) = _check(TOOL)
    assert (line, column) == (1, 0)
    assert re.fullmatch(rf"MCP900 \w.*{type(error).__name__}.*", message)


def test_ctrl_c_gets_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user wants the run to end."""

    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "check_text", fail)
    with pytest.raises(KeyboardInterrupt):
        _check(TOOL)


def test_flake8_knows_the_plugin() -> None:
    """By the entry point, and lists its options."""
    assert "flake8-mcp" in _run("-m", "flake8", "--version").stdout
    shown = _run("-m", "flake8", "--help").stdout
    for option in ("--mcp-registries", "--mcp-registry-classes", "--mcp-sdk", "--mcp-strict", "--mcp-enable"):
        assert option in shown


def test_a_tool_without_annotation_is_found() -> None:
    """In a file and on standard input, at the same place; not with a comment."""
    _write("a.py", TOOL)
    run = _flake8("a.py")
    assert re.fullmatch(r"a\.py:5:5: MCP001 .+\n", run.stdout)
    assert _flake8("-", stdin=TOOL).stdout == run.stdout.replace("a.py", "stdin")
    _write("a.py", TOOL.replace("lookup():", "lookup():  # noqa: MCP001"))
    assert _flake8("a.py").stdout == ""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.skipif(sys.platform == "win32", reason="not all ways are there")
def test_settings_reach_worker_processes(method: str) -> None:
    """However flake8 starts them."""
    _write("run.py", WITH_START_METHOD)
    _write("a.py", HUB)
    _write("b.py", HUB)
    _write(".flake8", "[flake8]\nmcp-registries = hub\n")
    run = _run("run.py", method, "--select", "MCP", "--jobs", "2", "a.py", "b.py")
    assert run.stderr == ""
    assert [line.split(" ")[:2] for line in run.stdout.splitlines()] == [
        ["a.py:2:5:", "MCP001"],
        ["b.py:2:5:", "MCP001"],
    ]


@pytest.mark.parametrize("name", ["setup.cfg", "tox.ini", ".flake8"])
@pytest.mark.parametrize("key", ["mcp-registries", "mcp_registries"])
def test_options_are_read_from_flake8s_files(name: str, key: str) -> None:
    """All three, with either spelling; the command line wins."""
    _write("a.py", HUB)
    _write(name, f"[flake8]\n{key} =\n    registry,\n    hub\nmcp-strict = off\nmcp-sdk = 1\n")
    assert ": MCP001 " in _flake8("a.py").stdout
    assert _flake8("--mcp-registries", "registry", "a.py").stdout == ""


WRONG = {
    "mcp-sdk = 3": "--mcp-sdk: must be 1 or 2, not '3'",
    "mcp-sdk = two": "--mcp-sdk: must be 1 or 2, not 'two'",
    "mcp-strict = maybe": "--mcp-strict: must be true or false, not 'maybe'",
    "mcp-enable = MCP777": "--mcp-enable: unknown code 'MCP777'",
    "mcp-registries = a.b": "--mcp-registries: not a name: 'a.b'",
    "mcp-registry-classes = a b-c": "--mcp-registry-classes: not a dotted name: 'b-c'",
}


@pytest.mark.parametrize(("line", "message"), WRONG.items())
def test_a_wrong_value_is_said_clearly(line: str, message: str) -> None:
    """In a file as on the command line: no traceback, and flake8 fails."""
    _write("a.py", "x = 1\n")
    _write("setup.cfg", f"[flake8]\n{line}\n")
    key, _, value = line.partition(" = ")
    on_command_line = [f"--{key}={value}"] if key != "mcp-strict" else []
    for run in (_flake8("a.py"), _flake8("--isolated", *on_command_line, "a.py") if on_command_line else None):
        if run is not None:
            assert message in run.stdout
            assert "Traceback" not in run.stdout + run.stderr
            assert run.returncode != 0


@pytest.mark.parametrize("written", ["", "mcp-strict = true", "mcp-enable = MCP9"])
def test_values_that_will_do(written: str) -> None:
    """flake8 goes on."""
    _write("a.py", "x = 1\n")
    _write("setup.cfg", f"[flake8]\n{written}\n")
    assert _flake8("a.py").returncode == 0
