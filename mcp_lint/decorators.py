"""What a decorator does to the function under it, as far as the file shows."""

from __future__ import annotations

from enum import Enum, auto

import libcst as cst

from mcp_lint.names import Binding, External, Local, Scope, resolve
from mcp_lint.syntax import descendants, dotted_text, small_statements
from mcp_lint.targets import SIGNATURE_ATTRIBUTES

# Decorators of the standard library that leave the results alone, and the annotation in inspect.signature's sight.
_TRANSPARENT = frozenset(
    {
        "functools.lru_cache",
        "functools.cache",
        "typing.final",
        "typing.override",
        "typing.no_type_check",
        "typing_extensions.final",
        "typing_extensions.override",
        "typing_extensions.deprecated",
        "warnings.deprecated",
        "builtins.staticmethod",
        "builtins.classmethod",
        "abc.abstractmethod",
    }
)


# What they make is called by nobody, until it is looked up in an object.
_DESCRIPTORS = frozenset({"builtins.classmethod", "builtins.property", "functools.cached_property"})


class Effect(Enum):
    """NONE: same annotation, same results. WRAPS: same annotation, any results. UNKNOWN: anything."""

    NONE = auto()
    WRAPS = auto()
    UNKNOWN = auto()


def descriptor_of(decorator: cst.CSTNode, scope: Scope) -> str | None:
    """The name of the class, if the decorator makes something that is no function: ``classmethod``."""
    targets = resolve(decorator, scope)
    names = {target.last for target in targets if isinstance(target, External) and target.dotted in _DESCRIPTORS}
    return names.pop() if len(names) == len(targets) == 1 else None


def effect_of(decorator: cst.CSTNode, scope: Scope) -> Effect:
    """Judge one decorator written in ``scope``."""
    func = decorator.func if isinstance(decorator, cst.Call) else decorator
    effects = {_effect_of_target(target, isinstance(decorator, cst.Call)) for target in resolve(func, scope)}
    return effects.pop() if len(effects) == 1 else Effect.UNKNOWN


def _effect_of_target(target: object, is_called: bool) -> Effect:
    if isinstance(target, External):
        return Effect.NONE if target.dotted in _TRANSPARENT else Effect.UNKNOWN
    if isinstance(target, Local) and isinstance(target.binding.node, cst.FunctionDef):
        return _effect_of_function(target.binding, is_called)
    return Effect.UNKNOWN


def _effect_of_function(binding: Binding, is_called: bool) -> Effect:
    """A decorator of the file: one that hands back what it got, or a wrapper made with ``functools.wraps``."""
    function = binding.node
    assert isinstance(function, cst.FunctionDef)
    if any(isinstance(n, cst.Attribute) and n.attr.value in SIGNATURE_ATTRIBUTES for n in descendants(function.body)):
        return Effect.UNKNOWN  # `f.__annotations__["return"] = ...`
    statements = small_statements(function.body)
    last = statements[-1] if statements else None
    returned = last.value if isinstance(last, cst.Return) else None
    inner = {s.name.value: s for s in statements if isinstance(s, cst.FunctionDef)}
    if not isinstance(returned, cst.Name) or binding.inner is None:
        return Effect.UNKNOWN
    if is_called:
        made = inner.get(returned.value)
        if made is None:
            return Effect.UNKNOWN
        scope = Scope(made, binding.inner)
        return _effect_of_function(Binding(binding.kind, binding.inner, made, inner=scope), is_called=False)
    parameter = next(iter((*function.params.posonly_params, *function.params.params)), None)
    if parameter is not None and returned.value == parameter.name.value:
        return Effect.NONE
    wrapper = inner.get(returned.value)
    return _effect_of_wrapper(wrapper, parameter, binding.inner) if wrapper and parameter else Effect.UNKNOWN


def _effect_of_wrapper(wrapper: cst.FunctionDef, parameter: cst.Param, scope: Scope) -> Effect:
    """``@functools.wraps(f) def wrapper(...): return f(...)``: the same annotation and, if that is all, results."""
    wrapped = parameter.name.value
    if not any(_is_wraps(decorator.decorator, wrapped, scope) for decorator in wrapper.decorators):
        return Effect.UNKNOWN
    returned = [n.value for n in descendants(wrapper.body) if isinstance(n, cst.Return)]
    is_passed_on = bool(returned) and all(_is_call_of(value, wrapped) for value in returned)
    return Effect.NONE if is_passed_on else Effect.WRAPS


def _is_wraps(decorator: cst.CSTNode, wrapped: str, scope: Scope) -> bool:
    if not isinstance(decorator, cst.Call) or not decorator.args:
        return False
    names = {t.dotted for t in resolve(decorator.func, scope) if isinstance(t, External)}
    return names == {"functools.wraps"} and dotted_text(decorator.args[0].value) == wrapped


def _is_call_of(value: cst.CSTNode | None, name: str) -> bool:
    if isinstance(value, cst.Await):
        value = value.expression
    return isinstance(value, cst.Call) and dotted_text(value.func) == name
