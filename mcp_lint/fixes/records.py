"""What a rule says is to be done about a fault, and what that comes to at the nodes of the syntax tree."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst as cst

    from mcp_lint.results import Result
    from mcp_lint.tools import ToolFunction


@dataclass(frozen=True, slots=True, eq=False)
class Declare:
    """Annotate the tool with ``-> DataToolOutput``, in the place of the annotation that it has."""

    tool: ToolFunction


@dataclass(frozen=True, slots=True, eq=False)
class AddParentheses:
    """Write ``()`` after the tool's bare ``R.tool``."""

    tool: ToolFunction


@dataclass(frozen=True, slots=True, eq=False)
class RenameKey:
    """Write ``new`` for the key ``old`` of the result's structured content."""

    result: Result
    old: str
    new: str


Fix = Declare | AddParentheses | RenameKey


class Side(Enum):
    """Where the text of an edit goes: before the node, after it, or in its place."""

    BEFORE = auto()
    AFTER = auto()
    INSTEAD = auto()


@dataclass(frozen=True, slots=True, eq=False)
class NodeEdit:
    """One change, before its place is worked out. ``node``: None for the beginning of the file."""

    node: cst.CSTNode | None
    side: Side
    text: str
