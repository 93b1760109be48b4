"""One file of a ``mcp-lint`` run: bytes -> records, nothing read but the file, nothing printed."""

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mcp_lint.prefilter import is_worth_parsing
from mcp_lint.report import Record
from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.source import decode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_lint.violation import Violation

STDIN = "-"
_NOT_CHECKED = "MCP900"


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


def is_wanted(code: str, plan: Plan) -> bool:
    """Decide as flake8 does: of a selecting and an ignoring prefix, the longer one wins, and the ignoring one a tie."""
    selected = _longest_prefix(code, plan.select)
    ignored = _longest_prefix(code, plan.ignore)
    return ignored < 0 if plan.select is None else selected > ignored


def _longest_prefix(code: str, prefixes: Iterable[str] | None) -> int:
    return max((len(prefix) for prefix in prefixes or () if code.startswith(prefix)), default=-1)


def lint_file(path: str, plan: Plan, name: str | None = None) -> Outcome:
    """Check one file (``-``: standard input), reported under ``name``; raises only what must end the whole run."""
    name = path if name is None else name
    try:
        return _lint(_read(path), name, plan)
    except OSError as error:
        return _unchecked(name, 1, 1, "E902", f"{type(error).__name__}: {error}")
    except (KeyboardInterrupt, SystemExit):
        raise
    # A panic in libcst's Rust half derives from BaseException alone; one bad file must not keep the others unchecked.
    except BaseException as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return Outcome(is_checked=False, problem=f"{name}: not checked, please report this fault of mcp-lint: {reason}")


def _read(path: str) -> bytes:
    return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()


def _lint(data: bytes, name: str, plan: Plan) -> Outcome:
    text = decode(data).text
    if not is_worth_parsing(text, plan.settings):
        return Outcome()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # parsing warns of invalid escapes in the file
        return _lint_text(text, name, plan)


def _lint_text(text: str, name: str, plan: Plan) -> Outcome:
    from mcp_lint import check, noqa  # noqa: PLC0415 (the first imports libcst, which most files do not need)

    violations = check.check_text(text, plan.settings)
    if not violations:
        error = check.syntax_error_of(text)
        if error is None or noqa.silences_file(text, disable_noqa=plan.disable_noqa):
            return Outcome()
        line, column, message = error
        return _unchecked(name, line, column, "E999", message)
    wanted = [violation for violation in violations if is_wanted(violation.code, plan)]
    audible = noqa.without_silenced(wanted, text, disable_noqa=plan.disable_noqa)
    records = tuple(_record(violation, name) for violation in audible)
    return Outcome(records, is_checked=all(record.code != _NOT_CHECKED for record in records))


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


def _unchecked(name: str, line: int, column: int, code: str, message: str) -> Outcome:
    record = Record(name, line, column, code, " ".join(message.split()), line, column)
    return Outcome((record,), is_checked=False)
