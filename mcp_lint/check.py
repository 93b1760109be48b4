"""The whole check of one text: every front end (flake8, ``mcp-lint``) calls this and nothing else."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from mcp_lint.deep import with_room
from mcp_lint.garbage import collector_paused
from mcp_lint.index import SourceFile
from mcp_lint.parse import ParseFailure, parse
from mcp_lint.positions import Span, spans_of
from mcp_lint.prefilter import is_worth_parsing
from mcp_lint.project import absolute
from mcp_lint.python_parser import python_error
from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.tools import find_tools
from mcp_lint.traversal import index_module
from mcp_lint.verdicts import findings_of
from mcp_lint.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Iterable

    import libcst as cst

    from mcp_lint.fixes.records import Fix, NodeEdit
    from mcp_lint.index import ModuleIndex
    from mcp_lint.project import Project
    from mcp_lint.rule import Finding, Helper
    from mcp_lint.violation import TextEdit


def check_text(
    text: str,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    plans_fixes: bool = False,
    path: str | None = None,
    project: Project | None = None,
) -> tuple[Violation, ...]:
    """All violations in a module's text, in the order of their places; ``# noqa`` is not looked at here.

    ``plans_fixes``: whether they come with what mends them, which takes time.
    ``path``, ``project``: the file that it is the text of, and where functions that it imports are looked for; without
    both, they are not followed.

    Text that libcst cannot read gives MCP900 if Python can read it and there are tools by the look of it; text that
    Python cannot read either gives nothing (see :func:`syntax_error_of`).
    """
    if not is_worth_parsing(text, settings):
        return ()
    with collector_paused():
        return check_unfiltered(text, settings, plans_fixes=plans_fixes, path=path, project=project)


def check_unfiltered(
    text: str,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    plans_fixes: bool = False,
    path: str | None = None,
    project: Project | None = None,
) -> tuple[Violation, ...]:
    """The same without the search that spares most files the parser: what it is held against by the tests."""
    index = _index(text, path, None if settings.no_follow else project)
    if isinstance(index, ParseFailure):
        return (_not_checked(index),) if python_error(text) is None else ()
    try:
        return with_room(lambda: _check_module(index, text, settings, plans_fixes=plans_fixes))
    except RecursionError:
        return (_not_checked(ParseFailure("it is nested too deep", 1, 1)),)


def _index(text: str, path: str | None, project: Project | None) -> ModuleIndex | ParseFailure:
    if path is None or project is None:
        module = parse(text)
        return module if isinstance(module, ParseFailure) else index_module(module)
    path = absolute(path)
    index = project.known(path, text) or parse_file(text, path, project)
    if not isinstance(index, ParseFailure):
        project.adopt(index)
    return index


def parse_file(text: str, path: str, project: Project) -> ModuleIndex | ParseFailure:
    """The module that a file of a project holds, with what one traversal notes of it."""
    module = parse(text)
    if isinstance(module, ParseFailure):
        return module
    return index_module(module, SourceFile(path, text, module, project))


def _check_module(index: ModuleIndex, text: str, settings: Settings, *, plans_fixes: bool) -> tuple[Violation, ...]:
    tools = find_tools(index, settings)
    found = list(findings_of(tools, index, settings))
    if not found:
        return ()
    if not plans_fixes:
        spans = _spans_of_all(found, (), index, text)
        return tuple(sorted({_violation(code, finding, spans) for code, finding in found}))
    from mcp_lint.fixes.plan import plan_fixes  # noqa: PLC0415 (the plugin for flake8 never asks for fixes)

    fixes = [finding.fix for _, finding in found if finding.fix is not None]
    return _with_edits(found, plan_fixes(fixes, tools, index, settings), index, text)


def _spans_of_all(
    found: list[tuple[str, Finding]], edited: Iterable[cst.CSTNode], index: ModuleIndex, text: str
) -> dict[cst.CSTNode, Span]:
    """The places of all that is reported or edited, and of the functions that messages name, in whatever file."""
    nodes = [*(finding.node for _, finding in found), *edited]
    elsewhere: dict[SourceFile, list[cst.CSTNode]] = {}
    for helper in (finding.helper for _, finding in found if finding.helper is not None):
        (nodes if helper.file is None else elsewhere.setdefault(helper.file, [])).append(helper.node)
    spans = spans_of(index.module, nodes, text)
    for file, helpers in elsewhere.items():
        spans.update(spans_of(file.module, helpers, file.text))
    return spans


def _with_edits(
    found: list[tuple[str, Finding]], planned: dict[Fix, tuple[NodeEdit, ...]], index: ModuleIndex, text: str
) -> tuple[Violation, ...]:
    """One of each violation; what can be mended for one tool, and not for another that has it too, is left alone."""
    from mcp_lint.fixes.offsets import Places, text_edits  # noqa: PLC0415 (as above)

    edited = (edit.node for edits in planned.values() for edit in edits if edit.node)
    spans = _spans_of_all(found, edited, index, text)
    places = Places(text)
    mended: dict[Violation, tuple[TextEdit, ...]] = {}
    for code, finding in found:
        violation = _violation(code, finding, spans)
        edits = text_edits(planned.get(finding.fix, ()), spans, places) if finding.fix is not None else ()
        mended[violation] = edits if mended.get(violation, edits) == edits else ()
    return tuple(sorted(replace(violation, edits=edits) for violation, edits in mended.items()))


def _violation(code: str, finding: Finding, spans: dict[cst.CSTNode, Span]) -> Violation:
    message = finding.message
    if finding.helper is not None:
        message += f" (in `{finding.helper.name}`, {_where(finding.helper, spans)})"
    span = spans[finding.node]
    return Violation(span.line, span.column, code, message, span.end_line, span.end_column)


def _where(helper: Helper, spans: dict[cst.CSTNode, Span]) -> str:
    line = spans[helper.node].line
    if helper.file is None:
        return f"line {line}"
    path = os.path.relpath(helper.file.path)
    return f"{helper.file.path if path.startswith(os.pardir) else path}, line {line}"


def _not_checked(failure: ParseFailure) -> Violation:
    message = (
        f"file not checked: Python can read it and libcst cannot (line {failure.line}, {failure.message}); "
        "write that line in another way"
    )
    return Violation(1, 1, "MCP900", " ".join(message.split()), 1, 2)


def syntax_error_of(text: str) -> tuple[int, int, str] | None:
    """Where neither Python nor libcst can parse the text: line, column and message as flake8 prints them for E999."""
    error = python_error(text)
    if error is None or not isinstance(parse(text), ParseFailure):
        return None
    line, offset = 1, 0
    if isinstance(error, SyntaxError) and len(error.args) > 1:
        line, offset = error.args[1][1:3]
    message = str(error.args[0]) if isinstance(error, SyntaxError) else str(error)
    # flake8 adds one to a column that is 1-based already.
    return line or 1, (offset or 0) + 1, f"{type(error).__name__}: {message}"
