"""The command ``mcp-lint``: the same check as the flake8 plugin's, for those who do not run flake8."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from mcp_lint import __version__
from mcp_lint.config import Config, find_config, read_config
from mcp_lint.discover import Exclude, discover
from mcp_lint.jobs import Jobs, number_of_jobs, processors
from mcp_lint.lint import STDIN, Outcome, Plan, RunProject, lint_file
from mcp_lint.options import OPTIONS, Kind, OptionError, codes_to_ignore, codes_to_select, listed, settings_of
from mcp_lint.progress import Progress
from mcp_lint.report import FORMATS, Record, as_json, as_text, on_one_line, statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CLEAN, FOUND, UNCHECKED, INTERRUPTED = 0, 1, 2, 130

_DESCRIPTION = """\
Check the tools of MCP data servers, without running the code. `mcp-lint explain` lists all codes, `mcp-lint explain
CODE` says what one means. A folder is searched for *.py; what git ignores and virtual environments are left out."""
_EPILOG = """\
Options may stand in [tool.mcp-lint] of pyproject.toml too, without "mcp-" and dashes before them. Exit code: 0 clean,
1 something found (with --fix: left; with --diff: found, or to be changed), 2 something could not be checked or
written."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (default: the process's) and give its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except OptionError as error:
        _complain(str(error))
        return UNCHECKED
    except BrokenPipeError:
        # Nobody reads on, as with `mcp-lint | head`. Python would complain at exit, when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except OSError as error:
        _complain(f"cannot go on: {error}")
        return UNCHECKED
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["explain"]:
        return _explain(arguments[1:])
    try:
        given = _parse(arguments)
    except SystemExit as done:  # --help and --version
        sys.stdout.flush()
        return int(done.code or CLEAN)
    choices = _choices(given)
    outcomes, problems = _lint_all(given, choices)
    if choices.plan.plans_fixes:
        outcomes, unwritten = _deliver(outcomes, given, choices)
        problems += unwritten
    for problem in problems:
        _complain(problem)
    records = sorted(record for outcome in outcomes for record in outcome.records)
    _print_report(records, problems, choices)
    if problems or not all(outcome.is_checked for outcome in outcomes):
        return UNCHECKED
    is_found = records or (choices.is_diff and any(outcome.is_change for outcome in outcomes))
    return FOUND if is_found and not choices.exits_zero else CLEAN


def _explain(codes: list[str]) -> int:
    from mcp_lint.explain import explain, overview  # noqa: PLC0415 (imports all rules, and libcst with them)

    if {"-h", "--help"} & set(codes):
        _write(
            sys.stdout, "usage: mcp-lint explain [CODE ...]\n\nSay what a code means; without one, list all codes.\n"
        )
    else:
        _write(sys.stdout, "\n".join(explain(code) for code in codes) or overview())
    return CLEAN


def _parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line; what stands after ``--`` are paths, which argparse forgets where options may follow."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    given = _parser().parse_intermixed_args(arguments[:end])
    given.paths = [*given.paths, *arguments[end + 1 :]]
    if given.stdin_filename is not None and STDIN not in given.paths:
        if given.paths:
            msg = "--stdin-filename needs - among the paths"
            raise OptionError(msg)
        given.paths = [STDIN]
    given.paths = given.paths or ["."]
    return given


class _Parser(argparse.ArgumentParser):
    """argparse, with one line for a mistake instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong."""
        msg = f"{message} (see mcp-lint --help)"
        raise OptionError(msg)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="mcp-lint",
        usage="mcp-lint [options] [PATH ...]\n       mcp-lint explain [CODE ...]",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mcp-lint {__version__}")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="file, folder, or - for standard input (default: .)")
    _add_check_options(parser.add_argument_group("what is checked"))
    _add_report_options(parser.add_argument_group("what is reported"))
    _add_fix_options(parser.add_argument_group("what is mended"))
    _add_file_options(parser.add_argument_group("files"))
    return parser


