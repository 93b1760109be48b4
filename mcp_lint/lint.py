"""One file of a ``mcp-lint`` run: bytes -> records, nothing read but the file, nothing printed."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from mcp_lint.prefilter import is_worth_decoding, is_worth_parsing
from mcp_lint.report import Record
from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.source import decode
from mcp_lint.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

STDIN = "-"
_SYNTAX_ERROR = "E999"
_NOT_PARSED = frozenset({_SYNTAX_ERROR, "MCP900"})
_MOST_AT_ONCE = 1024 * 1024
_AS_BYTES: int = getattr(os, "O_BINARY", 0)  # else Windows takes lines for text, and a Ctrl-Z for the end


@dataclass(frozen=True, slots=True)
class Plan:
    """What holds for all files of a run.

    ``select``, ``ignore``: codes or their beginnings; None where the user said nothing, which is not the same as none.
    """

    settings: Settings = DEFAULT_SETTINGS
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    disable_noqa: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out of one file.

    ``is_checked``: False where the file could not be read or parsed, as ``records`` or ``problem`` says.
    ``problem``: one line about a fault of this program, not of the file.
    """

    records: tuple[Record, ...] = ()
    is_checked: bool = True
    problem: str | None = None


CLEAN = Outcome()  # most files' outcome, the object itself


def is_wanted(code: str, plan: Plan) -> bool:
    """Decide as flake8 does: of a selecting and an ignoring prefix, the longer one wins, and the ignoring one a tie.

    Only that a file was not parsed is said whatever was selected: else the selected codes would seem not to be there.
    """
    selected = _longest_prefix(code, plan.select)
    ignored = _longest_prefix(code, plan.ignore)
    needs_no_selection = plan.select is None or code in _NOT_PARSED
    return selected > ignored or (needs_no_selection and ignored < 0)


def _longest_prefix(code: str, prefixes: Iterable[str] | None) -> int:
    return max((len(prefix) for prefix in prefixes or () if code.startswith(prefix)), default=-1)


def lint_file(path: str, plan: Plan, name: str) -> Outcome:
    """Check one file (``-``: standard input), reported under ``name``; raises only what must end the whole run."""
    return _contained(_lint, path, plan, name)


def search_file(path: str, plan: Plan) -> Outcome | None:
    """Do the quick part of :func:`lint_file`, where no parser runs; None where that does not decide.

    It has no faults that end the process, and takes much the same time for every file: see ``workers.py``.
    """
    return _contained(_search, path, plan, path)


Result = TypeVar("Result")


def _contained(
    work: Callable[[bytes, str, Plan], Result | Outcome], path: str, plan: Plan, name: str
) -> Result | Outcome:
    try:
        return work(_read(path), name, plan)
    except OSError as error:
        return _unread(name, error)
    except (KeyboardInterrupt, SystemExit):
        raise
    # A panic in libcst's Rust half derives from BaseException alone; one bad file must not keep the others unchecked.
    except BaseException as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return Outcome(is_checked=False, problem=f"{name}: not checked, please report this fault of mcp-lint: {reason}")


def _read(path: str) -> bytes:
    if path != STDIN:
        return _read_file(path)
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return sys.stdin.buffer.read()


def _read_file(path: str) -> bytes:
    """Read what nearly every file needs one question to the disk for: Python's own ``open`` asks four."""
    file = os.open(path, os.O_RDONLY | _AS_BYTES)
    try:
        data = os.read(file, _MOST_AT_ONCE)
        while more := os.read(file, _MOST_AT_ONCE):
            data += more
    finally:
        os.close(file)
    return data


def _search(data: bytes, _: str, plan: Plan) -> Outcome | None:
    return CLEAN if _text_to_parse(data, plan) is None else None


def _text_to_parse(data: bytes, plan: Plan) -> str | None:
    # NUL bytes are no Python: most likely the file is UTF-16, and nothing in it can be found.
    if not is_worth_decoding(data, plan.settings) and b"\0" not in data:
        return None
    text = decode(data).text
    return text if is_worth_parsing(text, plan.settings) or "\0" in text else None


def _lint(data: bytes, name: str, plan: Plan) -> Outcome:
    text = _text_to_parse(data, plan)
    if text is None:
        return CLEAN
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # parsing warns of invalid escapes in the file
        return _lint_text(text, name, plan)


def _lint_text(text: str, name: str, plan: Plan) -> Outcome:
    from mcp_lint import check, noqa  # noqa: PLC0415 (the first imports libcst, which most files do not need)

    violations = check.check_text(text, plan.settings) or _syntax_errors(check.syntax_error_of(text))
    wanted = [violation for violation in violations if is_wanted(violation.code, plan)]
    audible = noqa.without_silenced(wanted, text, disable_noqa=plan.disable_noqa)
    records = tuple(_record(violation, name) for violation in audible)
    return Outcome(records, is_checked=all(record.code not in _NOT_PARSED for record in records))


def _syntax_errors(error: tuple[int, int, str] | None) -> tuple[Violation, ...]:
    if error is None:
        return ()
    line, column, message = error
    return (Violation(line, column, _SYNTAX_ERROR, " ".join(message.splitlines()), line, column),)


def _record(violation: Violation, name: str) -> Record:
    return Record(
        file=name,
        line=violation.line,
        column=violation.column,
        code=violation.code,
        message=violation.message,
        end_line=violation.end_line,
        end_column=violation.end_column,
    )


def _unread(name: str, error: OSError) -> Outcome:
    message = " ".join(f"{type(error).__name__}: {error}".splitlines())
    record = Record(name, line=1, column=1, code="E902", message=message, end_line=1, end_column=1)
    return Outcome((record,), is_checked=False)
