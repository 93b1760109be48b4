"""What the command ``mcp-server`` can be told, by its command line first and by the environment second."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mcp_server.errors import McpServerError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TRANSPORTS = ("stdio", "http")
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_HIGHEST_PORT = 65535
_MAX_SHOWN = 80
# No more digits than a port has: int() raises an error of its own for thousands of them.
_DIGITS = re.compile(r"0{0,5}[0-9]{1,5}")
_PATH = re.compile(r"/[^\s?#{}]*")
_HOST = re.compile(r"[^\s/@,]+")


class SettingsError(McpServerError):
    """A setting has a value that cannot be used; the text is one line that names the setting and says what it takes.

    No client sees it: the server has not started.
    """


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server is built and where it listens.

    ``transport`` is "stdio" or "http" (streamable HTTP, https://modelcontextprotocol.io, "Transports"); ``host``,
    ``port``, ``path`` and ``allowed_hosts`` matter to "http" only. Port 0 lets the system choose a free one.
    ``allowed_hosts`` are further names, with or without a port, by which clients may call the server.
    """

    transport: str = "stdio"
    host: str = "127.0.0.1"
    port: int = 8063
    path: str = "/"
    allowed_hosts: tuple[str, ...] = ()
    strict: bool = False
    allow_empty_sources: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """One setting: its field, its flag, its environment variable, its help, and how its text is read.

    ``given_as`` is what a flag that takes no value stands for.
    """

    field: str
    flag: str
    variable: str
    metavar: str
    help: str
    convert: Callable[[str], object]
    given_as: str | None = None


def settings_from(given: Mapping[str, str | None], environ: Mapping[str, str]) -> Settings:
    """Put together what the command line gives (by field; None where it is silent) and the environment.

    An empty variable counts as one that is not set, as ``MCP_PORT=`` in an environment file means.
    Raises SettingsError, which names the flag or the variable with the value that cannot be used.
    """
    values: dict[str, object] = {}
    for option in OPTIONS:
        origin, text = option.flag, given.get(option.field)
        if text is None:
            origin, text = option.variable, environ.get(option.variable) or None
        if text is not None:
            values[option.field] = _converted(option, origin, text)
    return Settings(**values)  # type: ignore[arg-type]  # each option's convert gives its field's type


def _converted(option: Option, origin: str, text: str) -> object:
    try:
        return option.convert(text)
    except ValueError as error:
        shown = text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"
        msg = f"{origin} is {shown!r}: {error}"
        raise SettingsError(msg) from None


def _transport(text: str) -> str:
    if text not in TRANSPORTS:
        msg = "write stdio or http"
        raise ValueError(msg)
    return text


def _host(text: str) -> str:
    if not _HOST.fullmatch(text):
        msg = "write one host name or address, such as 127.0.0.1"
        raise ValueError(msg)
    return text.removeprefix("[").removesuffix("]")


def _port(text: str) -> int:
    if not _DIGITS.fullmatch(text) or int(text) > _HIGHEST_PORT:
        msg = f"write a number from 0 to {_HIGHEST_PORT}"
        raise ValueError(msg)
    return int(text)


def _path(text: str) -> str:
    if not _PATH.fullmatch(text):
        msg = "write a path that begins with / and has none of ? # { } and no spaces, such as /mcp"
        raise ValueError(msg)
    return text


def _hosts(text: str) -> tuple[str, ...]:
    names = tuple(name for name in (part.strip().lower() for part in text.split(",")) if name)
    if not all(_HOST.fullmatch(name) for name in names):
        msg = "write host names separated by commas, each with or without a port, such as data.example.org,data:8063"
        raise ValueError(msg)
    return names


def _boolean(text: str) -> bool:
    if text.lower() not in _TRUE + _FALSE:
        msg = f"write one of {', '.join(_TRUE + _FALSE)}"
        raise ValueError(msg)
    return text.lower() in _TRUE


def _negated(text: str) -> bool:
    return not _boolean(text)


OPTIONS = (
    Option("transport", "--transport", "MCP_TRANSPORT", "NAME", "stdio (default) or http", _transport),
    Option("host", "--host", "MCP_HOST", "NAME", "address to listen on with http (default: 127.0.0.1)", _host),
    Option("port", "--port", "MCP_PORT", "NUMBER", "port to listen on with http (default: 8063)", _port),
    Option("path", "--path", "MCP_PATH", "PATH", "path of the endpoint with http (default: /)", _path),
    Option(
        "allowed_hosts",
        "--allowed-hosts",
        "MCP_ALLOWED_HOSTS",
        "NAMES",
        "further host names by which clients may call the server, separated by commas; requests with a Host or an "
        "Origin header of any other name than its own and these are refused",
        _hosts,
    ),
    Option(
        "strict",
        "--strict",
        "MCP_STRICT",
        "",
        "do not start when a tool is refused or a plugin left out",
        _boolean,
        given_as="true",
    ),
    Option(
        "allow_empty_sources",
        "--refuse-empty-sources",
        "MCP_REFUSE_EMPTY_SOURCES",
        "",
        "answer with an error where a tool's list of sources is empty",
        _negated,
        given_as="true",
    ),
)
