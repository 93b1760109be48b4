"""All that must hold for any file, put to one: no exception, and reports that lie where Python sees the same code."""

from __future__ import annotations

import functools
import time
import traceback
import warnings
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

import libcst as cst

from mcp_lint.check import check_unfiltered, syntax_error_of
from mcp_lint.deep import with_room
from mcp_lint.noqa import without_silenced
from mcp_lint.parse import ParseFailure, parse
from mcp_lint.prefilter import is_worth_parsing
from mcp_lint.settings import Settings
from mcp_lint.source import decode, lines_of
from mcp_lint.traversal import index_module
from mcp_lint.values import returns_of

from .places import misplaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mcp_lint.index import FunctionInfo, ModuleIndex
    from mcp_lint.violation import Violation

T = TypeVar("T")
# All rules, and what cannot be judged as well.
EVERYTHING = Settings(strict=True, enable=("MCP",))
_NOT_PARSED = "MCP900"
# Codecs that can spell a text in one way only, so that the same bytes must come back.
_PLAIN_CODECS = ("utf-8", "ascii", "latin-1", "iso-8859")


class Kind(Enum):
    """What a file turned out to be."""

    CHECKED = "checked"
    NOT_PYTHON = "read by neither Python nor libcst"
    NOT_LIBCST = "read by Python alone"


@dataclass(frozen=True, slots=True)
class Examined:
    """What came out of one file.

    ``codes``: what is reported with all rules on, each as often as it is. ``faults``: what must not be, a line each.
    """

    kind: Kind
    lines: int
    seconds: float
    codes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def examine(data: bytes) -> Examined:
    """Put the bytes of a file through the check, without the search before it; raise only what must end a run."""
    started = time.process_time()
    examiner = _Examiner()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = examiner.attempt("reading", lambda: examiner.read(data)) or ""
        module = examiner.attempt("parsing", lambda: with_room(lambda: parse(text)))
        violations = examiner.attempt("checking", lambda: check_unfiltered(text, EVERYTHING)) or ()
        examiner.look_at_reports(violations, text)
        kind = _kind_of(module, violations)
        if kind is Kind.NOT_PYTHON:
            examiner.attempt("syntax error", lambda: syntax_error_of(text))
        if isinstance(module, cst.Module):
            examiner.follow(module, text)
    codes = tuple(violation.code for violation in violations if violation.code != _NOT_PARSED)
    return Examined(kind, len(lines_of(text)), time.process_time() - started, codes, tuple(examiner.faults))


def _kind_of(module: cst.Module | ParseFailure | None, violations: Sequence[Violation]) -> Kind:
    if isinstance(module, cst.Module):
        return Kind.CHECKED
    return Kind.NOT_LIBCST if any(each.code == _NOT_PARSED for each in violations) else Kind.NOT_PYTHON


class _Examiner:
    def __init__(self) -> None:
        self.faults: list[str] = []

    def attempt(self, step: str, work: Callable[[], T]) -> T | None:
        """Do a step; an exception of any kind is a fault."""
        try:
            return work()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self.faults.append(f"{step}: {_reason(error)}")
            return None

    def read(self, data: bytes) -> str:
        """Give the text; the bytes must come back from it."""
        source = decode(data)
        if source.encoding.startswith(_PLAIN_CODECS) and source.encode() != data:
            self.faults.append(f"reading: the bytes do not come back from {source.encoding}")
        return source.text

    def look_at_reports(self, violations: Sequence[Violation], text: str) -> None:
        """Each report is in the text, on one line, and not spared by the search of the text."""
        lines = lines_of(text)
        self.faults += [f"reports: {fault}: {each}" for each in violations for fault in _faults_of(each, lines)]
        silenced = self.attempt("noqa", lambda: without_silenced(violations, text))
        if silenced is not None and not set(silenced) <= set(violations):
            self.faults.append("noqa: adds a report")
        has_reports = any(violation.code != _NOT_PARSED for violation in violations)
        if has_reports and not is_worth_parsing(text, EVERYTHING):
            self.faults.append("prefilter: spares a file that has something to report")

    def follow(self, module: cst.Module, text: str) -> None:
        """Work out what each function returns, as if it were a tool, and where calls and returned values stand."""
        index = self.attempt("index", lambda: index_module(module))
        if index is not None:
            for info in index.functions.values():
                self.attempt("values", functools.partial(with_room, functools.partial(_returns, info, index)))
        self.faults += self.attempt("places", lambda: [f"places: {each}" for each in misplaced(module, text)]) or []


def _returns(info: FunctionInfo, index: ModuleIndex) -> None:
    returns_of(info, index, EVERYTHING)


def _faults_of(violation: Violation, lines: Sequence[str]) -> Iterator[str]:
    start, end = (violation.line, violation.column), (violation.end_line, violation.end_column)
    if not (1, 1) <= start < end:
        yield "the end is before the start"
    elif violation.code != _NOT_PARSED and (
        end[0] > len(lines) or any(column > len(lines[line - 1]) + 1 for line, column in (start, end))
    ):
        yield "not in the text"
    if not violation.message.isprintable() or violation.message != violation.message.strip():
        yield "not on one line"


def _reason(error: BaseException) -> str:
    """The error, and the last place in the checker that it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "mcp_lint" in frame.filename] or list(frames)
    message = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return f"{message} (in {ours[-1].name}, {ours[-1].filename.rpartition('/')[2]})"
