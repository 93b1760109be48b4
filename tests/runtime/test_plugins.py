"""Plugins are found and loaded in a fixed order, each in its own namespace, and none takes the others down."""

from __future__ import annotations

import importlib
import itertools
import logging
import signal
import sys
from typing import TYPE_CHECKING

import anyio
import pytest
from mcp import Client

from mcp_server import Registry
from mcp_server.plugins import Outcome, Plugin, find_plugins, load_plugins

from .serving import HEADER, ONE_TOOL, install

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FAILING = {
    "an import that is not there": ("import no_such_module_at_all", "ModuleNotFoundError: No module named"),
    "a syntax error": ("def register_tools(registry:\n", "SyntaxError"),
    "sys.exit at import": ("import sys\nsys.exit(3)", "it called sys.exit(3)"),
    "no register_tools": ("x = 1", "has no function register_tools(registry)"),
    "register_tools that is none": ("register_tools = 1", "has no function register_tools(registry)"),
    "an async register_tools": ("async def register_tools(registry): pass", "is an async function"),
    "an exception": ("def register_tools(registry):\n    raise RuntimeError('no data today')", "no data today"),
    "sys.exit": ("def register_tools(registry):\n    exit()", "it called sys.exit(None)"),
    "an exception of many lines": ("raise RuntimeError('one\\n  two')", "RuntimeError: one two"),
    "an exception that is none": (
        "class Panic(BaseException): pass\ndef register_tools(registry):\n    raise Panic('at the disco')",
        "Panic: at the disco",
    ),
    "an exception that cannot be shown": (
        "class Odd(Exception):\n    def __str__(self): raise ValueError\nraise Odd",
        "exception str() failed",
    ),
    "sys.exit with what cannot be shown": (
        "import sys\nclass Odd:\n    def __repr__(self): raise ValueError\nsys.exit(Odd())",
        "SystemExit, whose text cannot be shown",
    ),
    "an exception that exits when it is shown": (
        "import sys\nclass Odd(Exception):\n    def __str__(self): sys.exit(0)\n    __repr__ = __str__\nraise Odd",
        "Odd",
    ),
    "a register_tools that yields": (
        ONE_TOOL + "    yield\n",
        "is a generator function, of which nothing runs: write it without yield",
    ),
    "an async register_tools behind a lambda": (
        "async def go(registry): pass\nregister_tools = lambda registry: go(registry)",
        "is an async function",
    ),
    "a tool that it takes away itself": (
        ONE_TOOL + "    registry.server.remove_tool('t_failing_greet')\n    raise RuntimeError('gone')",
        "gone",
    ),
    "tools on the server itself, and another's taken away": (
        "def register_tools(registry):\n"
        "    registry.server.add_tool(len, name='direct')\n"
        "    registry.server.remove_tool('t_before_greet')\n"
        "    raise RuntimeError('after direct')",
        "after direct",
    ),
    "a namespace within its own": (
        ONE_TOOL.replace("(registry):", "(registry):\n    registry = registry.for_plugin('inner')")
        + "    raise RuntimeError('within')",
        "within",
    ),
    "half of its tools": (ONE_TOOL + "    raise RuntimeError('at the second tool')", "at the second tool"),
    "its resources": (
        ONE_TOOL + "def register_resources(registry):\n    raise RuntimeError('no resources')",
        "no resources",
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder that is on sys.path; what is imported from it is forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(tmp_path) in str(sys.modules[name].__file__):
            del sys.modules[name]


def load(registry: Registry | None = None) -> tuple[Registry, tuple[Outcome, ...]]:
    """Load all plugins but those that happen to be installed where the tests run."""
    importlib.invalidate_caches()
    registry = registry or Registry()
    return registry, load_plugins(registry, tuple(p for p in find_plugins() if p.distribution.startswith("t-")))


def names(registry: Registry) -> list[str]:
    """List the tools, in the order in which they were registered."""
    return [tool.name for tool in registry.registered]


def listed(registry: Registry) -> list[str]:
    """List the tools that a client sees."""

    async def ask() -> list[str]:
        async with Client(registry.server) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    return anyio.run(ask)


def test_plugins_are_found_by_distribution_and_entry_point(folder: Path) -> None:
    """In order of the distribution's name, then of the entry point's, whatever the order on the disk."""
    install(folder, "zebra", ONE_TOOL, distribution="t-a", entry_points="[mcp_server]\nz = zebra\na = zebra.more:go\n")
    install(folder, "aardvark", ONE_TOOL, distribution="t-b", version="2.1")
    install(folder, "other", ONE_TOOL, distribution="t-c", entry_points="[console_scripts]\nother = other:main\n")
    found = [plugin for plugin in find_plugins() if plugin.distribution.startswith("t-")]
    assert found == [
        Plugin("t-a", "1.0", "a", "zebra.more:go"),
        Plugin("t-a", "1.0", "z", "zebra"),
        Plugin("t-b", "2.1", "aardvark", "aardvark"),
    ]
    assert [(plugin.module, plugin.package, plugin.function) for plugin in found[:2]] == [
        ("zebra.more", "zebra", "go"),
        ("zebra", "zebra", "register_tools"),
    ]


def test_tools_of_two_plugins_may_have_the_same_name(folder: Path) -> None:
    """Each plugin's tools begin with its package."""
    for package in ("t_rivers", "t_lakes"):
        install(folder, package, ONE_TOOL)
    registry, outcomes = load()
    assert [outcome.problem for outcome in outcomes] == [None, None]
    assert names(registry) == listed(registry) == ["t_lakes_greet", "t_rivers_greet"]
    assert [tool.plugin for tool in registry.registered] == ["t_lakes", "t_rivers"]


def test_the_entry_point_may_name_the_function(folder: Path) -> None:
    """`module:function` calls that function; register_resources is looked for in the same module."""
    code = ONE_TOOL.replace("def register_tools", "def go") + (
        "def register_resources(registry):\n"
        "    @registry.resource('data://t/file')\n"
        "    def file() -> str:\n"
        "        'A file.'\n"
        "        return 'text'\n"
    )
    install(folder, "t_named", code, entry_points="[mcp_server]\nx = t_named:go\n")
    registry, outcomes = load()
    assert outcomes == (Outcome(Plugin("t-named", "1.0", "x", "t_named:go"), registered=1),)
    assert names(registry) == ["t_named_greet"]
    resources = anyio.run(registry.server.list_resources)
    assert [str(resource.uri) for resource in resources] == ["data://t/file"]


@pytest.mark.parametrize(("code", "problem"), FAILING.values(), ids=FAILING)
def test_a_plugin_that_fails_is_left_out_and_the_others_are_served(
    code: str, problem: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One line that says why, the traceback from the plugin's own line on, and nothing of it in the server."""
    install(folder, "t_before", ONE_TOOL)
    install(folder, "t_failing", code)
    install(folder, "t_later", ONE_TOOL)
    registry, outcomes = load()
    assert [outcome.problem is None for outcome in outcomes] == [True, False, True]
    assert names(registry) == listed(registry) == ["t_before_greet", "t_later_greet"]
    failed = outcomes[1]
    assert problem in (failed.problem or "")
    assert "\n" not in (failed.problem or "")
    assert f"plugin t_failing (t-failing 1.0) is left out: {failed.problem}" in caplog.text
    assert failed.traceback in caplog.text + "\n"
    assert "importlib" not in failed.traceback
    assert "plugins.py" not in failed.traceback
    shown = failed.traceback
    assert not shown or "t_failing.py" in shown or "SyntaxError" in shown or "cannot be shown" in shown


def test_two_entry_points_of_one_package_are_two_plugins(folder: Path) -> None:
    """One fails after its first tool: the tool's name is free for the other, and the other's tools stay."""
    package = folder / "t_both"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "good.py").write_text(ONE_TOOL, encoding="utf-8")
    for name in ("early", "late"):
        (package / f"{name}.py").write_text(ONE_TOOL + "    raise RuntimeError('half way')\n", encoding="utf-8")
    declared = "[mcp_server]\na = t_both.early\nb = t_both.good\nc = t_both.late\n"
    install(folder, "t_unused", "", entry_points=declared)
    registry, outcomes = load()
    assert [outcome.problem for outcome in outcomes] == ["RuntimeError: half way", None, "RuntimeError: half way"]
    assert names(registry) == listed(registry) == ["t_both_greet"]


def test_ctrl_c_ends_the_loading(folder: Path) -> None:
    """It is the user's, not the plugin's."""
    install(folder, "t_slow", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load()


def test_the_signals_that_stop_the_server_stay_the_servers(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A plugin that replaces their handlers at import is served, and its handlers are not used."""
    code = "import signal\nfor s in (signal.SIGINT, signal.SIGTERM):\n    signal.signal(s, signal.SIG_IGN)\n"
    install(folder, "t_deaf", code + ONE_TOOL)
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    registry, _outcomes = load()
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    assert names(registry) == ["t_deaf_greet"]
    assert "plugin t_deaf (t-deaf 1.0) replaced the handler of SIGTERM; put back" in caplog.text


def test_broken_metadata_of_other_distributions_is_passed_over(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Entry points that cannot be parsed, and a distribution without a name."""
    install(folder, "t_good", ONE_TOOL)
    install(folder, "t_garbled", ONE_TOOL, entry_points="[mcp_server]\nno equals sign\n")
    install(folder, "t_nameless", ONE_TOOL)
    (folder / "t_nameless-1.0.dist-info" / "METADATA").unlink()
    registry, _outcomes = load()
    assert names(registry) == ["t_good_greet"]
    assert "cannot read the entry points of an installed distribution, left out" in caplog.text


def test_a_distribution_in_two_places_counts_once(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first on sys.path is the one that Python would import."""
    install(folder, "t_twice", ONE_TOOL, version="1.0")
    first = tmp_path_factory.mktemp("first")
    install(first, "t_twice", ONE_TOOL.replace("greet", "welcome"), version="2.0")
    monkeypatch.syspath_prepend(first)
    registry, outcomes = load()
    assert [outcome.plugin.version for outcome in outcomes] == ["2.0"]
    assert names(registry) == ["t_twice_welcome"]


def test_the_order_does_not_depend_on_the_disk(folder: Path) -> None:
    """Five plugins, written in two orders, give one list of tools."""
    packages = ["t_e", "t_a", "t_d", "t_b", "t_c"]
    for package in packages:
        install(folder, package, ONE_TOOL)
    registry, _outcomes = load()
    assert names(registry) == [f"{package}_greet" for package in sorted(packages)]
    assert all(a < b for a, b in itertools.pairwise(names(registry)))


def test_refused_tools_of_a_plugin_leave_its_others(folder: Path) -> None:
    """A refusal is no failure: the plugin is loaded, and the refusal names it."""
    refused = "    @registry.tool()\n    def naked():\n        'No annotation.'\n"
    install(folder, "t_mixed", HEADER + ONE_TOOL + refused)
    registry, outcomes = load()
    assert [(outcome.problem, outcome.registered, outcome.refused) for outcome in outcomes] == [(None, 1, 1)]
    assert names(registry) == listed(registry) == ["t_mixed_greet"]
    assert [(r.function, r.code, r.plugin, r.tool) for r in registry.refusals] == [
        ("naked", "MCP001", "t_mixed", "t_mixed_naked")
    ]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="notes came with Python 3.11")
def test_the_reason_is_the_exception_not_its_last_note(folder: Path) -> None:
    """The notes are in the traceback."""
    install(folder, "t_noted", "e = RuntimeError('no data')\ne.add_note('ask Ann')\nraise e\n")
    _registry, (outcome,) = load()
    assert outcome.problem == "RuntimeError: no data"
    assert "ask Ann" in outcome.traceback


def with_info(text: str, *, fails: bool) -> str:
    """Give a module that registers a tool, a resource and its info under this text, and fails then, or not."""
    return ONE_TOOL.replace("greet", text) + (
        f"    registry.resource('data://{text}')(lambda: 'x')\n"
        f"    registry.set_plugin_info('About {text}.')\n" + ("    raise RuntimeError('late')\n" if fails else "")
    )


@pytest.mark.parametrize("fails", [True, False])
def test_entry_points_of_one_package_have_infos_of_their_own(folder: Path, fails: bool) -> None:
    """The second one's failure takes nothing of the first, and its success replaces nothing."""
    for module, code in (("t_one", with_info("one", fails=False)), ("t_two", with_info("two", fails=fails))):
        (folder / "t_pack").mkdir(exist_ok=True)
        (folder / "t_pack" / f"{module}.py").write_text(code, encoding="utf-8")
    install(folder, "t_unused", "", entry_points="[mcp_server]\na = t_pack.t_one\nb = t_pack.t_two\n")
    registry, _outcomes = load()
    kept = ["one"] if fails else ["one", "two"]
    assert names(registry) == listed(registry) == [f"t_pack_{text}" for text in kept]
    assert [str(each.uri) for each in anyio.run(registry.server.list_resources)] == [f"data://{text}" for text in kept]
    assert registry.server.instructions == "\n\n".join(f"## t_pack\n\nAbout {text}." for text in kept)


def test_a_log_that_fails_does_not_end_the_loading(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin may have put a handler into it."""

    class Broken(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            raise OSError(record.name)

    monkeypatch.setattr(logging.getLogger("mcp_server.plugins"), "handlers", [Broken()])
    install(folder, "t_failing", "raise RuntimeError('no data')")
    install(folder, "t_later", ONE_TOOL)
    registry, _outcomes = load()
    assert names(registry) == ["t_later_greet"]


def test_a_plugin_that_takes_long_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """While it loads: it may never end, and nothing can interrupt it."""
    monkeypatch.setattr("mcp_server.plugins.SECONDS_UNTIL_SLOW", 0.01)
    waiting = (
        "import time\nfor _ in range(3000):\n    time.sleep(0.01)\n"
        "    if 'has been loading' in open({0!r}).read(): break\n"
    )
    log = folder / "log"
    log.write_text("", encoding="utf-8")
    handler = logging.FileHandler(log, encoding="utf-8")
    logging.getLogger("mcp_server.plugins").addHandler(handler)
    try:
        install(folder, "t_slow", waiting.format(str(log)) + ONE_TOOL)
        registry, _outcomes = load()
    finally:
        logging.getLogger("mcp_server.plugins").removeHandler(handler)
        handler.close()
    assert names(registry) == ["t_slow_greet"]
    assert "plugin t_slow (t-slow 1.0) has been loading for 0.01 seconds, and the server waits for it" in caplog.text
