"""What plugins do to the server's process while they load: it is put back, said, and the server serves."""

from __future__ import annotations

import json
import signal
import time
from typing import TYPE_CHECKING

import anyio
import pytest
from mcp import Client, StdioServerParameters

from .serving import COMMAND, ONE_TOOL, PATIENCE, environment, http_server, install, run

if TYPE_CHECKING:
    from pathlib import Path

IGNORE = "import signal\nsignal.signal(signal.{0}, signal.{1})\n"
HANDLER = """
import logging, sys
class Handler(logging.Handler):
    def emit(self, record):
        {0}
logging.getLogger().addHandler(Handler())
logging.getLogger("mcp").addHandler(Handler())
"""
CARELESS = {
    "a_sigterm": (IGNORE.format("SIGTERM", "SIG_IGN"), "the handler of SIGTERM"),
    "a_sigint": (IGNORE.format("SIGINT", "SIG_IGN"), "the handler of SIGINT"),
    "a_sigpipe": (IGNORE.format("SIGPIPE", "SIG_DFL"), "the handler of SIGPIPE"),
    "a_mask": (
        "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])\n",
        "the set of blocked signals",
    ),
    "a_alarm": ("import signal\nsignal.alarm(60)\n", "the alarm clock, which was not set"),
    "a_low_recursion": (
        "import sys\ndef atexit(): sys.setrecursionlimit(200)\n" + ONE_TOOL + "    atexit()\n",
        "the recursion limit, 1000 by 200",
    ),
    "a_high_recursion": ("import sys\nsys.setrecursionlimit(10**6)\n", "the recursion limit, 1000 by 1000000"),
    "a_descriptors": (
        "import os\nfor number in (0, 1, 2):\n    os.close(number)\n",
        "descriptor 1, which was closed",
    ),
    "a_stdin": ("import sys\nsys.stdin.close()\n", "sys.stdin, which was closed"),
    "a_stdout": ("import sys\nsys.stdout.close()\n", "sys.stdout, which was closed"),
    "a_stderr": ("import sys\nsys.stderr.close()\n", "sys.stderr, which was closed"),
    "a_json": ("import json\njson.dumps = json.loads = None\n", "json.dumps"),
    "a_path": ("import sys\nsys.path.clear()\n", "sys.path without all of its entries"),
    "a_warnings": ("import warnings\nwarnings.simplefilter('error')\n", "the warnings' filters, by errors"),
    "a_config": ("import logging.config\nlogging.config.dictConfig({'version': 1})\n", "the log's settings"),
    "a_force": (
        "import logging, sys\nlogging.basicConfig(force=True, stream=sys.stdout, level=logging.CRITICAL)\n",
        "the log's settings",
    ),
    "a_disable": ("import logging\nlogging.disable(logging.CRITICAL)\n", "the log's settings"),
    "a_records": (
        "import logging\ndef fail(*given, **named): raise RuntimeError\nlogging.setLogRecordFactory(fail)\n",
        "the log's records",
    ),
    "b_handler": (HANDLER.format("raise RuntimeError"), None),
    "b_exit": (HANDLER.format("sys.exit(3)"), None),
    "a_policy": (
        "import asyncio\nclass Policy(asyncio.DefaultEventLoopPolicy):\n"
        "    def new_event_loop(self): raise RuntimeError\nasyncio.set_event_loop_policy(Policy())\n",
        "the event loop policy",
    ),
    "b_loop": ("import asyncio\nasyncio.set_event_loop(asyncio.new_event_loop())\n", None),
    "b_run": ("import asyncio\nasyncio.run(asyncio.sleep(0))\n", None),
    "b_folder": ("import os, tempfile\nfolder = tempfile.mkdtemp()\nos.chdir(folder)\nos.rmdir(folder)\n", None),
    "b_locale": ("import locale\nlocale.setlocale(locale.LC_ALL, 'C')\n", None),
    "b_streams": ("import io, sys\nsys.stdin = sys.stdout = io.StringIO()\n", None),
    "b_none": ("import sys\nsys.stdin = sys.stdout = sys.stderr = None\n", None),
    "b_timeout": ("import socket\nsocket.setdefaulttimeout(0.1)\n", None),
    "b_environment": ("import os\nos.environ.clear()\n", None),
    "b_thread_exit": ("import sys, threading\nt = threading.Thread(target=sys.exit)\nt.start()\nt.join()\n", None),
    "b_thread": ("import threading, time\nthreading.Thread(target=time.sleep, args=(3600,)).start()\n", None),
    "b_atexit": ("import atexit, time\natexit.register(time.sleep, 3600)\n", None),
}
LEFT_OUT = {
    "c_recursion": ("def again(): again()\nagain()\n", "RecursionError"),
    "c_memory": ("raise MemoryError\n", "MemoryError"),
    "c_generator": ("raise GeneratorExit\n", "GeneratorExit"),
    "c_panic": ("raise BaseException('at the disco')\n", "BaseException: at the disco"),
    "c_exit": ("import sys\nsys.exit(3)\n", "it called sys.exit(3)"),
}
SERVED = [*CARELESS, "d_last"]


