"""Refuse HTTP requests that call the server, or come from a page, by a name that is not the server's own.

A page of another site can make a browser call a server on the user's own machine (DNS rebinding); the request's
``Host`` or its ``Origin`` header gives it away (https://modelcontextprotocol.io, "Transports", security warning).

The SDK has such a check (mcp.server.transport_security), which this replaces: with any port allowed, it compares how
a header begins, so that ``http://localhost:80.evil.example`` passes for ``localhost``; it tells ``LOCALHOST`` from
``localhost``; and it takes an empty ``Origin`` for none.
"""

from __future__ import annotations

import ipaddress
import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")
_ORIGIN = re.compile(r"https?://(?P<host>.*)", re.IGNORECASE)
_MAX_SHOWN = 100

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Host:
    """A host as a header or a setting names it, in one spelling; without a port, it stands for every port."""

    name: str
    port: int | None = None


def own_hosts(host: str, bound: str) -> frozenset[Host]:
    """Give the names of a server that listens on ``host``, which the system has bound to the address ``bound``.

    A server that listens on every address, or on loopback, has the loopback names.
    """
    address = ipaddress.ip_address(bound.partition("%")[0])
    names = LOOPBACK if address.is_unspecified or address.is_loopback else ()
    return frozenset(Host(_spelled(name)) for name in (host, bound, *names))


def allowed_hosts(names: Iterable[str]) -> frozenset[Host]:
    """Read names that a setting allows, each with or without a port; an IPv6 address may lack its brackets."""
    return frozenset(_read(name) or Host(_spelled(name)) for name in names)


def is_host_accepted(header: str, accepted: frozenset[Host]) -> bool:
    """Judge a ``Host`` header (RFC 9110, section 7.2)."""
    host = _read(header)
    return host is not None and not accepted.isdisjoint({host, Host(host.name)})


def is_origin_accepted(header: str, accepted: frozenset[Host]) -> bool:
    """Judge an ``Origin`` header (RFC 6454, section 7); "null" is nobody's, and so is an empty one."""
    origin = _ORIGIN.fullmatch(header)
    return origin is not None and is_host_accepted(origin["host"], accepted)


def _read(text: str) -> Host | None:
    match = _HOST.fullmatch(text)
    if match is None:
        return None
    return Host(_spelled(match["name"]), int(match["port"]) if match["port"] else None)


def _spelled(name: str) -> str:
    name = name.lower().removeprefix("[").removesuffix("]")
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        return name


class HostCheck:
    """ASGI middleware: 421 for a ``Host`` that is not accepted, 403 for an ``Origin``, as the SDK answers."""

    def __init__(self, app: ASGIApp, accepted: frozenset[Host]) -> None:
        """Take the application that it stands before, and the hosts."""
        self._app = app
        self._accepted = accepted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it."""
        answer = self._refusal(scope) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        hosts, origins = _headers(scope, b"host"), _headers(scope, b"origin")
        # Two headers of one name: whoever reads the other one is misled.
        if len(hosts) != 1 or not is_host_accepted(hosts[0], self._accepted):
            return _refuse("Host", hosts, 421)
        if origins and (len(origins) > 1 or not is_origin_accepted(origins[0], self._accepted)):
            return _refuse("Origin", origins, 403)
        return None


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def _refuse(header: str, values: list[str], status: int) -> PlainTextResponse:
    shown = repr(values[0][:_MAX_SHOWN]) if len(values) == 1 else f"{len(values)} times"
    _logger.warning("refused a request with the header %s %s: see --allowed-hosts", header, shown)
    return PlainTextResponse(f"Invalid {header} header", status)
