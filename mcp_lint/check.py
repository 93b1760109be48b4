"""The whole check of one text: every front end (flake8, ``mcp-lint``) calls this and nothing else."""

from __future__ import annotations

import ast

from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.violation import Violation


def check_text(text: str, settings: Settings = DEFAULT_SETTINGS) -> tuple[Violation, ...]:
    """All violations in a module's text, in the order of their places; ``# noqa`` is not looked at here."""
    return ()


def syntax_error_of(text: str) -> tuple[int, int, str] | None:
    """Where neither Python nor libcst can parse the text: line, column and message as flake8 prints them for E999."""
    from mcp_lint.parse import ParseFailure, parse  # noqa: PLC0415

    try:
        ast.parse(text)
    except SyntaxError as error:
        line, offset = error.args[1][1:3] if len(error.args) > 1 else (1, 0)
        place = line or 1, (offset or 0) + 1  # flake8 adds one to a column that is 1-based already
        message = f"{type(error).__name__}: {error.args[0]}"
    except (ValueError, RecursionError, MemoryError) as error:  # NUL bytes on old Pythons; nested too deep
        place, message = (1, 1), f"{type(error).__name__}: {error}"
    else:
        return None
    return (*place, message) if isinstance(parse(text), ParseFailure) else None