def _add_check_options(group: argparse._ArgumentGroup) -> None:
    for option in OPTIONS:
        if option.kind is Kind.FLAG:
            group.add_argument(option.flag, action="store_true", default=None, dest=option.field, help=option.help)
        else:
            group.add_argument(
                option.flag,
                metavar=option.metavar,
                dest=option.field,
                help=option.help,
                type=_argument(option.convert),
            )


def _add_report_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--select",
        metavar="CODES",
        type=_argument(codes_to_select),
        help="report these only: codes or their beginnings, separated by commas; a code that is off by default is "
        "turned on by --mcp-enable alone",
    )
    group.add_argument(
        "--ignore",
        metavar="CODES",
        type=_argument(codes_to_ignore),
        help="do not report these; where --select names a code too, the longer beginning wins, as in flake8",
    )
    group.add_argument("--disable-noqa", action="store_true", help='report also what a "# noqa" comment silences')
    group.add_argument("--format", choices=FORMATS, help="form of the report (default: text)")
    group.add_argument(
        "--statistics",
        action="store_true",
        default=None,
        help="count each code at the end; on standard error but with --format text",
    )
    group.add_argument(
        "--exit-zero",
        action="store_true",
        default=None,
        help="exit with 0 also where something is found; still 2 where something could not be checked",
    )


def _add_fix_options(group: argparse._ArgumentGroup) -> None:
    either = group.add_mutually_exclusive_group()
    either.add_argument(
        "--fix",
        action="store_true",
        help="mend what can be mended safely and report what is left; of standard input the new text is written to "
        "standard output, and the report to standard error",
    )
    either.add_argument(
        "--diff",
        action="store_true",
        help="only show what --fix would change, as a unified diff on standard output; exit with 1 if there is "
        "anything; the report of what would be left goes to standard error",
    )


def _add_file_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--exclude",
        metavar="GLOBS",
        type=_argument(listed),
        help="leave these files and folders out, separated by commas, also where they are given by name, as in flake8",
    )
    group.add_argument(
        "--jobs",
        metavar="N",
        type=_argument(number_of_jobs),
        help="how many processes may check files at a time; more than one run where there is enough to do (default: "
        "as many as there are processors)",
    )
    group.add_argument("--stdin-filename", metavar="PATH", help="the name under which standard input is reported")
    configuration = group.add_mutually_exclusive_group()
    configuration.add_argument("--config", metavar="FILE", help="read this file, not the nearest pyproject.toml")
    configuration.add_argument("--isolated", action="store_true", help="read no configuration file")


def _argument(convert: Callable[[object], object]) -> Callable[[str], object]:
    def converted(written: str) -> object:
        try:
            return convert(written)
        except OptionError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return converted


@dataclass(frozen=True, slots=True)
class _Choices:
    """What the user wants, by command line first and configuration file second.

    ``is_output_taken``: something else than the report goes to standard output.
    """

    plan: Plan
    exclude: Exclude
    format: str
    shows_statistics: bool
    exits_zero: bool
    is_diff: bool
    is_output_taken: bool


def _choices(given: argparse.Namespace) -> _Choices:
    config = _config_for(given)

    def chosen(name: str) -> Any:
        on_command_line = getattr(given, name)
        return config.values.get(name) if on_command_line is None else on_command_line

    settings = settings_of({option.field: chosen(option.field) for option in OPTIONS})
    base = config.folder if given.exclude is None and config.folder else Path.cwd()
    return _Choices(
        plan=Plan(
            settings,
            chosen("select"),
            chosen("ignore"),
            disable_noqa=given.disable_noqa,
            plans_fixes=given.fix or given.diff,
            shows_fixes=chosen("format") == "sarif",
            project=None if settings.no_follow else RunProject(tuple(_named(given))),
        ),
        exclude=Exclude(tuple(chosen("exclude") or ()), str(base)),
        format=chosen("format") or FORMATS[0],
        shows_statistics=bool(chosen("statistics")),
        exits_zero=bool(chosen("exit_zero")),
        is_diff=given.diff,
        is_output_taken=given.diff or (given.fix and STDIN in given.paths),
    )


