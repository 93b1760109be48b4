"""Calls: what the SDK's and Python's own names give, and which function of the file is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.contract import (
    CONTENT,
    IS_ERROR,
    PAYLOAD_FIELDS,
    STRUCTURED,
    is_call_tool_result,
    is_validation_model,
    result_spellings,
)
from mcp_lint.names import External, Local
from mcp_lint.results import Literal, Missing, Opaque
from mcp_lint.syntax import dotted_text
from mcp_lint.values import arguments, containers, expressions, functions, methods
from mcp_lint.values.builtin_calls import BUILTINS, COPYING, READING_PACKAGES, ends_the_run
from mcp_lint.values.classes import instance_of
from mcp_lint.values.domain import Arguments, Atom, Function, Ref, Shape, TextBlock, Values, placed
from mcp_lint.values.escape import havoc, havoc_names

if TYPE_CHECKING:
    from mcp_lint.values.run import Run

_SDK_PACKAGES = frozenset({"mcp", "mcp_types"})
_TEXT_TYPE = "text"
_TRUE_WORDS = frozenset({"1", "on", "t", "true", "y", "yes"})
_FALSE_WORDS = frozenset({"0", "off", "f", "false", "n", "no"})
_CONTENT_CLASSES = frozenset({"ImageContent", "AudioContent", "EmbeddedResource", "ResourceLink"})


def call(run: Run, node: cst.Call) -> Values:
    """Everything that a call can give."""
    targets = run.resolve(node.func) if isinstance(node.func, (cst.Name, cst.Attribute)) else ()
    if targets and all(isinstance(target, External) for target in targets):
        return _external(run, node, tuple(t for t in targets if isinstance(t, External)))
    if len(targets) == 1 and isinstance(targets[0], Local):
        known = _local(run, node, targets[0])
        if known is not None:
            return known
    if isinstance(node.func, cst.Attribute):
        method = functions.method_of_self(run, node.func)
        if method is not None:
            return functions.follow(run, node, method, arguments.evaluate_arguments(run, node), is_method=True)
        return methods.call_method(run, node, node.func)
    return _value(run, node)


def _local(run: Run, node: cst.Call, target: Local) -> Values | None:
    """A class of the file, or a function that is reached through one."""
    binding = target.binding
    if isinstance(binding.node, cst.ClassDef):
        given = arguments.evaluate_arguments(run, node)
        havoc(run, given.all(), f"it is given to `{binding.node.name.value}`")
        return instance_of(run, node, binding, given)
    if isinstance(binding.node, cst.FunctionDef) and binding.scope.is_class and isinstance(node.func, cst.Attribute):
        function = Function(run.place(node), binding.node, None, run.index)
        is_method = functions.is_classmethod(run, binding.node)
        return functions.follow(run, node, function, arguments.evaluate_arguments(run, node), is_method=is_method)
    return None


def _value(run: Run, node: cst.Call) -> Values:
    """A call of whatever the expression before the parentheses gives."""
    called = expressions.evaluate(run, node.func)
    given = arguments.evaluate_arguments(run, node)
    if len(called) == 1 and isinstance(called[0], Function):
        return functions.follow(run, node, called[0], given)
    havoc(run, [called], "it is called")
    return not_followed(run, node, given)


def not_followed(run: Run, node: cst.Call, given: Arguments) -> Values:
    """A call of something out of sight: it may change what it is given, and gives anything."""
    name = dotted_text(node.func) or (f".{node.func.attr.value}" if isinstance(node.func, cst.Attribute) else None)
    reason = f"`{name}`" if name else "a call"
    havoc(run, given.all(), f"it is given to {reason}")
    for arg in node.args:
        if isinstance(arg.value, cst.Name):
            run.state.forget(arg.value.value)
        if arg.star:
            havoc_names(run, arg.value, f"it is given to {reason}")
    return run.unknown(node, reason)


def _external(run: Run, node: cst.Call, targets: tuple[External, ...]) -> Values:
    if all(is_call_tool_result(target) for target in targets):
        return _call_tool_result(run, node, arguments.evaluate_arguments(run, node))
    if all(is_validation_model(target) for target in targets):
        return _validation_model(run, node, arguments.evaluate_arguments(run, node))
    if len(targets) == 1 and targets[0].root in _SDK_PACKAGES:
        block = _content_block(run, node, targets[0])
        if block is not None:
            return block
    followed = _elsewhere(run, node, targets)
    if followed is not None:
        return functions.follow(run, node, followed, arguments.evaluate_arguments(run, node))
    is_reading = all(target.dotted in COPYING for target in targets)
    given = arguments.evaluate_arguments(run, node, is_reading=is_reading)
    if len(targets) == 1:
        known = _known_function(run, node, targets[0], given)
        if known is not None:
            return known
    return not_followed(run, node, given)


def _elsewhere(run: Run, node: cst.Call, targets: tuple[External, ...]) -> Function | None:
    """The function of another file of the project that is called; of a class, one that needs no object."""
    is_replaced = any(target.last in run.index.replaced for target in targets)
    found = run.find(targets[0]) if len(targets) == 1 and not is_replaced else None
    if found is None or not isinstance(found.binding.node, cst.FunctionDef):
        return None
    is_method = found.binding.scope.is_class
    if is_method and not functions.is_static(found.binding.node, found.binding.scope):
        return None
    return Function(run.place(node), found.binding.node, None, found.index)


def _known_function(run: Run, node: cst.Call, target: External, given: Arguments) -> Values | None:
    if ends_the_run(target):
        run.state.is_dead = True
        return run.unknown(node, f"`{target.dotted}` never returns")
    handler = BUILTINS.get(target.dotted)
    if handler is not None:
        return handler(run, node, given)
    if target.root in READING_PACKAGES:
        havoc(run, [v for v in given.all() if any(isinstance(a, Function) for a in v)], f"`{target.dotted}` calls it")
        return run.unknown(node, f"`{target.dotted}`")
    return None


def _content_block(run: Run, node: cst.Call, target: External) -> Values | None:
    if target.last == "TextContent":
        return (_text_block(run, node, arguments.evaluate_arguments(run, node)),)
    if target.last in _CONTENT_CLASSES:
        arguments.evaluate_arguments(run, node)
        article = "an" if target.last[0] in "AEI" else "a"
        return (Opaque(run.place(node), f"{article} {target.last}"),)
    return None


def _text_block(run: Run, node: cst.Call, given: Arguments) -> Atom:
    """A ``TextContent``; pydantic takes its fields by name alone, and its ``type`` must be "text"."""
    place = run.place(node)
    kind = given.get("type")
    if given.positional:
        return Opaque(place, "a TextContent with arguments that are not named")
    if kind is not None and all(isinstance(atom, Literal) and atom.value != _TEXT_TYPE for atom in kind):
        return Opaque(place, f'a TextContent whose `type` is not "{_TEXT_TYPE}"')
    text = given.get("text")
    if "text" in run.index.replaced:  # a block's text can be set later, under any name
        text = run.unknown(node, "the text")
    elif text is None:
        text = run.unknown(node, "the text") if given.is_open else (Missing(place),)
    return TextBlock(place, text)


def _call_tool_result(run: Run, node: cst.Call, given: Arguments) -> Values:
    """Pydantic copies the list of contents; the structured content stays the very dict in SDK 2, and is copied in 1."""
    spellings = result_spellings(run.settings)
    made = run.allocate(Shape.RESULT, node)
    for field in (CONTENT, STRUCTURED, IS_ERROR):
        values = run.unknown(node, "the arguments of the call are not known") if given.is_open else None
        # The alias last, which counts for pydantic where both spellings are given.
        for keyword, argument in sorted(given.keywords.items(), key=lambda each: not each[0].islower()):
            values = argument if spellings.get(keyword) == field else values
        if field == IS_ERROR and values is not None:
            values = tuple(_as_bool(atom) for atom in values)
        if values is None:
            values = (Missing(made.place),)
        elif field == CONTENT or run.settings.sdk == 1:
            values = _shallow_copies(run, node, field, values)
        run.put(made.object, field, values, made.place)
    return (made,)


def _as_bool(atom: Atom) -> Atom:
    """What pydantic makes of a word given for a bool: https://docs.pydantic.dev/latest/api/standard_library_types/."""
    word = atom.value.lower() if isinstance(atom, Literal) and isinstance(atom.value, str) else None
    return Literal(atom.place, word in _TRUE_WORDS) if word in _TRUE_WORDS | _FALSE_WORDS else atom


