"""What every result passes on its way out: the check, the error result that the client reads, and the log."""

from __future__ import annotations

import logging
from contextlib import suppress
from types import CoroutineType, GeneratorType
from typing import TYPE_CHECKING, Any, NoReturn

from mcp.types import CallToolResult, TextContent
from pydantic import ValidationError

from mcp_server.callables import is_async
from mcp_server.content_check import texts_of
from mcp_server.errors import ToolExitError, WrongArgumentError
from mcp_server.interruptions import is_the_servers, running_task
from mcp_server.raised_errors import sendable_error
from mcp_server.records import place
from mcp_server.result_check import check_result
from mcp_server.unbuilt_result import check_unbuilt
from mcp_server.wording import is_a, quote, sendable, type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mcp_server.records import Problem, RegisteredTool

logger = logging.getLogger(__name__)


class ResultGate:
    """The gate of one tool. Correct results pass as they are; of the rest, the client reads why they do not."""

    def __init__(self, tool: RegisteredTool, *, allow_empty_sources: bool, is_generator: bool = False) -> None:
        """Take the tool, for what the messages say of it, and what `check_result` wants to know."""
        self._tool = tool
        self._allow_empty_sources = allow_empty_sources
        self._is_generator = is_generator
        self._warned: set[str] = set()

    def settle(self, result: object) -> object:
        """Give the result back, or an error result in its place. Warns once a tool and code of what may still leave."""
        problems = check_result(result, allow_empty_sources=self._allow_empty_sources, is_generator=self._is_generator)
        if not problems:
            return result
        if all(problem.is_warning for problem in problems):
            self._warn(problems)
            return result
        _dispose(result)
        # With the warnings: that `source` is not known tells why there are no `sources`.
        return self._refuse(problems, said=_said_of_an_error(result))

    def settle_error(self, error: Exception) -> CallToolResult:
        """Give an error result if the tool could not build its result; any other error is raised, for the SDK."""
        problems: Sequence[Problem] = ()
        if isinstance(error, ValidationError):
            problems = check_unbuilt(error)
        elif isinstance(error, WrongArgumentError):
            problems = (error.problem,)
        if problems:
            return self._refuse(problems, error)
        safe = sendable_error(error)
        if safe is error:
            raise error
        raise safe from error

    def contain(self, error: BaseException) -> NoReturn:
        """Make an exception of what passes `except Exception`, as the SDK's does, and would end the server."""
        what = "called `sys.exit`" if isinstance(error, SystemExit) else f"raised {quote(type_name(error))}"
        message = f"tool `{self._tool.name}` {what}, which would end the server; raise an `Exception` instead"
        raise ToolExitError(f"{message} ({self._place})") from error

    def _refuse(
        self, problems: Sequence[Problem], error: Exception | None = None, *, said: Iterable[str] = ()
    ) -> CallToolResult:
        lines = [sendable(f"{problem.code} tool `{self._tool.name}`: {problem.text}") for problem in problems]
        for line in lines:
            logger.error("%s (%s)", line, self._place, exc_info=error)
        texts = ["\n".join(lines), *map(sendable, said)]
        return CallToolResult(content=[TextContent(type="text", text=text) for text in texts], is_error=True)

    def _warn(self, problems: Sequence[Problem]) -> None:
        for problem in problems:
            if problem.code not in self._warned:
                self._warned.add(problem.code)
                logger.warning("%s tool `%s`: %s (%s)", problem.code, self._tool.name, problem.text, self._place)

    @property
    def _place(self) -> str:
        return f"`{self._tool.function}`, {place(self._tool.file, self._tool.line)}"


def _dispose(result: object) -> None:
    """Close a coroutine or generator, which would else complain later that nobody ran it."""
    if is_a(result, CoroutineType) or is_a(result, GeneratorType):
        # One that has begun may raise, or go on.
        with suppress(Exception):
            result.close()


def _said_of_an_error(result: object) -> Iterable[str]:
    """What the tool says of its own failure: the model shall read it, whatever else is wrong with the result."""
    if is_a(result, CallToolResult) and vars(result).get("is_error") is True:
        return texts_of(result)
    return ()


def through_gate(fn: Callable[..., object], gate: ResultGate) -> Callable[..., object]:
    """Wrap a function so that its results pass the gate.

    The SDK runs a plain function in a worker thread and awaits an async one (``FuncMetadata.call_fn``): so the check
    of a plain function's result does not hold up the server either.
    """
    return _through_gate_async(fn, gate) if is_async(fn) else _through_gate(fn, gate)


def _through_gate(fn: Callable[..., object], gate: ResultGate) -> Callable[..., object]:
    def call(**arguments: Any) -> object:
        try:
            result = fn(**arguments)
        except Exception as error:
            return gate.settle_error(error)
        except BaseException as error:
            # Ctrl-C and cancellation do not reach worker threads: whatever it is, it is the tool's.
            gate.contain(error)
        return gate.settle(result)

    return call


def _through_gate_async(fn: Callable[..., Any], gate: ResultGate) -> Callable[..., object]:
    async def call(**arguments: Any) -> object:
        task = running_task()
        try:
            result = await fn(**arguments)
        except Exception as error:
            return gate.settle_error(error)
        except BaseException as error:
            if is_the_servers(error, task):
                raise
            gate.contain(error)
        return gate.settle(result)

    return call
