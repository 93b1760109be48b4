"""What a tool raises for the client to read: the messages that go over the wire as they are."""

from __future__ import annotations

from mcp.server.mcpserver.exceptions import ResourceError, ToolError, UnexpectedResourceError, UnexpectedToolError
from mcp.shared.exceptions import MCPError

from mcp_server.json_values import json_fault
from mcp_server.wording import can_be_sent, message_of, sendable


def sendable_error(error: Exception) -> Exception:
    """The error itself, or one that says the same where a client cannot be sent its message.

    Clients read the messages of ``ToolError``, ``ResourceError`` (``mcp.server.mcpserver.tools.base``) and
    ``MCPError``, which is answered as a protocol error; of all others, only that there was one.
    """
    if isinstance(error, MCPError):
        return _sendable_protocol_error(error)
    if not isinstance(error, (ToolError, ResourceError)):
        return error
    message = message_of(error)
    if message and can_be_sent(message):
        return error
    is_crash = isinstance(error, (UnexpectedToolError, UnexpectedResourceError))
    return (UnexpectedToolError if is_crash else ToolError)(sendable(message))


def _sendable_protocol_error(error: MCPError) -> MCPError:
    data = error.error.data if json_fault(error.error.data, "data") is None else None
    if can_be_sent(error.error.message) and data is error.error.data:
        return error
    return MCPError(error.error.code, sendable(error.error.message), data)
