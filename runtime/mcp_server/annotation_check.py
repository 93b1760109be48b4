"""What the server sees in a function's return annotation when it starts (MCP001, MCP002). Pure: registers nothing."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from mcp.types import CallToolResult

from mcp_server.callables import evaluate, name_of
from mcp_server.contract import DataToolOutput, ValidationModel
from mcp_server.records import Problem
from mcp_server.wording import is_a, kind_of, quote, show_annotation, type_name

if TYPE_CHECKING:
    from collections.abc import Callable

_FIELD = "return annotation"
_EFFECT = "the server does not register it and no client will see it"


def check_annotation(fn: Callable[..., object]) -> Problem | None:
    """Tell why a function cannot be a tool; None where its return annotation is ``DataToolOutput``.

    The annotation is that of ``inspect.signature`` (so of ``__signature__``, of what ``functools.wraps`` wraps, of what
    a partial calls), evaluated as ``typing.get_type_hints`` does: quotes (PEP 484) and ``from __future__ import
    annotations`` (PEP 563) are undone, with the names of the function's module. Never raises.
    """
    if not callable(fn):
        return _no_function(fn)
    name = quote(name_of(fn))
    try:
        declared = inspect.signature(fn).return_annotation
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # besides ValueError and TypeError, whatever a foreign `__signature__` raises
        says = f"tool {name} has no signature that Python can read ({type_name(error)})"
        return Problem("MCP001", _FIELD, f"{says}: {_EFFECT}; write a `def` that calls it, with `-> DataToolOutput`")
    if declared is inspect.Signature.empty:
        return _missing(fn, name)
    try:
        # Alone: whatever the parameters' annotations hold, this one is judged by itself.
        found = evaluate({"return": declared}, fn)["return"]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an annotation is code, and may raise anything, also call `exit`
        return _not_evaluated(name, declared, error)
    return None if _is_data_tool_output(found) else _other(name, found)


def _no_function(given: object) -> Problem:
    says = f"what is registered is {kind_of(given)}, not a function"
    return Problem("MCP001", _FIELD, f"{says}: {_EFFECT}; write `@registry.tool()` above a `def`")


def _missing(fn: object, name: str) -> Problem:
    if name_of(fn) == "<lambda>":
        text = f"a lambda has no return annotation: {_EFFECT}; define it with `def` and write `-> DataToolOutput`"
    else:
        text = f"tool {name} has no return annotation: {_EFFECT}; write `-> DataToolOutput`"
    return Problem("MCP001", _FIELD, text)


def _not_evaluated(name: str, declared: object, error: BaseException) -> Problem:
    shown = show_annotation(declared)
    if isinstance(error, NameError):
        says = f"the return annotation of tool {name} is {shown}, and {_missing_name(error)} when the server starts"
        remedy = "import `DataToolOutput` at the top of the module, not under `if TYPE_CHECKING:` or in a function"
    else:
        says = f"the return annotation of tool {name}, {shown}, cannot be evaluated ({type_name(error)})"
        remedy = "write `-> DataToolOutput`"
    return Problem("MCP002", _FIELD, f"{says}: {_EFFECT}; {remedy}")


def _missing_name(error: NameError) -> str:
    return f"{quote(error.name)} does not exist" if isinstance(error.name, str) else "some name in it does not exist"


def _other(name: str, found: object) -> Problem:
    says = f"the return annotation of tool {name} is {show_annotation(found)}, not `DataToolOutput`"
    return Problem("MCP002", _FIELD, f"{says}: {_EFFECT}; write `-> DataToolOutput`")


def _is_data_tool_output(found: object) -> bool:
    """Compare its parts: ``typing``'s cache may have forgotten the first ``Annotated`` of that kind.

    Not by ``==``, which asks the metadata, and any object could claim there to be equal to everything, or raise.
    """
    kind: type[Any] = type(DataToolOutput)
    if not is_a(found, kind):
        return False
    metadata = found.__metadata__
    return found.__origin__ is CallToolResult and len(metadata) == 1 and metadata[0] is ValidationModel
