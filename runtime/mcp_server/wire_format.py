"""Lines and the messages that they hold: what over stdio is one of them, and what is answered to anything else.

The SDK's own reader (``mcp.server.stdio.stdio_server``) passes over a line that is no message, and its writer ends the
server with a message that is no line. So a client that asks for what cannot be read would wait for ever.
"""

from __future__ import annotations

import re

from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, from_json

from mcp_server.errors import McpServerError
from mcp_server.inbox import KEPT_END
from mcp_server.limits import MAX_REQUEST
from mcp_server.wording import sendable

_ID = rb'"id"\s*:\s*(?:(?P<number>-?[0-9]{1,18})|"(?P<text>[^"\\\x00-\x1f\x80-\xff]{0,200})")\s*'
_MEMBER = rb'"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"\s*'
# Where clients write it: first of all, or after the parameters. Anywhere else it may be a parameter of that name.
_ID_AT_THE_BEGINNING = re.compile(rb"\s*\{\s*(?:" + _MEMBER + rb",\s*)*" + _ID + rb"[,}]")
_ID_AT_THE_END = re.compile(rb'"jsonrpc"\s*:\s*"2\.0"\s*,\s*' + _ID + rb"\}\s*\Z")


class UnreadableMessageError(McpServerError):
    """A line that is no message. ``answer``: what the client is told; None where it has asked nothing."""

    def __init__(self, line: bytes, code: int, reason: str) -> None:
        """Take the line, JSON-RPC's number of the error, and what is wrong, in one line."""
        super().__init__(reason)
        error = ErrorData(code=code, message=reason)
        # An answer that cannot be read gets none: its id would be taken for that of a question.
        is_asked = b'"method"' in line or not (b'"result"' in line or b'"error"' in line)
        self.answer = JSONRPCError(jsonrpc="2.0", id=_id_of(line), error=error) if is_asked else None


def read_message(line: bytes) -> JSONRPCMessage:
    """Read a line. Raises UnreadableMessageError where it is no message, or too long for one."""
    if len(line) > MAX_REQUEST:
        raise UnreadableMessageError(line, INVALID_REQUEST, f"the message is longer than {MAX_REQUEST} bytes")
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        detail = error.errors(include_url=False, include_context=False, include_input=False)[0]
        if detail["type"] == "json_invalid":
            raise UnreadableMessageError(line, PARSE_ERROR, detail["msg"]) from None
        says = "the message is no request, notification or response of JSON-RPC 2.0; batches are not served"
        raise UnreadableMessageError(line, INVALID_REQUEST, says) from None
    # The SDK's notification has any other members, too: a request whose id is no id would be one.
    if isinstance(message, JSONRPCNotification) and b'"id"' in line and "id" in from_json(line):
        raise UnreadableMessageError(line, INVALID_REQUEST, "the id of the request is no string or whole number")
    return message


def _id_of(line: bytes) -> int | str | None:
    """The id of a request that cannot be read as a whole; None where there is none in its usual places."""
    found = _ID_AT_THE_BEGINNING.match(line[:KEPT_END]) or _ID_AT_THE_END.search(line[-KEPT_END:])
    if found is None:
        return None
    return int(found["number"]) if found["number"] else found["text"].decode("ascii")


def write_message(message: JSONRPCMessage) -> bytes:
    """Write a message as a line. Raises PydanticSerializationError where it cannot be written; an error always can."""
    try:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
    except PydanticSerializationError:
        if not isinstance(message, JSONRPCError):
            raise
        error = ErrorData(code=message.error.code, message=sendable(message.error.message))
        text = JSONRPCError(jsonrpc="2.0", id=message.id, error=error).model_dump_json(exclude_unset=True)
    return text.encode() + b"\n"
