"""The server's instructions, which clients give to the model, composed of what the server and its plugins say."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_server.records import PluginInfo


def compose_instructions(base: str | None, infos: Iterable[PluginInfo]) -> str | None:
    """Join the server's own text and a section for each plugin; None where there is nothing to say."""
    sections = [base or "", *(_section(info) for info in infos)]
    return "\n\n".join(section for section in sections if section) or None


def _section(info: PluginInfo) -> str:
    questions = [f"- {question}" for question in info.sample_questions]
    asked = "\n".join(["Questions that it answers:", *questions]) if questions else ""
    body = "\n\n".join(part for part in (info.description, info.instructions, asked) if part)
    return f"## {info.title}\n\n{body}" if body else ""