@pytest.fixture(scope="module")
def careless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install all of them, and one that does nothing after all others."""
    folder = tmp_path_factory.mktemp("careless")
    for package, (code, _says) in (CARELESS | LEFT_OUT).items():
        install(folder, package, code if "register_tools" in code else code + ONE_TOOL)
    install(folder, "d_last", ONE_TOOL)
    return folder


def test_it_is_put_back_and_said(careless: Path) -> None:
    """One line for each, whatever has become of the log in the meantime; all that can be served is."""
    done = run(careless, "check", "--format", "json")
    is_ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # as in a shell's background: nothing is replaced
    assert ("(a-sigint 1.0) replaced" in done.stderr) is not is_ignored
    for package, (_code, says) in CARELESS.items():
        is_said = says is not None and not (is_ignored and package == "a_sigint")
        assert not is_said or f"({package.replace('_', '-')} 1.0) replaced {says}; put back\n" in done.stderr
    report = json.loads(done.stdout)
    assert [tool["name"] for tool in report["registered"]] == [f"{package}_greet" for package in sorted(SERVED)]
    problems = {plugin["name"]: plugin["problem"] for plugin in report["plugins"] if not plugin["loaded"]}
    assert problems.keys() == LEFT_OUT.keys()
    assert all(says in problems[package] for package, (_code, says) in LEFT_OUT.items())


async def greeted(server: StdioServerParameters | str, mode: str) -> None:
    """Call each plugin's tool."""
    with anyio.fail_after(PATIENCE):
        async with Client(server, mode=mode) as client:
            for package in SERVED:
                result = await client.call_tool(f"{package}_greet", {})
                assert not result.is_error


def test_it_is_served_over_stdio(careless: Path) -> None:
    """Every plugin's tool is answered."""
    anyio.run(greeted, StdioServerParameters(command=COMMAND, env=environment(careless)), "auto")


def test_it_is_served_over_http(careless: Path) -> None:
    """In both protocols, which write their answers differently; and the server stops when it is told to."""
    with http_server(careless) as server:
        for mode in ("legacy", "auto"):
            anyio.run(greeted, server.url, mode)
        begin = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)
        assert time.monotonic() - begin < 15


def test_a_plugin_that_silences_its_warnings_may(tmp_path: Path) -> None:
    """Nothing of it is put back, nor a recursion limit or a handler that harms nobody."""
    code = "import logging, sys, warnings\nwarnings.simplefilter('ignore')\nsys.setrecursionlimit(3000)\n"
    code += "sys.path.append('/nowhere')\nlogging.getLogger('mine').setLevel(logging.DEBUG)\n"
    install(tmp_path, "tidy", code + "logging.getLogger('mine').addHandler(logging.StreamHandler())\n" + ONE_TOOL)
    done = run(tmp_path, "check")
    assert done.returncode == 0
    assert "put back" not in done.stderr
