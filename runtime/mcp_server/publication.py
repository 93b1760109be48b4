"""Whether all that clients read of a tool can be sent to them (MCP005). Pure: registers nothing."""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticSerializationError, to_json

from mcp_server.json_values import as_sent, json_fault
from mcp_server.parameter_check import NOT_A_TOOL
from mcp_server.records import Problem
from mcp_server.wording import can_be_sent, quote

_EFFECT = "the server does not register it and no client will see it"


def check_publication(function: str, published: dict[str, Any], kind: str = "tool") -> Problem | None:
    """Tell which option (``name``, ``title``, ``description``, ``meta``...) is not JSON; None where all are.

    One tool that cannot be sent would keep clients from the whole list of tools, and ends a server on stdio.
    """
    for option, value in published.items():
        fault = None if value is None else json_fault(as_sent(value), option)
        if fault is not None:
            says = f"{quote(fault.path)} of {kind} {quote(function)} {fault.says}"
            return Problem(NOT_A_TOOL, fault.path, f"{says}: {_EFFECT}; {fault.remedy}")
    return None


def check_schema(function: str, schema: dict[str, Any]) -> Problem | None:
    """Tell what of the parameters' schema, such as a default or a description, keeps it from being sent.

    A NaN among the defaults does not: pydantic writes null, and the tool works without the argument.
    """
    try:
        to_json(schema)
    except PydanticSerializationError:
        return check_publication(function, {"parameters": schema})
    return None


def require_text(option: str, value: object) -> str:
    """Give the value back if it is a text that can be sent to clients.

    Raises:
        TypeError: It is no string.
        ValueError: It has half of a surrogate pair in it.

    """
    if not isinstance(value, str):
        raise TypeError(f"`{option}` is a {quote(type(value).__name__)}, not a string")
    if not can_be_sent(value):
        raise ValueError(f'`{option}` has half of a surrogate pair in it, decode it with `errors="replace"`')
    return value


def require_sendable(values: dict[str, Any]) -> None:
    """Raise ValueError where one of the values, by the names of their options, cannot be sent to clients."""
    for option, value in values.items():
        fault = json_fault(as_sent(value), option)
        if fault is not None:
            raise ValueError(f"{quote(fault.path)} {fault.says}, and no client could be told; {fault.remedy}")
