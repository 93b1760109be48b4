"""What the SDK's server holds, so that it can be put back as it was before a plugin that fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer


@dataclass(frozen=True, slots=True)
class ServerContents:
    """Copies of the server's tools, resources, templates and prompts, by name or URI."""

    parts: tuple[dict[str, Any], ...]


def contents_of(server: MCPServer[Any]) -> ServerContents:
    """Copy what the server holds now, whoever put it there."""
    return ServerContents(tuple(dict(part) for part in _parts_of(server)))


def put_back(server: MCPServer[Any], contents: ServerContents) -> None:
    """Let the server hold this and nothing else."""
    for part, before in zip(_parts_of(server), contents.parts, strict=True):
        part.clear()
        part.update(before)


def _parts_of(server: MCPServer[Any]) -> tuple[dict[str, Any], ...]:
    # MCPServer has a way to remove a tool, none to remove a resource, and none to list them all outside a session.
    resources = server._resource_manager
    return (
        server._tool_manager._tools,
        resources._resources,
        resources._templates,
        server._prompt_manager._prompts,
    )
