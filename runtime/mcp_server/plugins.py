"""Find the installed plugins and let each register its tools, so that none can take the others down."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import logging
import threading
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

from mcp_server.failure import UnusablePluginError, reason_of, traceback_of
from mcp_server.process_state import process_kept
from mcp_server.server_contents import contents_of, put_back

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from mcp_server.registry import Registry

GROUP = "mcp_server"
_TOOLS, _RESOURCES = "register_tools", "register_resources"
SECONDS_UNTIL_SLOW = 10

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, order=True)
class Plugin:
    """One entry point of group `mcp_server`, as the installed distribution's metadata has it.

    ``value`` is ``package.module``, or ``package.module:function`` where the function is not called register_tools.
    """

    distribution: str
    version: str
    entry_point: str
    value: str

    @property
    def module(self) -> str:
        """The module to import."""
        return self.value.partition(":")[0].strip()

    @property
    def package(self) -> str:
        """The name that the plugin's tools begin with: the import package that the module is in."""
        return self.module.partition(".")[0]

    @property
    def function(self) -> str:
        """The function of the module that registers the tools."""
        return self.value.partition(":")[2].partition("[")[0].strip() or _TOOLS

    def __str__(self) -> str:
        """The plugin as messages name it: its package, and the distribution that brings it."""
        return f"{self.package} ({self.distribution} {self.version})"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a plugin: how many tools it has registered, and how many were refused.

    ``problem`` is None where it is served, else why it is left out, in one line.
    """

    plugin: Plugin
    registered: int = 0
    refused: int = 0
    problem: str | None = None
    traceback: str = ""


def find_plugins() -> tuple[Plugin, ...]:
    """List the plugins of all installed distributions, by distribution name, then by name of the entry point.

    A distribution found in two places counts once, as the one that Python would import (the first on sys.path). One
    whose metadata cannot be read is left out with a warning, since it may have nothing to do with this server.
    """
    names = {name for distribution in metadata.distributions() if (name := _name_if_plugin(distribution))}
    return tuple(sorted(plugin for name in names for plugin in _plugins_of(metadata.distribution(name))))


def _name_if_plugin(distribution: metadata.Distribution) -> str | None:
    try:
        has_plugins = bool(distribution.entry_points.select(group=GROUP))
        return distribution.metadata["Name"] if has_plugins and "Name" in distribution.metadata else None
    except Exception as error:  # any: metadata.EntryPoint parses what somebody wrote
        _logger.warning("cannot read the entry points of an installed distribution, left out: %r", error)
        return None


def _plugins_of(distribution: metadata.Distribution) -> Iterator[Plugin]:
    for entry_point in distribution.entry_points.select(group=GROUP):
        yield Plugin(distribution.metadata["Name"], distribution.version, entry_point.name, entry_point.value)


def load_plugins(registry: Registry, plugins: tuple[Plugin, ...]) -> tuple[Outcome, ...]:
    """Import each plugin and let it register its tools in a namespace of its own; give what came of each.

    A plugin that fails in any way (it raises, calls sys.exit, has no register_tools) is logged with its traceback,
    whatever it had registered is taken back, and the next one is loaded. Only Ctrl-C ends the loading.
    """
    return tuple(_load(registry, plugin) for plugin in plugins)


def _load(registry: Registry, plugin: Plugin) -> Outcome:
    namespace = registry.for_plugin(plugin.package, distribution=plugin.distribution)
    registered, refused = len(registry.registered), len(registry.refusals)
    before = contents_of(registry.server)
    try:
        with process_kept(plugin), _said_if_slow(plugin):
            _register(namespace, plugin)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit, and what extension modules raise past Exception
        namespace.withdraw()
        # What it put on the server itself, past the registry, goes too; what it took from others is there again.
        put_back(registry.server, before)
        return _left_out(plugin, error)
    return Outcome(plugin, len(registry.registered) - registered, len(registry.refusals) - refused)


def _left_out(plugin: Plugin, error: BaseException) -> Outcome:
    outcome = Outcome(plugin, problem=reason_of(error), traceback=traceback_of(error))
    with contextlib.suppress(Exception):  # a plugin may have put a handler into the log
        _logger.error("plugin %s is left out: %s\n%s", plugin, outcome.problem, outcome.traceback.rstrip())
    return outcome


def _register(namespace: Registry, plugin: Plugin) -> None:
    module = importlib.import_module(plugin.module)
    _call(module, plugin.function, namespace)
    if hasattr(module, _RESOURCES):
        _call(module, _RESOURCES, namespace)


def _call(module: ModuleType, name: str, namespace: Registry) -> None:
    """Call the module's function.

    What it gives tells more than what it is: a decorated function, a lambda or an object may be async all the same.
    """
    function: Callable[[Registry], object] | None = getattr(module, name, None)
    if not callable(function):
        msg = f"module {module.__name__} has no function {name}(registry)"
        raise UnusablePluginError(msg)
    given = function(namespace)
    if inspect.isgenerator(given) or inspect.isasyncgen(given):
        msg = f"{module.__name__}.{name} is a generator function, of which nothing runs: write it without yield"
        raise UnusablePluginError(msg)
    if inspect.isawaitable(given):
        if inspect.iscoroutine(given):
            given.close()  # else Python warns that nobody awaits it
        msg = f"{module.__name__}.{name} is an async function, which nobody awaits: write it with def"
        raise UnusablePluginError(msg)


@contextlib.contextmanager
def _said_if_slow(plugin: Plugin) -> Iterator[None]:
    """Name a plugin that takes long to load: nothing can interrupt it, and the server starts once all are loaded."""
    says = "plugin %s has been loading for %s seconds, and the server waits for it"
    timer = threading.Timer(SECONDS_UNTIL_SLOW, _logger.warning, (says, plugin, SECONDS_UNTIL_SLOW))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
