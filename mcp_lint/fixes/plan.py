"""Fixes -> edits at nodes: whether what a rule says is to be done is safe in this file, and what to write where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.fixes.declaring import Declarations
from mcp_lint.fixes.records import AddParentheses, Declare, NodeEdit, RenameKey
from mcp_lint.fixes.renaming import rename_edits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_lint.fixes.records import Fix
    from mcp_lint.index import ModuleIndex
    from mcp_lint.settings import Settings
    from mcp_lint.tools import ModuleTools

Edits = tuple[NodeEdit, ...]


def plan_fixes(fixes: Iterable[Fix], tools: ModuleTools, index: ModuleIndex, settings: Settings) -> dict[Fix, Edits]:
    """What to write for each fix; one that is not in there is left to a human."""
    wanted = tuple(fixes)
    planned: dict[Fix, Edits] = {}
    of_tools = [fix for fix in wanted if isinstance(fix, (Declare, AddParentheses))]
    if of_tools:
        planned.update(Declarations(tools, index, settings).edits(of_tools))
    of_keys = [fix for fix in wanted if isinstance(fix, RenameKey)]
    if of_keys:
        planned.update(rename_edits(of_keys, index.module, settings))
    return planned
