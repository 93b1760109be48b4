"""Several processes: the report is that of one, and whatever happens to one of them, the others and the user are well.

What is seen here are real processes, since pytest's own may have threads, in which none is forked.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mcp_lint import jobs
from mcp_lint.jobs import Jobs, processors
from mcp_lint.lint import Plan
from mcp_lint.progress import Progress

needs_fork = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are forked on Linux only")

TOOL = "from mcp_server import registry\n\n\n@registry.tool()\ndef lookup():\n    return None\n"
ONE = ("--jobs", "1")
TWO = ("--jobs", "2")
# How a run of a few files comes to use several processes: for its many files, or for what it has to parse.
MANY = "jobs._MANY_FILES = dict.fromkeys(jobs._MANY_FILES, 1)"
MUCH = "jobs._MUCH_TO_PARSE = dict.fromkeys(jobs._MUCH_TO_PARSE, 0)"
SPAWNED = 'jobs.Jobs._method = "spawn"'
# What a file may do to the process that checks it, by a word in it.
FATES = """
check_text, read = check.check_text, lint._read

class PanicError(BaseException):
    pass

def fated_check(text, settings, **how):
    if "# panic" in text:
        raise PanicError("two\\nlines")
    if "# die" in text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "# hang" in text:
        signal.raise_signal(signal.SIGINT)  # as a terminal sends it to all processes; this one is not to mind
        os.write(1, b"hanging")
        time.sleep(600)
    return check_text(text, settings, **how)

def fated_read(path):
    if "unreadable" in path:
        raise PermissionError(13, "Permission denied", path)
    if "deadly" in path:
        os.kill(os.getpid(), signal.SIGKILL)
    return read(path)

check.check_text, lint._read = fated_check, fated_read
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(**texts: str) -> None:
    for name, text in texts.items():
        Path(f"{name}.py").write_text(text, encoding="utf-8")


def _command(*arguments: str, before: tuple[str, ...] = ()) -> list[str]:
    """mcp-lint, with lines of Python before it."""
    head = "import os, signal, sys, time\nfrom mcp_lint import check, cli, jobs, lint\n"
    end = f"\nsys.exit(cli.main(['--isolated', *{arguments!r}]))"
    return [sys.executable, "-c", head + "\n".join(before) + end]


def _run(*arguments: str, before: tuple[str, ...] = ()) -> tuple[str, str, int]:
    done = subprocess.run(
        _command(*arguments, before=before),
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        timeout=60,
    )
    return done.stdout, done.stderr, done.returncode


def _make_tree() -> None:
    """Of all kinds of files."""
    for number in range(300):
        _write(**{f"clean{number}": f"x = {number}\n"})
    for number in range(8):
        _write(**{f"faulty{number}": TOOL * number, f"broken{number}": f"registry.tool(\n{'x' * number}"})
    _write(**{"new\nline": TOOL, "silenced": TOOL.replace("():\n", "():  # noqa\n")})
    _write(deep=f"{TOOL}x = {' + '.join(['a'] * 1500)}\n")
    Path("utf16.py").write_text("x = 1\n", encoding="utf-16")
    if sys.platform not in {"win32", "darwin"}:
        Path(os.fsdecode(b"caf\xe9.py")).write_text(TOOL, encoding="utf-8")


@needs_fork
@pytest.mark.parametrize("much_or_many", [(MANY,), (MUCH,), (MANY, "jobs._FILES_A_TASK = 3")])
def test_the_report_is_that_of_one_process(much_or_many: tuple[str, ...]) -> None:
    """Byte for byte, with what is said of files that could not be read or checked."""
    _make_tree()
    _write(unreadable=TOOL, panic1=f"{TOOL}# panic\n", panic2=f"{TOOL}# panic\n")
    expected = _run(*ONE, "--statistics", ".", "none.py", before=(FATES,))
    assert _run(*TWO, "--statistics", ".", "none.py", before=(FATES, *much_or_many)) == expected
    assert expected[0].count("E902") == 2  # a record, and a line of the statistics
    assert expected[1].count("PanicError: two lines") == 2
    assert expected[2] == 2


def test_the_report_is_that_of_one_process_where_none_can_be_forked() -> None:
    """As on macOS and Windows."""
    _make_tree()
    expected = _run(*ONE, "--format", "json")
    assert _run(*TWO, "--format", "json", before=(MANY, SPAWNED)) == expected
    assert '"E999"' in expected[0]


@needs_fork
@pytest.mark.parametrize("much_or_many", [MANY, MUCH])
def test_a_file_that_ends_its_process_is_the_only_one_not_checked(much_or_many: str) -> None:
    """Alone, it would end the run."""
    _make_tree()
    whole, _, _ = _run(*TWO, before=(FATES, much_or_many))
    _write(fatal1=f"{TOOL}# die\n", fatal2=f"{TOOL}# die\n")
    out, err, code = _run(*TWO, "--exit-zero", before=(FATES, much_or_many))
    assert (out, code) == (whole, 2)
    assert err.splitlines() == [
        f"mcp-lint: error: ./fatal{number}.py: not checked: the process that checked it was ended by SIGKILL"
        for number in (1, 2)
    ]


@needs_fork
def test_a_file_that_ends_its_process_while_it_is_read_is_found_among_others() -> None:
    """It was dealt with them."""
    _make_tree()
    whole, _, _ = _run(*TWO, before=(FATES, MANY))
    _write(deadly=TOOL)
    out, err, code = _run(*TWO, before=(FATES, MANY))
    assert (out, code) == (whole, 2)
    assert err == "mcp-lint: error: ./deadly.py: not checked: the process that checked it was ended by SIGKILL\n"


