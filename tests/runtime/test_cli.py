"""The command `mcp-server`: its settings, what it says of mistakes, and its check, as a process."""

from __future__ import annotations

import json
import socket
import subprocess
from pathlib import Path

import pytest

from mcp_server import __version__
from mcp_server.settings import OPTIONS, Settings, SettingsError, settings_from

from .serving import COMMAND, HEADER, ONE_TOOL, PATIENCE, environment, http_server, install, run

REFUSED = (
    ONE_TOOL
    + """
    @registry.tool()
    def naked():
        "No annotation."
"""
)
FOREVER = "threading.Thread(target=lambda: time.sleep(3600)).start()\n"
NOISY = "print('printed at import')\n" + ONE_TOOL + "    print('printed at registration')\n"
WRONG = [
    ("--transport", "sse", "write stdio or http"),
    ("--port", "http", "write a number from 0 to 65535"),
    ("--port", "65536", "write a number from 0 to 65535"),
    ("--port", "-1", "write a number from 0 to 65535"),
    ("--port", "²", "write a number from 0 to 65535"),
    ("--host", "http://data", "write one host name or address, such as 127.0.0.1"),
    ("--path", "mcp", "write a path that begins with /"),
    ("--path", "/{x}", "write a path that begins with /"),
    ("--allowed-hosts", "a,http://b", "write host names separated by commas"),
]


def test_without_anything_the_server_speaks_over_stdio() -> None:
    """The defaults."""
    assert settings_from({}, {}) == Settings("stdio", "127.0.0.1", 8063, "/", (), strict=False)
    assert Settings() == settings_from({}, {"MCP_PORT": "", "MCP_HOST": ""})


def test_each_setting_comes_from_its_variable() -> None:
    """All of them, and what they mean."""
    environ = {
        "MCP_TRANSPORT": "http",
        "MCP_HOST": "::1",
        "MCP_PORT": "0",
        "MCP_PATH": "/mcp",
        "MCP_ALLOWED_HOSTS": " data.example.org, Data:9000,",
        "MCP_STRICT": "yes",
        "MCP_REFUSE_EMPTY_SOURCES": "1",
    }
    assert {option.variable for option in OPTIONS} == set(environ)
    expected = Settings("http", "::1", 0, "/mcp", ("data.example.org", "data:9000"), True, False)
    assert settings_from({}, environ) == expected


def test_the_command_line_comes_first() -> None:
    """Before the environment, value by value."""
    environ = {"MCP_HOST": "data.example.org", "MCP_PORT": "9000"}
    assert settings_from({"port": "9001"}, environ) == Settings(host="data.example.org", port=9001)


@pytest.mark.parametrize(("flag", "text", "hint"), WRONG)
def test_a_wrong_value_is_said_in_one_line(flag: str, text: str, hint: str) -> None:
    """With its origin, flag or variable, and what to write instead."""
    option = next(option for option in OPTIONS if option.flag == flag)
    with pytest.raises(SettingsError) as error:
        settings_from({option.field: text}, {})
    assert str(error.value).startswith(f"{flag} is {text!r}: {hint}")
    with pytest.raises(SettingsError) as error:
        settings_from({}, {option.variable: text})
    assert str(error.value).startswith(f"{option.variable} is {text!r}: {hint}")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "x"], "--port is 'x': write a number from 0 to 65535"),
        (["run", "--prot", "1"], "unrecognized arguments: --prot 1 (see mcp-server --help)"),
        (["--transport"], "argument --transport: expected one argument (see mcp-server --help)"),
        (["check", "--format", "xml"], "argument --format: invalid choice: 'xml'"),
        (["--port", "9" * 5000], f"--port is '{'9' * 80}…': write a number from 0 to 65535"),
        (["x" * 5000], "unrecognized arguments: xxx"),
        (["serve"], "unrecognized arguments: serve (see mcp-server --help)"),
    ],
)
def test_mistakes_on_the_command_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    """Exit code 2, and one line."""
    done = run(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"mcp-server: error: {said}")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 400


