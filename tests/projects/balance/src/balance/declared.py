"""Functions that other modules register, with annotations that hold here."""

from __future__ import annotations

from mcp_server import DataToolOutput
from mcp_server import DataToolOutput as Salida

from .helpers import SOURCE, text_result


def declared(year: int) -> DataToolOutput:
    """Answer."""
    return text_result("Declared", [SOURCE])


def in_spanish(year: int) -> Salida:
    """Answer."""
    return text_result("Declared", [SOURCE])


def a_dict(year: int) -> dict:
    """Answer."""
    return {}


def faulty(year: int) -> DataToolOutput:
    """Answer."""
    return text_result("Declared", None)  # expect: MCP103@12