@needs_fork
@pytest.mark.parametrize("much_or_many", [MANY, MUCH])
def test_a_file_that_takes_long_holds_no_other_back(much_or_many: str) -> None:
    """Here, it even waits until all others are done."""
    for number in range(20):
        _write(**{f"a{number}": TOOL, f"z{number}": TOOL})
    _write(m=f"{TOOL}# slow\n")
    slow = """
quick = check.check_text
def check_text(text, settings, **how):
    deadline = time.monotonic() + 30
    while "# slow" in text and os.path.getsize("done") < 40:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    found = quick(text, settings, **how)
    with open("done", "a") as file:
        file.write("x")
    return found
check.check_text = check_text
open("done", "w").close()
"""
    out, err, code = _run(*TWO, before=(slow, much_or_many))
    assert (out.count("MCP001"), err, code) == (41, "", 1)


@needs_fork
@pytest.mark.parametrize(
    "fault",
    [
        "import multiprocessing.process as p\ndef start(_): raise OSError\np.BaseProcess.start = start",
        "import mcp_lint.workers as w\nw.work = lambda *_: os._exit(1)",
    ],
    ids=["cannot be started", "ends at once"],
)
@pytest.mark.parametrize("much_or_many", [MANY, MUCH])
def test_where_no_process_is_to_be_had_this_one_does_it(fault: str, much_or_many: str) -> None:
    """All the same."""
    _make_tree()
    assert _run(*TWO, before=(fault, much_or_many)) == _run(*ONE)


def _hanging() -> subprocess.Popen[bytes]:
    """A run that does not end by itself, in a group of processes of its own."""
    _write(a=f"{TOOL}# hang\n", b=f"{TOOL}# hang\n")
    # Whoever runs the tests may ignore Ctrl-C, as a shell lets what it starts in the background.
    before = ("signal.signal(signal.SIGINT, signal.default_int_handler)", FATES, MUCH)
    run = subprocess.Popen(
        _command(*TWO, before=before), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert run.stdout is not None
    assert run.stdout.read(2 * len("hanging")) == b"hanging" * 2  # both are at work
    return run


@needs_fork
def test_ctrl_c_ends_the_run_at_once() -> None:
    """Without a word, and with all processes: or the pipes would stay open, and this would wait."""
    run = _hanging()
    os.killpg(run.pid, signal.SIGINT)
    assert run.communicate(timeout=60) == (b"", b"")
    assert run.returncode == 130


@needs_fork
@pytest.mark.parametrize("how", ["SIGTERM", "SIGKILL"])
def test_no_process_is_left_behind(how: str) -> None:
    """However the first one is ended: else this would wait, as above."""
    run = _hanging()
    os.kill(run.pid, signal.Signals[how])
    assert run.communicate(timeout=60) == (b"", b"")
    assert run.returncode == -signal.Signals[how]


@needs_fork
def test_a_reader_that_goes_away_is_no_fault() -> None:
    """As with ``mcp-lint | head -0``."""
    _make_tree()
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run(_command(*TWO, before=(MANY,)), stdout=write, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(write)
    assert run.stderr == b""


def _starts_processes(*arguments: str, before: tuple[str, ...] = ()) -> bool:
    """Whether a run imports what it takes to do so."""
    at_exit = "import atexit\natexit.register(lambda: print('multiprocessing' in sys.modules))"
    out, err, _ = _run(*arguments, before=(*before, at_exit))
    assert err == ""
    return out.splitlines()[-1] == "True"


@pytest.mark.parametrize(
    ("arguments", "before"),
    [(TWO, ()), (ONE, (MANY, MUCH)), ((*TWO, "a.py"), (MUCH,))],
    ids=["few files", "one is wanted", "one file"],
)
def test_a_short_run_stays_alone(arguments: tuple[str, ...], before: tuple[str, ...]) -> None:
    """It does not even import what it takes."""
    _write(a=TOOL, b=TOOL)
    assert not _starts_processes(*arguments, before=before)


@needs_fork
def test_a_long_run_does_not() -> None:
    """Of many files, or of some that are much to parse; and not where one process is wanted."""
    tools = "\n".join(TOOL.replace("lookup", f"lookup{number}") for number in range(800))
    _write(a=tools, b=tools)
    assert _starts_processes(*TWO)
    Path("light").mkdir()
    for number in range(2000):
        Path(f"light/{number}.py").touch()
    assert _starts_processes(*TWO, "light")
    assert not _starts_processes(*ONE, "light")


def test_a_process_with_threads_is_not_forked() -> None:
    """The copy would have their locks without them."""
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    assert Jobs(Plan(), 2, Progress(None))._method == "spawn"
    end.set()
    thread.join()


@pytest.mark.parametrize(
    ("quota", "most"), [("max 100000", None), ("50000 100000", 1), ("150000 100000", 2), ("", None), (None, None)]
)
def test_the_limit_of_a_container_counts(quota: str | None, most: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """It sees all processors of the machine."""
    monkeypatch.setattr(jobs, "_QUOTA", Path("cpu.max"))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    if quota is not None:
        Path("cpu.max").write_text(quota, encoding="ascii")
    assert processors() == (most or 64)