def test_help_and_version(tmp_path: Path) -> None:
    """On standard output; the help names each option with its variable."""
    assert run(tmp_path, "--version").stdout == f"mcp-server {__version__}\n"
    general, run_help = run(tmp_path, "--help"), run(tmp_path, "run", "--help")
    assert (general.returncode, run_help.returncode) == (0, 0)
    assert "check" in general.stdout
    for option in OPTIONS:
        assert option.flag in run_help.stdout
        assert f"[{option.variable}]" in run_help.stdout


def test_check_of_a_clean_server(tmp_path: Path) -> None:
    """Exit 0, and a table of plugins and of tools."""
    install(tmp_path, "lakes", ONE_TOOL)
    install(tmp_path, "rivers", ONE_TOOL, version="2.1")
    done = run(tmp_path, "check")
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines() if line]
    assert ["lakes", "lakes", "1.0", "loaded:", "1", "registered,", "0", "refused"] in rows
    assert ["rivers", "rivers", "2.1", "loaded:", "1", "registered,", "0", "refused"] in rows
    assert ["lakes_greet", "registered", f"{tmp_path}/lakes.py:12"] in rows
    assert done.stdout.endswith("plugins, 0 left out; 2 tools registered, 0 refused.\n")


def test_check_of_refused_tools(tmp_path: Path) -> None:
    """Exit 1, with code, place and reason; strict or not, all are listed."""
    install(tmp_path, "lakes", REFUSED)
    done = run(tmp_path, "check", MCP_STRICT="1")
    assert done.returncode == 1, done.stderr
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("lakes_naked"))
    assert line.split()[1:4] == ["refused", "MCP001", f"{tmp_path}/lakes.py:17"]
    assert "-> DataToolOutput" in line
    assert any(line.startswith("lakes_greet  registered") for line in done.stdout.splitlines())


def test_check_of_a_plugin_that_fails(tmp_path: Path) -> None:
    """Exit 1, with the reason in the table and the traceback below it."""
    install(tmp_path, "broken", "import no_such_module_at_all\n")
    install(tmp_path, "lakes", ONE_TOOL)
    done = run(tmp_path, "check")
    assert done.returncode == 1
    assert "left out: ModuleNotFoundError: No module named 'no_such_module_at_all'\n" in done.stdout
    assert f'Plugin broken:\nTraceback (most recent call last):\n  File "{tmp_path}/broken.py", line 1' in done.stdout
    assert "lakes_greet" in done.stdout


def test_check_as_json(tmp_path: Path) -> None:
    """The same, for programs; what a plugin prints is not in it."""
    install(tmp_path, "broken", "print('loud')\nraise RuntimeError('no data')\n")
    install(tmp_path, "lakes", REFUSED)
    install(tmp_path, "noisy", NOISY)
    done = run(tmp_path, "check", "--format", "json")
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert found["clean"] is False
    assert [(plugin["name"], plugin["loaded"], plugin["problem"]) for plugin in found["plugins"]] == [
        ("broken", False, "RuntimeError: no data"),
        ("lakes", True, None),
        ("noisy", True, None),
    ]
    assert "line 2" in found["plugins"][0]["traceback"]
    assert [tool["name"] for tool in found["registered"]] == ["lakes_greet", "noisy_greet"]
    (refused,) = found["refused"]
    assert refused["code"] == "MCP001"
    assert (refused["tool"], refused["plugin"], refused["line"]) == ("lakes_naked", "lakes", 17)
    assert "printed at import" in done.stderr


def test_check_without_plugins(tmp_path: Path) -> None:
    """Nothing is wrong, and it says why nothing is there."""
    done = run(tmp_path, "check")
    assert done.returncode == 0
    assert done.stdout.startswith("No plugin is installed.\n")


def test_check_ends_though_a_plugins_thread_does_not(tmp_path: Path) -> None:
    """A thread that is no daemon would keep Python from ending, and so a deployment's CI."""
    install(tmp_path, "lakes", HEADER + FOREVER + ONE_TOOL)
    done = run(tmp_path, "check")
    assert (done.returncode, done.stdout.count("registered")) == (0, 3)


