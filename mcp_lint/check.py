"""The whole check of one text: every front end (flake8, ``mcp-lint``) calls this and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lint.deep import with_room
from mcp_lint.garbage import collector_paused
from mcp_lint.parse import ParseFailure, parse
from mcp_lint.positions import Span, spans_of
from mcp_lint.prefilter import is_worth_parsing
from mcp_lint.python_parser import python_error
from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.tools import find_tools
from mcp_lint.traversal import index_module
from mcp_lint.verdicts import findings_of
from mcp_lint.violation import Violation

if TYPE_CHECKING:
    import libcst as cst

    from mcp_lint.rule import Finding


def check_text(text: str, settings: Settings = DEFAULT_SETTINGS) -> tuple[Violation, ...]:
    """All violations in a module's text, in the order of their places; ``# noqa`` is not looked at here.

    Text that libcst cannot read gives MCP900 if Python can read it and there are tools by the look of it; text that
    Python cannot read either gives nothing (see :func:`syntax_error_of`).
    """
    if not is_worth_parsing(text, settings):
        return ()
    with collector_paused():
        return check_unfiltered(text, settings)


def check_unfiltered(text: str, settings: Settings = DEFAULT_SETTINGS) -> tuple[Violation, ...]:
    """The same without the search that spares most files the parser: what it is held against by the tests."""
    module = parse(text)
    if isinstance(module, ParseFailure):
        return (_not_checked(module),) if python_error(text) is None else ()
    try:
        return with_room(lambda: _check_module(module, text, settings))
    except RecursionError:
        return (_not_checked(ParseFailure("it is nested too deep", 1, 1)),)


def _check_module(module: cst.Module, text: str, settings: Settings) -> tuple[Violation, ...]:
    index = index_module(module)
    found = list(findings_of(find_tools(index, settings), index, settings))
    if not found:
        return ()
    nodes = [node for _, finding in found for node in (finding.node, finding.helper and finding.helper.node) if node]
    spans = spans_of(module, nodes, text)
    violations = (_violation(code, finding, spans) for code, finding in found)
    return tuple(sorted(set(violations)))


def _violation(code: str, finding: Finding, spans: dict[cst.CSTNode, Span]) -> Violation:
    message = finding.message
    if finding.helper is not None:
        message += f" (in `{finding.helper.name}`, line {spans[finding.helper.node].line})"
    span = spans[finding.node]
    return Violation(span.line, span.column, code, message, span.end_line, span.end_column)


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
