"""The package's errors: one base, and for each what the client sees of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp_server.records import Problem, Refusal


class McpServerError(Exception):
    """Base of all errors that this package raises. What the client sees is said by each of its subclasses."""


class RefusedToolsError(McpServerError):
    """A strict registry refused tools, so the server does not start. No client sees anything: nothing is served.

    ``refusals`` holds every one of them; the message has a line for each.
    """

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        """Take the refusals, in the order in which they were made."""
        self.refusals = tuple(refusals)
        number = "1 tool was" if len(self.refusals) == 1 else f"{len(self.refusals)} tools were"
        head = f"{number} refused and the registry is strict: the server does not start"
        super().__init__("\n".join([head, *(f"  {refusal}" for refusal in self.refusals)]))


class WrongArgumentError(McpServerError, TypeError):
    """A tool called ``text_result`` or ``force_result`` with something of which no right result can be made.

    Uncaught, the client sees an error result with the tool's name, and the code, field and text of ``problem``.
    """

    def __init__(self, problem: Problem) -> None:
        """Take what is wrong, in the linter's codes."""
        self.problem = problem
        super().__init__(f"{problem.code} {problem.text}")


class ToolExitError(McpServerError):
    """A tool called ``sys.exit``, or raised something else that is no `Exception` and would end the server.

    Rust's panics, as polars and others pass them on, are of this kind (``pyo3_runtime.PanicException``).

    The client sees what it sees of every crash in a tool, ``Error executing tool NAME``; the log has the traceback.
    """
