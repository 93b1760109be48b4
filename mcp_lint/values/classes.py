"""Classes of the file: what calling one gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.names import Binding, External, Local, resolve
from mcp_lint.results import Opaque
from mcp_lint.values.domain import Arguments, Shape, Values

if TYPE_CHECKING:
    from mcp_lint.values.run import Run

# Bases whose subclasses are plain things: no dict, no list, no result.
_PLAIN_BASES = frozenset(
    {
        "builtins.object",
        "abc.ABC",
        "typing.Generic",
        "typing.Protocol",
        "typing.NamedTuple",
        "enum.Enum",
        "enum.StrEnum",
    }
    | {"pydantic.BaseModel", "builtins.Exception", "builtins.ValueError", "builtins.LookupError"}
)
_TYPED_DICTS = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})
_PLAIN_DECORATORS = frozenset({"dataclasses.dataclass", "typing.final", "functools.total_ordering"})
MAX_BASES = 10


def instance_of(run: Run, node: cst.Call, binding: Binding, given: Arguments) -> Values:
    """An instance, if it is plain from the file that it is neither a dict nor a result; a ``TypedDict`` is a dict."""
    made = binding.node
    assert isinstance(made, cst.ClassDef)
    kinds = _kinds_of(binding, MAX_BASES)
    if kinds == {"dict"}:
        result = run.allocate(Shape.DICT, node)
        for key, values in given.keywords.items():
            run.put(result.object, key, values, result.place)
        if given.is_open or given.positional:
            run.open(result.object, f"the arguments of `{made.name.value}` are not known")
        return (result,)
    if kinds == {"plain"}:
        return (Opaque(run.place(node), f"an instance of `{made.name.value}`"),)
    return run.unknown(node, f"`{made.name.value}`")


def _kinds_of(binding: Binding, steps: int) -> set[str]:
    node = binding.node
    if not isinstance(node, cst.ClassDef) or steps == 0 or _is_remade(binding, node):
        return {"unknown"}
    kinds: set[str] = set()
    for base in node.bases:
        subject = base.value.value if isinstance(base.value, cst.Subscript) else base.value
        for target in resolve(subject, binding.scope) or (None,):
            if isinstance(target, Local):
                kinds |= _kinds_of(target.binding, steps - 1)
            elif isinstance(target, External) and target.dotted in _TYPED_DICTS:
                kinds.add("dict")
            else:
                is_plain = isinstance(target, External) and target.dotted in _PLAIN_BASES
                kinds.add("plain" if is_plain else "unknown")
    return kinds or {"plain"}


def _is_remade(binding: Binding, node: cst.ClassDef) -> bool:
    """Whether a decorator, a metaclass or ``__new__`` may give something else than an instance."""
    for decorator in node.decorators:
        made_by = decorator.decorator.func if isinstance(decorator.decorator, cst.Call) else decorator.decorator
        names = {t.dotted for t in resolve(made_by, binding.scope) if isinstance(t, External)}
        if not names or not names <= _PLAIN_DECORATORS:
            return True
    has_metaclass = any(arg.keyword is not None and arg.keyword.value == "metaclass" for arg in node.keywords)
    return has_metaclass or (binding.inner is not None and "__new__" in binding.inner.bindings)
