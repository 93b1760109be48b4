"""The flake8 plugin: flake8 gives the text and takes the violations; the check is the same as ``mcp-lint``'s."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, ClassVar, Protocol

from mcp_lint import __version__
from mcp_lint.options import OPTIONS, Kind, OptionError, settings_of
from mcp_lint.prefilter import is_worth_parsing
from mcp_lint.project import Project, folders_of
from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.violation import Violation

if TYPE_CHECKING:
    import argparse
    import ast
    from collections.abc import Iterator


# What flake8 calls standard input, unless `--stdin-display-name` gives it another name.
STANDARD_INPUT = "stdin"
_NO_FILE = frozenset({STANDARD_INPUT, "-"})


class _OptionManager(Protocol):
    """The part of flake8's that is used; flake8 has no types of its own."""

    def add_option(self, long_name: str, /, *, parse_from_config: bool, **how: object) -> None: ...


class McpPlugin:
    """What flake8 makes one of for each file; nothing but the run's settings outlives it."""

    name = "flake8-mcp"
    version = __version__
    # On the class, since flake8 parses the options before it makes any. In a worker process they are inherited (fork)
    # or parsed anew by flake8 (spawn, forkserver).
    settings: ClassVar[Settings] = DEFAULT_SETTINGS
    project: ClassVar[Project] = Project()

    def __init__(self, tree: ast.AST, lines: list[str], filename: str = STANDARD_INPUT) -> None:
        """Take the text; flake8 calls a plugin once a file only if it asks for the tree, which is not read here."""
        del tree
        self._lines = lines
        self._filename = filename

    @staticmethod
    def add_options(manager: _OptionManager) -> None:
        """Register the options, to be read from setup.cfg, tox.ini and .flake8 too.

        No ``type``, ``choices`` or ``store_true``: flake8 does not apply the first two to what it reads from a file,
        and ends in a traceback where a file's value does not fit the third. ``parse_options`` judges all values alike.
        """
        for option in OPTIONS:
            default = getattr(DEFAULT_SETTINGS, option.field)
            if option.kind is Kind.FLAG:
                manager.add_option(
                    option.flag,
                    action="store_const",
                    const=True,
                    default=default,
                    help=option.help,
                    parse_from_config=True,
                )
            else:
                manager.add_option(
                    option.flag, metavar=option.metavar, default=default, help=option.help, parse_from_config=True
                )

    @classmethod
    def parse_options(cls, manager: _OptionManager, options: argparse.Namespace, filenames: list[str]) -> None:
        """Keep the settings for all files; a bad value ends the run with flake8's own kind of message."""
        del manager
        cls.project = Project(folders_of(filenames))
        try:
            cls.settings = settings_of({option.field: getattr(options, option.dest) for option in OPTIONS})
        except OptionError as error:
            from flake8.exceptions import ExecutionError  # type: ignore[import-untyped]  # noqa: PLC0415

            raise ExecutionError(str(error)) from error

    def run(self) -> Iterator[tuple[int, int, str, type[McpPlugin]]]:
        """Give line, 0-based column, code with message, and the class, for each violation."""
        for violation in self._violations():
            yield violation.line, violation.column - 1, f"{violation.code} {violation.message}", type(self)

    def _violations(self) -> tuple[Violation, ...]:
        """Check, and let no exception out: it would end flake8's run, with all other plugins' work."""
        try:
            path = None if self._filename in _NO_FILE else self._filename
            return _check("".join(self._lines), self.settings, path, self.project)
        except (KeyboardInterrupt, SystemExit):
            raise
        # A panic in libcst's Rust half derives from BaseException alone.
        except BaseException as error:
            return (_not_checked(error),)


def _check(text: str, settings: Settings, path: str | None, project: Project) -> tuple[Violation, ...]:
    if not is_worth_parsing(text, settings):
        return ()
    from mcp_lint import check  # noqa: PLC0415 (imports libcst, which most files do not need)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # evaluating the file's literals warns of their invalid escapes
        return check.check_text(text, settings, path=path, project=project)


def _not_checked(error: BaseException) -> Violation:
    message = f"file not checked, {type(error).__name__} in flake8-mcp itself; please report it"
    return Violation(line=1, column=1, code="MCP900", message=message, end_line=1, end_column=2)
