"""Tools that are to be declared or registered: whether they may be, and what to write.

A tool is only made one where the server will then take it, and where nothing is known by which it would break its
promise: a function that returns text is no data tool, whatever it is annotated with.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.annotations import ReturnAnnotation, Verdict
from mcp_lint.fixes.imports import import_edit
from mcp_lint.fixes.layout import layout_of
from mcp_lint.fixes.naming import naming_for
from mcp_lint.fixes.records import AddParentheses, Declare, NodeEdit, Side
from mcp_lint.rules import all_rules
from mcp_lint.tools import ModuleTools
from mcp_lint.verdicts import breaks_its_promise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcp_lint.fixes.naming import Naming
    from mcp_lint.fixes.records import Fix
    from mcp_lint.index import ModuleIndex
    from mcp_lint.rule import Finding
    from mcp_lint.settings import Settings
    from mcp_lint.tools import ToolFunction

_SAME_NAME = "MCP004"
# PEP 484: `# type: (int) -> str` below the head; type checkers refuse it beside an annotation.
_TYPE_COMMENT = re.compile(r"#\s*type:\s*\(")
Edits = tuple[NodeEdit, ...]


class Declarations:
    """What can be written for the tools of one module."""

    def __init__(self, tools: ModuleTools, index: ModuleIndex, settings: Settings) -> None:
        """Take the module."""
        module = index.scope.node
        assert isinstance(module, cst.Module)
        self._index, self._settings = index, settings
        self._tools = tools
        self._layout = layout_of(module)

    def edits(self, fixes: Sequence[Declare | AddParentheses]) -> dict[Fix, Edits]:
        """What to write for each of them that is safe."""
        declared = {fix: self._naming_of(fix.tool) for fix in fixes if isinstance(fix, Declare)}
        safe = {fix: naming for fix, naming in declared.items() if naming is not None and self._takes_no_name(fix.tool)}
        added = self._import_for(fix.tool for fix, naming in safe.items() if naming.needs_import)
        found: dict[Fix, Edits] = {}
        for declaration, naming in safe.items():
            needed = added if naming.needs_import else ()
            found[declaration] = (*needed, _annotation_edit(declaration.tool, naming))
        for fix in fixes:
            if isinstance(fix, AddParentheses) and fix.tool.bare is not None and self._can_be_registered(fix.tool):
                found[fix] = (NodeEdit(fix.tool.bare, Side.AFTER, "()"),)
        return found

    def _import_for(self, tools: Iterable[ToolFunction]) -> Edits:
        functions = [tool.info.node for tool in tools]
        return (import_edit(self._layout, functions),) if functions else ()

    def _naming_of(self, tool: ToolFunction) -> Naming | None:
        """By what name it can be declared; None where it is not to be."""
        node = tool.info.node
        if not isinstance(node, cst.FunctionDef) or _has_type_comment(node) or not _is_plain(tool.annotation):
            return None
        if breaks_its_promise(tool, self._index, self._settings):
            return None
        return naming_for(tool.info, self._index, self._layout)

    def _can_be_registered(self, tool: ToolFunction) -> bool:
        """Whether the server will take it once its ``R.tool`` is called."""
        if not tool.is_bare_only or breaks_its_promise(tool, self._index, self._settings):
            return False
        others = [other for other in self._tools.tools if other is not tool]
        names = {other.info.name for other in others if other.bare is not None}
        names |= {each.name for other in (*others, tool) for each in other.registrations if each.name is not None}
        if tool.info.name in names:
            return False
        is_accepted = tool.is_annotation_hidden or (
            tool.annotation is not None and tool.annotation.verdict is not Verdict.BAD
        )
        return is_accepted or self._naming_of(tool) is not None

    def _takes_no_name(self, tool: ToolFunction) -> bool:
        """Whether no registration loses its name: to this tool, once it is declared, or this tool's own."""
        names = [each.name for other in self._tools.tools for each in other.registrations]
        if all(names.count(each.name) == 1 for each in tool.registrations):
            return True
        all_declared = [_declared(other) for other in self._tools.tools]
        return len(_names_taken(all_declared)) == len(_names_taken(self._tools.tools))


def _annotation_edit(tool: ToolFunction, naming: Naming) -> NodeEdit:
    node = tool.info.node
    assert isinstance(node, cst.FunctionDef)
    if node.returns is not None:
        return NodeEdit(node.returns.annotation, Side.INSTEAD, naming.text)
    return NodeEdit(node.whitespace_before_colon, Side.BEFORE, f" -> {naming.text}")


def _is_plain(annotation: ReturnAnnotation | None) -> bool:
    """Whether it can be replaced: it says nothing but the class's name, and no comment would be lost."""
    if annotation is None:
        return True
    return annotation.is_call_tool_result and "#" not in cst.Module([]).code_for_node(annotation.node)


def _has_type_comment(node: cst.FunctionDef) -> bool:
    if not isinstance(node.body, cst.IndentedBlock):
        comments = [node.body.trailing_whitespace.comment] if isinstance(node.body, cst.SimpleStatementSuite) else []
    else:
        leading: Sequence[cst.EmptyLine] = getattr(node.body.body[0], "leading_lines", ())
        comments = [node.body.header.comment, *(line.comment for line in leading)]
    return any(comment is not None and _TYPE_COMMENT.match(comment.value) for comment in comments)


def _declared(tool: ToolFunction) -> ToolFunction:
    return replace(tool, annotation=ReturnAnnotation(Verdict.GOOD, tool.name_node), is_annotation_hidden=False)


def _names_taken(tools: Iterable[ToolFunction]) -> list[Finding]:
    check = all_rules()[_SAME_NAME].check
    return list(check(ModuleTools(tuple(tools)))) if check is not None else []
