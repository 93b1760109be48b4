"""What a rule is; the rules themselves are the modules of :mod:`mcp_lint.rules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import libcst

    from mcp_lint.fixes.records import Fix
    from mcp_lint.index import SourceFile


@dataclass(frozen=True, slots=True)
class Helper:
    """The function, other than the tool, in which something faulty was written.

    ``name``, ``node``: the function; of what is written outside of one, the module and what it is.
    ``file``: None for the file being checked.
    """

    name: str
    node: libcst.CSTNode
    file: SourceFile | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation before its position is worked out, which is done only in a file that has one.

    ``node``: what the violation is reported at.
    ``message``: one line, without the code.
    ``helper``: named in the message with its line, when the fault was written there.
    ``fix``: what would mend it; whether that is safe in this file is decided later (:mod:`mcp_lint.fixes.plan`).
    """

    node: libcst.CSTNode
    message: str
    helper: Helper | None = None
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One module of :mod:`mcp_lint.rules`, as the engine sees it.

    ``code``: ``MCP`` and three digits. ``title``: the first line of the module's docstring, after the code.
    ``documentation``: the rest of it, Markdown in four parts: "What it does", "Why it matters", "Example", "Instead".
    ``subject``: which record ``check`` takes: ``"tool"``, ``"result"``, ``"return"`` or ``"module"``; ``None`` for a
    rule that is not worked out from a record (MCP900).
    ``is_on_by_default``: False for codes that only ``--mcp-enable`` (or ``--mcp-strict``, for MCP190) turns on.
    ``is_advice``: whether reports show a warning, and not an error.
    ``is_fixable``: whether ``mcp-lint --fix`` can mend some of what it reports.
    """

    code: str
    title: str
    documentation: str
    subject: str | None
    check: Callable[[Any], Iterator[Finding]] | None
    is_on_by_default: bool
    is_fixable: bool
    is_advice: bool