def _shallow_copies(run: Run, node: cst.Call, field: str, values: Values) -> Values:
    """What pydantic makes of each value: a list or dict of its own."""
    arguments = {arg.keyword.value: arg for arg in node.args if arg.keyword is not None}
    spelled = [name for name, meant in result_spellings(run.settings).items() if meant == field and name in arguments]
    where = arguments[spelled[-1]] if spelled else node.func
    only = values[0]
    if len(values) > 1 or not isinstance(only, Ref) or only.object.shape not in {Shape.DICT, Shape.LIST}:
        return values
    return placed(containers.copied(run, where, values), only.place)


# What pydantic makes anew of what it is given for a field: the list, and the lists or dicts in it.
_MODEL_LEVELS = 2


def _validation_model(run: Run, node: cst.Call, given: Arguments) -> Values:
    made = run.allocate(Shape.MODEL, node)
    for field in PAYLOAD_FIELDS:
        values = given.keywords.get(field)
        if values is not None:
            values = containers.deep_copied(run, node, values, _MODEL_LEVELS)
        else:
            unknown = run.unknown(node, "the arguments of the call are not known")
            values = unknown if given.is_open else (Missing(made.place),)
        run.put(made.object, field, values, values[0].place)
    # The model keeps fields that it does not know.
    for name in given.keywords.keys() - set(PAYLOAD_FIELDS):
        run.put(made.object, name, given.keywords[name], given.keywords[name][0].place)
    return (made,)