def _config_for(given: argparse.Namespace) -> Config:
    if given.isolated:
        return Config()
    if given.config is not None:
        return read_config(Path(given.config))
    return find_config([Path(path) for path in _named(given)])


def _named(given: argparse.Namespace) -> list[str]:
    """The paths of the command line, with one for standard input."""
    named = [path for path in given.paths if path != STDIN]
    return [*named, given.stdin_filename or "."] if STDIN in given.paths else named


def _lint_all(given: argparse.Namespace, choices: _Choices) -> tuple[list[Outcome], list[str]]:
    """Give what came out of each file that is not clean, and the problems that are none of a file's content."""
    with Progress(sys.stderr) as progress, Jobs(choices.plan, given.jobs or processors(), progress) as jobs:
        found = discover([path for path in given.paths if path != STDIN], choices.exclude, jobs.add)
        outcomes = jobs.finish()
    if _is_standard_input_wanted(given, choices):
        # Text of no file has no place from which its imports could be found.
        plan = choices.plan if given.stdin_filename else replace(choices.plan, project=None)
        outcomes.append(lint_file(STDIN, plan, given.stdin_filename or "stdin"))
    return outcomes, [*found.problems, *(outcome.problem for outcome in outcomes if outcome.problem)]


def _is_standard_input_wanted(given: argparse.Namespace, choices: _Choices) -> bool:
    return STDIN in given.paths and not _is_standard_input_left_out(given, choices)


def _is_standard_input_left_out(given: argparse.Namespace, choices: _Choices) -> bool:
    return given.stdin_filename is not None and choices.exclude.fits_given(given.stdin_filename)


def _deliver(outcomes: list[Outcome], given: argparse.Namespace, choices: _Choices) -> tuple[list[Outcome], list[str]]:
    from mcp_lint.delivery import show_all, summary, write_all  # noqa: PLC0415 (only where fixes are asked for)

    if given.fix and STDIN in given.paths and _is_standard_input_left_out(given, choices):
        sys.stdout.buffer.write(sys.stdin.buffer.read())
    if choices.is_diff:
        _write(sys.stderr, summary(outcomes, "would fix"))
        show_all(outcomes, sys.stdout.buffer)
        return outcomes, []
    outcomes, unwritten = write_all(outcomes, choices.plan, sys.stdout.buffer)
    _write(sys.stderr, summary(outcomes, "fixed"))
    return outcomes, unwritten


def _print_report(records: list[Record], problems: list[str], choices: _Choices) -> None:
    stream = sys.stderr if choices.is_output_taken else sys.stdout
    _write(stream, _report(records, problems, choices.format))
    if choices.shows_statistics:
        _write(stream if choices.format == "text" else sys.stderr, statistics(records))


def _report(records: list[Record], problems: list[str], form: str) -> str:
    if form == "github":
        from mcp_lint.report_github import as_github  # noqa: PLC0415 (as below)

        return as_github(records)
    if form == "sarif":
        from mcp_lint.report_sarif import as_sarif  # noqa: PLC0415 (only where that form is asked for)

        return as_sarif(records, problems)
    return as_json(records) if form == "json" else as_text(records)


def _write(stream: TextIO | None, text: str) -> None:
    """Write UTF-8 whatever the locale, as flake8 does; bytes in a file's name that are no text leave as they came."""
    if stream is None:
        return
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # other lone surrogates, from text in the file
        data = text.encode("utf-8", "backslashreplace")
    stream.flush()
    stream.buffer.write(data)
    stream.flush()


def _complain(message: str) -> None:
    if sys.stderr is not None:
        print(f"mcp-lint: error: {on_one_line(message)}", file=sys.stderr)
