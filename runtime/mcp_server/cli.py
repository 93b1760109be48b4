"""The command ``mcp-server``: serve the tools of all installed plugins, or say what would be served."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from mcp_server import __version__
from mcp_server.ending import CANNOT_START, DONE, GRACE_PERIOD, INTERRUPTED, REFUSED, end_within, is_interrupt
from mcp_server.errors import McpServerError, RefusedToolsError
from mcp_server.inbox import Inbox
from mcp_server.log import log_to_stderr, say
from mcp_server.plugin_table import Report, as_json, as_text
from mcp_server.serve_http import serve_http
from mcp_server.serve_stdio import serve_stdio
from mcp_server.server import PluginsLeftOutError, build_server, load
from mcp_server.settings import OPTIONS, Option, Settings, SettingsError, settings_from
from mcp_server.stdio_guard import print_all, shield_stdin, take_stdio, take_stdout, write_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import SupportsWrite

_logger = logging.getLogger(__name__)

_MAX_SHOWN = 300
_FORMATS = ("text", "json")

_DESCRIPTION = """\
Serve the data tools of all installed plugins, which are distributions with an entry point in group mcp_server."""
_EPILOG = """\
Without a command, mcp-server runs. Exit code: 0 done, 1 a tool was refused or a plugin failed (check, and run
--strict), 2 a setting is wrong, or the server cannot start or crashes."""
_RUN = "Serve over standard input and output, or over streamable HTTP. Each option may stand in the environment, too."
_CHECK = (
    "Start nothing; list the plugins and the tools registered and refused. Exit 1 if anything is refused or failed."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (default: the process's) and give its exit code.

    Once plugins are loaded, which may have started threads, the process ends soon, whatever happens.
    """
    try:
        given = _parse(list(sys.argv[1:] if argv is None else argv))
        settings = settings_from(vars(given), os.environ)
    except McpServerError as error:
        return _code_after(error)
    try:
        code = _check(given.format, settings) if given.command == "check" else _run(settings)
    except BaseException as error:  # sys.exit in a callback of the event loop, too
        code = _code_after(error)
    return end_within(GRACE_PERIOD, code)


def _code_after(error: BaseException) -> int:
    """Say what went wrong, if it did, and give the exit code."""
    if is_interrupt(error):
        return INTERRUPTED
    if isinstance(error, McpServerError):
        say(f"mcp-server: error: {error}")
    else:
        with suppress(Exception):  # the log may be a plugin's
            _logger.critical("the server crashed and ends", exc_info=error)
    return REFUSED if isinstance(error, (RefusedToolsError, PluginsLeftOutError)) else CANNOT_START


def _run(settings: Settings) -> int:
    log_to_stderr()
    if settings.transport == "stdio":
        wire = take_stdio()
        inbox = Inbox(wire.reader)
        serve_stdio(build_server(settings), inbox, wire.writer)
    else:
        serve_http(build_server(settings), settings)
    return DONE


def _check(form: str, settings: Settings) -> int:
    log_to_stderr()
    # A plugin that prints must not spoil a report that a program reads, and one that asks must not wait for an answer.
    output = take_stdout()
    shield_stdin()
    # Strict or not: a check lists every refusal.
    loaded = load(replace(settings, strict=False))
    report = Report(loaded.outcomes, loaded.registry.registered, loaded.registry.refusals)
    write_all(output, as_json(report) if form == "json" else as_text(report))
    return DONE if report.is_clean else REFUSED


class _Parser(argparse.ArgumentParser):
    """argparse, with one line for a mistake instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong."""
        shown = message if len(message) <= _MAX_SHOWN else message[:_MAX_SHOWN] + "…"
        msg = f"{' '.join(shown.split())} (see mcp-server --help)"
        raise SettingsError(msg)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print what --help and --version say; argparse itself would pass over an output that takes nothing."""
        if file is sys.stdout:
            print_all(message)
        else:
            super()._print_message(message, file)


def _parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line; where it does not begin with a command or a question, the command is `run`."""
    if not arguments or arguments[0] not in {"run", "check", "-h", "--help", "--version"}:
        arguments = ["run", *arguments]
    return _parser().parse_args(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="mcp-server", description=_DESCRIPTION, epilog=_EPILOG, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"mcp-server {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    run = commands.add_parser("run", help="serve (the default)", description=_RUN, allow_abbrev=False)
    for option in OPTIONS:
        _add_option(run, option)
    check = commands.add_parser("check", help="list plugins and tools", description=_CHECK, allow_abbrev=False)
    check.add_argument("--format", choices=_FORMATS, default=_FORMATS[0], help="form of the report (default: text)")
    return parser


def _add_option(parser: argparse.ArgumentParser, option: Option) -> None:
    text = f"{option.help} [{option.variable}]"
    if option.given_as is None:
        parser.add_argument(option.flag, dest=option.field, metavar=option.metavar, help=text)
    else:
        parser.add_argument(option.flag, dest=option.field, action="store_const", const=option.given_as, help=text)
