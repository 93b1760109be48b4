"""What can be registered, looked at as ``inspect`` and the SDK look at it: functions, methods, partials, objects."""

from __future__ import annotations

import functools
import inspect
import typing
from types import FunctionType, MethodType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from mcp_server.wording import is_a, type_name

if TYPE_CHECKING:
    from collections.abc import Callable

# Wrappers around wrappers are followed so far; one that wraps itself would otherwise never end.
MAX_LAYERS = 100


def plain_function(fn: object) -> FunctionType | None:
    """The Python function inside decorators, methods, partials and callable objects; None where there is none.

    The order is that of ``inspect.signature``, so the names in a quoted annotation are looked up where that would.
    """
    for _ in range(MAX_LAYERS):
        if is_a(fn, FunctionType) and "__wrapped__" not in vars(fn):
            return fn
        fn = _next_layer(fn)
    return None


def _next_layer(fn: object) -> object:
    if is_a(fn, functools.partial):
        return fn.func
    if is_a(fn, MethodType):
        return fn.__func__
    wrapped = attribute(fn, "__wrapped__")
    return attribute(type(fn), "__call__") if wrapped is None else wrapped


def _called(fn: object) -> object:
    """What a partial calls; anything else as it is."""
    for _ in range(MAX_LAYERS):
        if not is_a(fn, functools.partial):
            break
        fn = fn.func
    return fn


def attribute(owner: object, name: str) -> Any:
    """``owner.name``, or None where that is missing or raises."""
    try:
        return getattr(owner, name, None)
    except KeyboardInterrupt:
        raise
    except BaseException:  # the attribute can be a property of a foreign class, which may raise anything
        return None


def name_of(fn: object) -> str:
    """The name of a function; of what a partial calls; of the class of any other object."""
    fn = _called(fn)
    name = attribute(fn, "__name__")
    return str.__str__(name) if is_a(name, str) else type_name(fn)


def description_of(fn: object) -> str:
    """The docstring, as the SDK would publish it; of a partial or an object, that of the function it calls."""
    is_own = inspect.isroutine(fn) or inspect.isclass(fn)
    doc = attribute(fn if is_own else plain_function(fn), "__doc__")
    return str.__str__(doc) if is_a(doc, str) else ""


def place_of(fn: object) -> tuple[str, int]:
    """The file and line where a function or class begins, with its decorators; ("", 0) where there is no source."""
    if is_a(fn, type):
        return _place_of_class(fn)
    plain = plain_function(fn)
    return ("", 0) if plain is None else (plain.__code__.co_filename, plain.__code__.co_firstlineno)


def _place_of_class(kind: type[Any]) -> tuple[str, int]:
    try:
        return inspect.getsourcefile(kind) or "", inspect.getsourcelines(kind)[1]
    except Exception:  # besides OSError and TypeError, whatever a foreign `__module__` makes of it
        return "", 0


def evaluate(annotations: dict[str, Any], fn: object) -> dict[str, Any]:
    """Undo the quotes of a function's annotations, also those inside ``Annotated[...]``, with its module's names.

    Raises whatever the code in them raises; ``NameError`` for a name that is not there.
    """
    plain = plain_function(fn)
    stripped = {key: text.strip() if isinstance(text, str) else text for key, text in annotations.items()}
    holder = SimpleNamespace(__annotations__=stripped, __type_params__=attribute(plain, "__type_params__") or ())
    names = {} if plain is None else plain.__globals__
    # Local names of its own: what is quoted in `Optional["X"]` is one object for all modules (`typing` keeps it), and
    # where local and global names are the same dict, it remembers what X was in the module that asked first.
    return typing.get_type_hints(holder, globalns=names, localns={}, include_extras=True)


def evaluated_signature(fn: Callable[..., object], returns: object) -> inspect.Signature:
    """The signature with its parameters' annotations evaluated and this return annotation. Raises as `evaluate`."""
    signature = inspect.signature(fn)
    texts = {key: part.annotation for key, part in signature.parameters.items() if isinstance(part.annotation, str)}
    hints = evaluate(texts, fn) if texts else {}
    parts = [part.replace(annotation=hints.get(key, part.annotation)) for key, part in signature.parameters.items()]
    return signature.replace(parameters=parts, return_annotation=returns)


def is_generator(fn: object) -> bool:
    """Whether calling it gives a generator, because there is a ``yield`` in it."""
    plain = plain_function(fn)
    return inspect.isgeneratorfunction(plain) or inspect.isasyncgenfunction(plain)


def is_async(fn: object) -> bool:
    """Whether the SDK will await the call instead of running it in a thread (``mcp.shared._callable_inspection``)."""
    fn = _called(fn)
    return inspect.iscoroutinefunction(fn) or inspect.iscoroutinefunction(attribute(fn, "__call__"))
