"""The whole check of one text: every front end (flake8, ``mcp-lint``) calls this and nothing else."""

from __future__ import annotations

from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.violation import Violation


def check_text(text: str, settings: Settings = DEFAULT_SETTINGS) -> tuple[Violation, ...]:
    """All violations in a module's text, in the order of their places; ``# noqa`` is not looked at here."""
    return ()
