"""Pass on only requests that have come as a whole, in time and not too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
from starlette.responses import PlainTextResponse

from mcp_server.limits import MAX_REQUEST, SECONDS_FOR_A_REQUEST

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_TOO_LONG = f"A request may have {MAX_REQUEST} bytes"
_TOO_SLOW = f"A request may take {SECONDS_FOR_A_REQUEST} seconds to come"
_CLOSED = {"Connection": "close"}


class WholeRequests:
    """ASGI middleware: 413 for a body that is too long, 408 for one that does not come, nothing if the client leaves.

    The SDK waits for a body without end, and opens a session for it before; it answers a client that has left in the
    middle of one, with a traceback in the log.
    """

    def __init__(self, app: ASGIApp, seconds: float = SECONDS_FOR_A_REQUEST) -> None:
        """Take the application that it stands before, and how long a body may take."""
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = None if _is_declared_too_long(scope) else bytearray()
        with anyio.move_on_after(self._seconds) as in_time:
            while body is not None:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                body += message.get("body", b"")
                if len(body) > MAX_REQUEST:
                    body = None
                elif not message.get("more_body", False):
                    break
        if in_time.cancelled_caught:
            await PlainTextResponse(_TOO_SLOW, 408, _CLOSED)(scope, receive, send)
        elif body is None:
            # Not closed: the client, which still sends, would not read the answer. uvicorn passes over the rest.
            await PlainTextResponse(_TOO_LONG, 413)(scope, receive, send)
        else:
            await self._app(scope, _after(bytes(body), receive), send)


def _is_declared_too_long(scope: Scope) -> bool:
    lengths = [value for key, value in scope["headers"] if key.lower() == b"content-length" and value.isdigit()]
    # Python reads no number of more digits than it likes, and no length has so many.
    return any(len(length) > len(str(MAX_REQUEST)) or int(length) > MAX_REQUEST for length in lengths)


def _after(body: bytes, receive: Receive) -> Receive:
    """Give the body in one message, then what else comes: that the client leaves."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again
