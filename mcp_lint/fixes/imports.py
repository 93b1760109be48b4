"""Where the import of ``DataToolOutput`` goes: into one of the contract that is there, or on a line of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.fixes.layout import CONTRACT, imported_modules
from mcp_lint.fixes.naming import OUTPUT
from mcp_lint.fixes.records import NodeEdit, Side
from mcp_lint.syntax import string_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcp_lint.fixes.layout import Layout

_STATEMENT = f"from {CONTRACT} import {OUTPUT}"
# Imports beside which the line stands well.
_RELATED = frozenset({"mcp", "mcp_types", CONTRACT})
# Lines that have a meaning only where they are: PEP 263 looks at the first two.
_FIXED_COMMENT = re.compile(r"#!|#.*?coding[:=]")
_FIXED_LINES = 2


def import_edit(layout: Layout, functions: Iterable[cst.CSTNode]) -> NodeEdit:
    """The one edit that imports it for all of the functions."""
    lines = list(layout.imports(functions))
    for line in lines:
        for statement in line.body:
            names = _names_from_contract(statement)
            if isinstance(statement, cst.ImportFrom) and names:
                return _merged(statement, names, layout.module)
    return _on_its_own(lines, layout.module)


# Merging.


def _names_from_contract(statement: cst.CSTNode) -> Sequence[cst.ImportAlias]:
    is_from = isinstance(statement, cst.ImportFrom) and imported_modules(statement) == [CONTRACT]
    names = statement.names if isinstance(statement, cst.ImportFrom) and is_from else ()
    return () if isinstance(names, cst.ImportStar) else names


def _merged(statement: cst.ImportFrom, names: Sequence[cst.ImportAlias], module: cst.Module) -> NodeEdit:
    """Put the name where it belongs if the names are sorted, else at the end."""
    keys = [_sort_key(alias.evaluated_name) for alias in names]
    own = _sort_key(OUTPUT)
    place = next((index for index, key in enumerate(keys) if key > own), None) if keys == sorted(keys) else None
    lines = _Lines(statement, names, module)
    return lines.appended() if place is None else lines.inserted(place)


def _sort_key(name: str) -> tuple[int, str]:
    """As import sorters do: constants, classes, the rest."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """How the names of an import are laid out. Comments stay with the names that they speak of."""

    statement: cst.ImportFrom
    names: Sequence[cst.ImportAlias]
    module: cst.Module

    def inserted(self, place: int) -> NodeEdit:
        """The name before another: on a line of its own, where that one has one."""
        before, after = self._space_before(place), self._space_after(place)
        if before is None or after is None:
            return NodeEdit(self.names[place], Side.BEFORE, f"{OUTPUT}, ")
        return self._line_after(before.first_line, before.last_line.value)

    def appended(self) -> NodeEdit:
        """The name after the last one; before it, where its comment would otherwise become the new name's."""
        last = len(self.names) - 1
        before, after = self._space_before(last), self._space_after(last)
        if before is None or after is None:
            has_comment = after is not None and after.first_line.comment is not None
            return self.inserted(last) if has_comment else NodeEdit(self.names[last], Side.AFTER, f", {OUTPUT}")
        if self._has_comma(last):
            return self._line_after(after.first_line, before.last_line.value)
        if after.first_line.comment is not None:
            return self.inserted(last)
        line_break = self._newline(before.first_line) + before.last_line.value
        return NodeEdit(self.names[last], Side.AFTER, f",{line_break}{OUTPUT}")

    def _line_after(self, line: cst.TrailingWhitespace, indent: str) -> NodeEdit:
        return NodeEdit(line.newline, Side.AFTER, f"{indent}{OUTPUT},{self._newline(line)}")

    def _newline(self, line: cst.TrailingWhitespace) -> str:
        return line.newline.value or self.module.default_newline

    def _has_comma(self, place: int) -> bool:
        return isinstance(self.names[place].comma, cst.Comma)

    def _space_before(self, place: int) -> cst.ParenthesizedWhitespace | None:
        """The line break in front of a name; None where there is none."""
        comma = self.names[place - 1].comma if place else None
        bracket = self.statement.lpar if not place else None
        found = comma if isinstance(comma, cst.Comma) else bracket
        return _line_break_in(found.whitespace_after if found is not None else None)

    def _space_after(self, place: int) -> cst.ParenthesizedWhitespace | None:
        """The line break behind a name and its comma; None where there is none."""
        comma = self.names[place].comma
        found = _line_break_in(comma.whitespace_after) if isinstance(comma, cst.Comma) else None
        is_last = place == len(self.names) - 1
        bracket = self.statement.rpar if is_last else None
        return found or _line_break_in(bracket.whitespace_before if bracket is not None else None)


def _line_break_in(space: cst.BaseParenthesizableWhitespace | None) -> cst.ParenthesizedWhitespace | None:
    return space if isinstance(space, cst.ParenthesizedWhitespace) else None


# A line of its own.


def _on_its_own(lines: Sequence[cst.SimpleStatementLine], module: cst.Module) -> NodeEdit:
    """After a related import, or the last one; else after the docstring; else at the beginning."""
    related = [line for line in lines if _roots(line) & _RELATED]
    if related or lines:
        return _after((related or lines)[-1], module)
    first = module.body[0]
    if isinstance(first, cst.SimpleStatementLine) and _is_docstring(first):
        return _after(first, module)
    return _at_the_beginning(module)


def _roots(line: cst.SimpleStatementLine) -> set[str]:
    return {name.partition(".")[0] for statement in line.body for name in imported_modules(statement)}


def _is_docstring(line: cst.SimpleStatementLine) -> bool:
    first = line.body[0]
    return isinstance(first, cst.Expr) and string_value(first.value) is not None


def _after(line: cst.SimpleStatementLine, module: cst.Module) -> NodeEdit:
    newline = line.trailing_whitespace.newline
    end = newline.value or module.default_newline
    is_among_imports = not _is_docstring(line) and "__future__" not in _roots(line)
    text = f"{_STATEMENT}{end}" if is_among_imports else f"{end}{_STATEMENT}{end}{_gap(line, module, end)}"
    return NodeEdit(newline, Side.AFTER, text)


def _gap(line: cst.SimpleStatementLine, module: cst.Module, end: str) -> str:
    """The blank lines that code wants after the imports, unless some are there."""
    following = module.body[module.body.index(line) + 1]
    leading: Sequence[cst.EmptyLine] = getattr(following, "leading_lines", ())
    return "" if leading and leading[0].comment is None else end * 2


def _at_the_beginning(module: cst.Module) -> NodeEdit:
    """After the comments that speak of the file as a whole, and those that must stay where they are."""
    header = module.header
    blank = next((index for index, line in enumerate(header) if line.comment is None), None)
    fixed = [i for i, line in enumerate(header[:_FIXED_LINES]) if line.comment and _is_fixed(line.comment.value)]
    place = max([blank + 1 if blank else 0, *(index + 1 for index in fixed)])
    end = (header[0].newline.value if header else None) or module.default_newline
    text = f"{_STATEMENT}{end}"
    if place == len(header) or header[place].comment is not None:
        text += end * 2
    return NodeEdit(header[place - 1] if place else None, Side.AFTER if place else Side.BEFORE, text)


def _is_fixed(comment: str) -> bool:
    return _FIXED_COMMENT.match(comment) is not None