def test_check_ends_though_it_crashes_and_a_plugins_thread_does_not(tmp_path: Path) -> None:
    """Whatever goes wrong, with the code of a crash and the traceback."""
    install(tmp_path, "lakes", HEADER + FOREVER + ONE_TOOL)
    install(tmp_path, "rivers", "import mcp_server.cli\nmcp_server.cli.as_text = None\n" + ONE_TOOL)
    done = run(tmp_path, "check")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the server crashed and ends\nTraceback" in done.stderr


def test_check_ends_on_ctrl_c_though_a_plugins_thread_does_not(tmp_path: Path) -> None:
    """As when the user gives up while the next plugin is imported."""
    install(tmp_path, "lakes", HEADER + FOREVER + ONE_TOOL)
    install(tmp_path, "rivers", "raise KeyboardInterrupt\n")
    assert run(tmp_path, "check").returncode == 130


def test_check_gives_plugins_no_input(tmp_path: Path) -> None:
    """A plugin that asks at import reads the end of the input, not what is in the terminal."""
    install(tmp_path, "lakes", "input()\n")
    done = run(tmp_path, "check", stdin="yes\n")
    assert done.returncode == 1
    assert "left out: EOFError" in done.stdout


@pytest.mark.parametrize("arguments", ["check", "--help", "--version"])
def test_output_that_nobody_reads_is_no_fault(tmp_path: Path, arguments: str) -> None:
    """`mcp-server check | true` says nothing."""
    done = piped(tmp_path, f"{{ sleep 0.2; {COMMAND} {arguments}; echo $? >&2; }} | true")
    assert done.stderr == "0\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("arguments", ["check", "--help", "--version"])
def test_output_that_cannot_be_written_is_said(tmp_path: Path, arguments: str) -> None:
    """In one line, and not with the code of a refused tool."""
    done = piped(tmp_path, f"{COMMAND} {arguments} > /dev/full")
    assert (done.returncode, done.stderr) == (
        2,
        "mcp-server: error: cannot write to standard output: No space left on device\n",
    )


def piped(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a line of the shell with one plugin installed."""
    install(folder, "lakes", ONE_TOOL)
    return subprocess.run(
        ["/bin/sh", "-c", command],
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_strict_server_does_not_start_with_a_refused_tool(tmp_path: Path, transport: str) -> None:
    """Exit 1, and every refusal in one error."""
    install(tmp_path, "lakes", REFUSED + "    registry.tool()(len)\n")
    done = run(tmp_path, "--transport", transport, "--strict", "--port", "0")
    assert (done.returncode, done.stdout) == (1, "")
    error = done.stderr[done.stderr.index("mcp-server: error: ") :]
    assert error.startswith("mcp-server: error: 2 tools were refused and the registry is strict")
    assert len(error.splitlines()) == 3
    assert error.count("lakes.py") >= 1


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_strict_server_does_not_start_without_one_of_its_plugins(tmp_path: Path, transport: str) -> None:
    """Exit 1: what is missing is missing, whether tool or plugin."""
    install(tmp_path, "broken", "raise RuntimeError('no data')\n")
    install(tmp_path, "lakes", REFUSED)
    done = run(tmp_path, "--transport", transport, "--port", "0", MCP_STRICT="true")
    assert (done.returncode, done.stdout) == (1, "")
    error = done.stderr[done.stderr.index("mcp-server: error: ") :]
    assert "broken" in error
    assert "lakes_naked" in error or "naked" in error


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    """By another program, and by another of these servers."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run(tmp_path, "--transport", "http", "--port", port)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        f"mcp-server: error: port {port} of 127.0.0.1 is already taken by another program: stop that one, or choose "
        "another port with --port or MCP_PORT"
    )
    with http_server(tmp_path) as server:
        port = server.url.rpartition(":")[2].strip("/")
        done = run(tmp_path, MCP_TRANSPORT="http", MCP_PORT=port)
    assert done.returncode == 2
    assert f"port {port} of 127.0.0.1 is already taken" in done.stderr
    assert "Traceback" not in done.stderr
