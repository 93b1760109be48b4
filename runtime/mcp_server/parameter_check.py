"""Parameters that no client can give a value for (MCP005). Pure: registers nothing."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from mcp_server.callables import name_of, plain_function
from mcp_server.records import Problem
from mcp_server.wording import quote

if TYPE_CHECKING:
    from collections.abc import Callable

NOT_A_TOOL = "MCP005"
_EFFECT = "the server does not register it and no client will see it"


def check_parameters(fn: Callable[..., object]) -> Problem | None:
    """Tell why a function cannot be called as a tool is: by the names of its parameters (PEP 570), without its object.

    ``fn`` has a signature that Python can read, see `check_annotation`.
    """
    parameters = list(inspect.signature(fn).parameters.values())
    name = quote(name_of(fn))
    for parameter in parameters:
        if _is_self(parameter, fn) and parameter is parameters[0]:
            says = f"tool {name} is a method without its object: no client can send `self`"
            remedy = f"register the method of an object, `registry.tool()(Tools().{name_of(fn)})`, or write a function"
            return Problem(NOT_A_TOOL, "self", f"{says}, so {_EFFECT}; {remedy}")
        if parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
            says = f"parameter {quote(parameter.name)} of tool {name} has no name for callers, and clients send names"
            return Problem(NOT_A_TOOL, parameter.name, f"{says}: {_EFFECT}; take the `/` out of its parameters")
    return None


def _is_self(parameter: inspect.Parameter, fn: object) -> bool:
    plain = plain_function(fn)
    owner = "" if plain is None else plain.__qualname__.rpartition(".")[0]
    is_bare = parameter.name == "self" and parameter.annotation is inspect.Parameter.empty
    return is_bare and owner != "" and not owner.endswith("<locals>")
