"""Build the server from the settings and the installed plugins; nothing is built at import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp_server.errors import McpServerError
from mcp_server.plugins import find_plugins, load_plugins
from mcp_server.registry import Registry
from mcp_server.settings import Settings
from mcp_server.wording import count

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from mcp_server.plugins import Outcome, Plugin

SERVER_NAME = "mcp-data-registry"


class PluginsLeftOutError(McpServerError):
    """A strict server lacks plugins, so it does not start. No client sees anything: nothing is served.

    The message has a line for each plugin that is left out, and for each tool that is refused.
    """

    def __init__(self, loaded: Loaded) -> None:
        """Take what was loaded."""
        missing = [f"  {outcome.plugin}: {outcome.problem}" for outcome in loaded.outcomes if outcome.problem]
        head = f"left out {count(len(missing), 'plugin')} and the server is strict: it does not start"
        super().__init__("\n".join([head, *missing, *(f"  {refusal}" for refusal in loaded.registry.refusals)]))


@dataclass(frozen=True, slots=True)
class Loaded:
    """A registry with the tools of all plugins, and what came of each plugin."""

    registry: Registry
    outcomes: tuple[Outcome, ...]


def load(settings: Settings, plugins: tuple[Plugin, ...] | None = None) -> Loaded:
    """Load the plugins (default: all that are installed) into a new registry.

    Refused tools and plugins that are left out are logged, and raise nothing.
    """
    registry = Registry(SERVER_NAME, strict=settings.strict, allow_empty_sources=settings.allow_empty_sources)
    return Loaded(registry, load_plugins(registry, find_plugins() if plugins is None else plugins))


def build_server(settings: Settings | None = None) -> MCPServer[Any]:
    """Build the SDK's server with the tools of all installed plugins, ready to run over any transport.

    With ``Settings(strict=True)`` it raises PluginsLeftOutError or, where only tools are missing, RefusedToolsError.
    """
    settings = settings or Settings()
    loaded = load(settings)
    if settings.strict and any(outcome.problem for outcome in loaded.outcomes):
        raise PluginsLeftOutError(loaded)
    loaded.registry.finish()
    return loaded.registry.server
