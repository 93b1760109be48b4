"""What every answer of the server passes, whatever it is about: the SDK's middleware, on every transport.

Tools that come through the registry have their gate. Resources, prompts, completions and what is added to the SDK's
server itself have not, and there the SDK contains neither what is no `Exception`, such as ``sys.exit``, nor an answer
that cannot be written: over stdio each ends the server, over HTTP at least the client's session.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NoReturn

from mcp.shared.exceptions import MCPError
from mcp.types import INTERNAL_ERROR
from pydantic import ValidationError

from mcp_server.interruptions import is_the_servers, running_task
from mcp_server.json_values import MAX_DEPTH, as_sent, is_json, json_fault
from mcp_server.raised_errors import sendable_error
from mcp_server.wording import message_of, one_line, quote, sendable, type_name

if TYPE_CHECKING:
    from collections.abc import Container

    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

logger = logging.getLogger(__name__)

# Below it are the message, its result and the structured content that may be MAX_DEPTH levels deep itself.
_MAX_ANSWER_DEPTH = MAX_DEPTH + 10
# The SDK's own messages of this method, "Unknown prompt: x" and the like, are written for clients.
_SPEAKS_TO_CLIENTS = frozenset({"prompts/get"})


class AnswerGuard:
    """The SDK's middleware for one server."""

    def __init__(self, gated: Container[object]) -> None:
        """Take the names of the tools whose results have passed their gate, and need not be looked at again."""
        self._gated = gated

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Pass the answer on, or raise an error in its place that can be sent to the client.

        Raises:
            MCPError: The request failed, or its answer cannot be sent.

        """
        task = running_task()
        try:
            result = await call_next(ctx)
        except MCPError as error:
            safe = sendable_error(error)
            if safe is error:
                raise
            raise safe from error
        except ValidationError:
            # The SDK answers it with a text of its own.
            raise
        except BaseException as error:
            if is_the_servers(error, task):
                raise
            _refuse(ctx.method, error)
        if not self._is_gated(ctx):
            _check(ctx.method, result)
        return result

    def _is_gated(self, ctx: ServerRequestContext[Any, Any]) -> bool:
        # What is answered was asked rightly: there are parameters, and the name is one.
        return ctx.method == "tools/call" and ctx.params is not None and ctx.params["name"] in self._gated


def _refuse(method: str, error: BaseException) -> NoReturn:
    logger.error("%s failed: it raised %s", quote(method), quote(type_name(error)), exc_info=error)
    says = message_of(error) if method in _SPEAKS_TO_CLIENTS and isinstance(error, ValueError) else ""
    raise MCPError(INTERNAL_ERROR, sendable(says) or "Internal server error") from error


def _check(method: str, result: HandlerResult) -> None:
    if is_json(result, _MAX_ANSWER_DEPTH):
        return
    fault = json_fault(as_sent(result, _MAX_ANSWER_DEPTH), "result", _MAX_ANSWER_DEPTH)
    if fault is None:
        return
    says = f"the answer to {quote(method)} cannot be sent: {quote(fault.path)} {fault.says}; {one_line(fault.remedy)}"
    logger.error("%s", says)
    raise MCPError(INTERNAL_ERROR, says)
