"""One file of a ``mcp-lint`` run: bytes -> records, nothing read but the file, nothing printed."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from mcp_lint.prefilter import is_worth_decoding, is_worth_parsing
from mcp_lint.report import Edit, Record
from mcp_lint.rewrite import Rewrite
from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.source import Source, decode, encode_again, lines_of
from mcp_lint.violation import TextEdit, Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mcp_lint.project import Project

STDIN = "-"
_SYNTAX_ERROR = "E999"
_NOT_PARSED = frozenset({_SYNTAX_ERROR, "MCP900"})
_MOST_AT_ONCE = 1024 * 1024
_AS_BYTES: int = getattr(os, "O_BINARY", 0)  # else Windows takes lines for text, and a Ctrl-Z for the end


class RunProject:
    """What a run knows of the project, made when the first file is parsed: most files need nothing of it.

    ``paths``: the files and folders of the command line. Another process makes its own.
    """

    __slots__ = ("_made", "_paths")

    def __init__(self, paths: tuple[str, ...]) -> None:
        """Note where it begins; nothing is looked at."""
        self._paths = paths
        self._made: Project | None = None

    def __reduce__(self) -> tuple[type[RunProject], tuple[tuple[str, ...]]]:
        """Send no syntax trees."""
        return RunProject, (self._paths,)

    def get(self) -> Project:
        """The same one for all files."""
        from mcp_lint.project import Project, folders_of  # noqa: PLC0415 (as said above)

        if self._made is None:
            self._made = Project(folders_of(self._paths))
        return self._made


@dataclass(frozen=True, slots=True)
class Plan:
    """What holds for all files of a run.

    ``select``, ``ignore``: codes or their beginnings; None where the user said nothing, which is not the same as none.
    ``plans_fixes``: whether the outcomes are to say what mends each file.
    ``shows_fixes``: whether the records are to say what mends them.
    ``project``: where functions that the files import from each other are looked for; None: they are not followed.
    """

    settings: Settings = DEFAULT_SETTINGS
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    disable_noqa: bool = False
    plans_fixes: bool = False
    shows_fixes: bool = False
    project: RunProject | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out of one file.

    ``is_checked``: False where the file could not be read or parsed, as ``records`` or ``problem`` says.
    ``problem``: one line about a fault of this program, not of the file.
    ``rewrite``: what the file is to hold, where fixes were asked for and change it; ``records`` are then those of the
    new text. Of standard input there is one also where nothing changes, since it is to be given on.
    """

    records: tuple[Record, ...] = ()
    is_checked: bool = True
    problem: str | None = None
    rewrite: Rewrite | None = None

    @property
    def is_change(self) -> bool:
        """Whether the file is to become another."""
        return self.rewrite is not None and self.rewrite.is_change


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
    work: Callable[[bytes, str, str, Plan], Result | Outcome], path: str, plan: Plan, name: str
) -> Result | Outcome:
    try:
        data = _read(path)
    except OSError as error:
        return _unread(name, error)
    try:
        return work(data, path, name, plan)
    except OSError as error:
        failed = _unread(name, error)
    except (KeyboardInterrupt, SystemExit):
        raise
    # A panic in libcst's Rust half derives from BaseException alone; one bad file must not keep the others unchecked.
    except BaseException as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        problem = f"{name}: not checked, please report this fault of mcp-lint: {reason}"
        failed = Outcome(is_checked=False, problem=problem)
    is_filter = plan.plans_fixes and path == STDIN  # which must give on what nothing can be done about
    return replace(failed, rewrite=Rewrite(path, name, data, data, 0)) if is_filter else failed


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


def _search(data: bytes, _: str, __: str, plan: Plan) -> Outcome | None:
    return CLEAN if _source_to_parse(data, plan) is None else None


def _source_to_parse(data: bytes, plan: Plan) -> Source | None:
    # NUL bytes are no Python: most likely the file is UTF-16, and nothing in it can be found.
    if not is_worth_decoding(data, plan.settings) and b"\0" not in data:
        return None
    source = decode(data)
    return source if is_worth_parsing(source.text, plan.settings) or "\0" in source.text else None


def _lint(data: bytes, path: str, name: str, plan: Plan) -> Outcome:
    source = _source_to_parse(data, plan)
    same = Rewrite(path, name, data, data, 0) if plan.plans_fixes else None
    if source is None:
        return CLEAN if same is None or path != STDIN else Outcome(rewrite=same)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # parsing warns of invalid escapes in the file
        if same is None:
            return _outcome(_audible(source.text, plan, name), name, source.text)
        outcome = _mend(source, plan, same)
    # All outcomes of a run are kept, and most files do not change.
    return outcome if outcome.is_change or path == STDIN else replace(outcome, rewrite=None)


def _mend(source: Source, plan: Plan, same: Rewrite) -> Outcome:
    from mcp_lint.fixes.rounds import mend  # noqa: PLC0415 (only where fixes are asked for)

    mended = mend(source.text, lambda text: _audible(text, plan, same.name))
    if mended.text == source.text:
        return replace(_outcome(mended.left, same.name, mended.text), rewrite=same)
    after = encode_again(same.before, source, mended.text)
    if after is None:
        problem = f"{same.name}: not fixed, since its encoding ({source.encoding}) would not give all of it back"
        unmended = _outcome(_audible(source.text, plan, same.name), same.name, source.text)
        return replace(unmended, problem=problem, rewrite=same)
    return replace(
        _outcome(mended.left, same.name, mended.text), rewrite=replace(same, after=after, count=mended.count)
    )


def _audible(text: str, plan: Plan, name: str) -> tuple[Violation, ...]:
    """What is to be reported of a text, which is that of the file of this name."""
    from mcp_lint import check, noqa  # noqa: PLC0415 (the first imports libcst, which most files do not need)

    violations = check.check_text(
        text,
        plan.settings,
        plans_fixes=plan.plans_fixes or plan.shows_fixes,
        path=name,
        project=plan.project.get() if plan.project is not None else None,
    ) or _syntax_errors(check.syntax_error_of(text))
    wanted = [violation for violation in violations if is_wanted(violation.code, plan)]
    return noqa.without_silenced(wanted, text, disable_noqa=plan.disable_noqa)


def _outcome(violations: Iterable[Violation], name: str, text: str) -> Outcome:
    records = tuple(_record(violation, name, text) for violation in violations)
    return Outcome(records, is_checked=all(record.code not in _NOT_PARSED for record in records))


def _syntax_errors(error: tuple[int, int, str] | None) -> tuple[Violation, ...]:
    if error is None:
        return ()
    line, column, message = error
    return (Violation(line, column, _SYNTAX_ERROR, " ".join(message.splitlines()), line, column),)


def _record(violation: Violation, name: str, text: str) -> Record:
    return Record(
        file=name,
        line=violation.line,
        column=violation.column,
        code=violation.code,
        message=violation.message,
        end_line=violation.end_line,
        end_column=violation.end_column,
        edits=tuple(_edit(edit, text) for edit in violation.edits),
    )


def _edit(edit: TextEdit, text: str) -> Edit:
    return Edit(*_place(text, edit.start), *_place(text, edit.end), edit.replacement)


def _place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of an offset in code points."""
    before = lines_of(text[:offset] + "|")
    return len(before), len(before[-1])


def _unread(name: str, error: OSError) -> Outcome:
    message = " ".join(f"{type(error).__name__}: {error}".splitlines())
    record = Record(name, line=1, column=1, code="E902", message=message, end_line=1, end_column=1)
    return Outcome((record,), is_checked=False)
