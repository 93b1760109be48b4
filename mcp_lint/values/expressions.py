"""An expression -> everything that it can be, with its effects on the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.reads import is_reading
from mcp_lint.results import Literal, Opaque, Unknown
from mcp_lint.syntax import constant_value, descendants, dotted_text, string_value
from mcp_lint.traversal import MUTATING_METHODS
from mcp_lint.values import attributes, calls, conditions, containers, variables
from mcp_lint.values.domain import Arms, Coroutine, Function, Items, Ref, Shape, Values, join, placed
from mcp_lint.values.escape import havoc_called, havoc_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcp_lint.values.run import Run
from mcp_lint.values import operators

# What is nested deeper is not followed: Python's own stack ends before libcst's trees do.
MAX_EXPRESSION_DEPTH = 100
_CONSTANTS: dict[str, object] = {"None": None, "True": True, "False": False, "Ellipsis": ..., "__debug__": True}


def evaluate(run: Run, node: cst.CSTNode) -> Values:
    """Everything that an expression can be; always one thing at least."""
    handler = _HANDLERS.get(type(node))
    if handler is None or run.expression_depth > MAX_EXPRESSION_DEPTH:
        havoc_names(run, node, "it is not followed")
        return run.unknown(node, "this kind of expression is not followed")
    run.expression_depth += 1
    try:
        return handler(run, node) or run.unknown(node, "no path gets here")
    finally:
        run.expression_depth -= 1


def evaluate_at(run: Run, node: cst.CSTNode) -> Values:
    """The same, reported where the expression stands and not where its value was first written."""
    return placed(evaluate(run, node), run.place(node))


def evaluate_unaliased(run: Run, node: cst.CSTNode) -> Values:
    """The value of something whose inside is looked at or changed, and that gets no second name by it."""
    return (
        variables.load(run, node)
        if isinstance(node, cst.Name) and node.value not in _CONSTANTS
        else evaluate(run, node)
    )


def evaluate_tested(run: Run, node: cst.CSTNode) -> Values:
    """The value of something of which only the truth counts: nothing gets a second name by it."""
    if not isinstance(node, cst.BooleanOperation) or run.expression_depth > MAX_EXPRESSION_DEPTH:
        return evaluate_unaliased(run, node)
    run.expression_depth += 1
    try:
        return operators.boolean(run, node)
    finally:
        run.expression_depth -= 1


def evaluate_arms(run: Run, node: cst.CSTNode) -> tuple[tuple[cst.CSTNode, Values], ...]:
    """Each arm of a conditional expression by itself; of any other expression, the whole."""
    if not isinstance(node, cst.IfExp):
        return ((node, evaluate(run, node)),)
    arms: list[tuple[cst.CSTNode, Values]] = []
    base = run.state
    ends = []
    for outcome, arm in zip(conditions.split(run, node.test), (node.body, node.orelse), strict=True):
        if outcome.is_dead:
            continue
        run.state = outcome
        found = evaluate_arms(run, arm)
        if not run.state.is_dead:  # else it raises: nothing comes from this arm
            arms.extend(found)
            ends.append(run.state.since(base))
    run.state = base
    base.meet(ends)
    return tuple(arms)


def structured_content(run: Run, node: cst.CSTNode) -> Values:
    """The value of a whole structured content: the arms of a conditional expression stay apart."""
    arms = [placed(values, run.place(arm)) for arm, values in evaluate_arms(run, node)]
    if len(arms) == 1:
        return arms[0]
    return (Arms(run.place(node), tuple(arms)),)


def _name(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, cst.Name)
    if node.value in _CONSTANTS:
        return (Literal(run.place(node), _CONSTANTS[node.value]),)
    values = variables.load(run, node)
    run.aliased.update(atom.object for atom in values if isinstance(atom, Ref))
    return values


def _constant(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, (cst.SimpleString, cst.Integer, cst.Float, cst.Imaginary))
    value = constant_value(node.value)
    if value is not ...:
        return (Literal(run.place(node), value),)
    return (Opaque(run.place(node), "a string" if isinstance(node, cst.SimpleString) else "a number"),)


def _ellipsis(run: Run, node: cst.CSTNode) -> Values:
    return (Literal(run.place(node), ...),)


def _joined_string(run: Run, node: cst.CSTNode) -> Values:
    value = "" if isinstance(node, cst.FormattedString) and not node.parts else string_value(node)
    if value is not None:
        return (Literal(run.place(node), value),)
    havoc_called(run, node, "a string calls it")
    first = node
    while isinstance(first, cst.ConcatenatedString):
        first = first.left
    is_bytes = isinstance(first, cst.SimpleString) and "b" in first.prefix.lower()
    return (Opaque(run.place(node), "bytes" if is_bytes else "a string"),)


def _template(run: Run, node: cst.CSTNode) -> Values:
    havoc_called(run, node, "a template calls it")
    return (Opaque(run.place(node), "a template"),)


def _sequence(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, (cst.List, cst.Tuple, cst.Set))
    items, is_exact = _elements(run, node.elements)
    if isinstance(node, cst.Set):
        return (Opaque(run.place(node), "a set"),)
    if isinstance(node, cst.List):
        return containers.new_list(run, node, items, is_exact=is_exact)
    if is_exact:
        return (Items(run.place(node), items),)
    return (Opaque(run.place(node), "a tuple"),)


def _elements(run: Run, elements: Sequence[cst.BaseElement]) -> tuple[tuple[Values, ...], bool]:
    """The items of a display, and whether these are all."""
    items: list[Values] = []
    is_exact = True
    for element in elements:
        values = evaluate(run, element.value)
        if isinstance(element, cst.StarredElement):
            inner = containers.iterated(run, values)
            is_exact = is_exact and inner.is_exact
            items.extend(inner.items)
        else:
            items.append(placed(values, run.place(element.value)))
    return tuple(items), is_exact


def _dict(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, cst.Dict)
    pairs: list[tuple[cst.CSTNode, Values, Values]] = []
    last_call = _last_call(node)
    for index, element in enumerate(node.elements):
        if isinstance(element, cst.DictElement):
            key = evaluate(run, element.key)
            pairs.append((element.key, key, evaluate_at(run, element.value)))
        else:
            spread = evaluate_unaliased(run, element.value)
            pairs.append((element.value, (), _kept(run, element, spread) if index < last_call else spread))
    made = run.allocate(Shape.DICT, node)
    for where, key, values in pairs:
        if key:
            containers.store(run, made.object, key, values, run.place(where))
        else:
            containers.update(run, made.object, values, run.place(where))
    return (made,)


def _last_call(node: cst.Dict) -> int:
    """The index of the last element that calls something, where something is spread before it; otherwise -1."""
    if not any(isinstance(element, cst.StarredDictElement) for element in node.elements):
        return -1
    calling = (i for i, each in enumerate(node.elements) if any(isinstance(n, cst.Call) for n in descendants(each)))
    return max(calling, default=-1)


def _kept(run: Run, element: cst.CSTNode, spread: Values) -> Values:
    """What is spread as it is now: a call in a later element may change it. The display itself is made last."""
    copy = run.allocate(Shape.DICT, element)
    containers.update(run, copy.object, spread, run.place(element))
    return (copy,)


def _comprehension(run: Run, node: cst.CSTNode) -> Values:
    """What a comprehension makes is not followed, nor what it calls."""
    if any(isinstance(each, cst.Call) and _may_change_items(each) for each in descendants(node)):
        havoc_names(run, node, "a comprehension may change it")
    havoc_called(run, node, "a comprehension calls it")
    if isinstance(node, cst.ListComp):
        return containers.new_list(run, node, (), is_exact=False, at_least=_passes(run, node.for_in))
    if isinstance(node, cst.DictComp):
        made = run.allocate(Shape.DICT, node)
        run.open(made.object, "a dict comprehension")
        return (made,)
    return (Opaque(run.place(node), "a set" if isinstance(node, cst.SetComp) else "a generator"),)


def _passes(run: Run, loop: cst.CompFor) -> int:
    """How many items come out at least: those of what a literal or a name holds, where none is filtered out."""
    is_plain = not loop.ifs and loop.inner_for_in is None and loop.asynchronous is None
    if not is_plain or not isinstance(loop.iter, (cst.Name, cst.List, cst.Tuple)):
        return 0
    inside = containers.iterated(run, evaluate(run, loop.iter))
    return len(inside.items) + inside.at_least


def _may_change_items(call: cst.Call) -> bool:
    """Whether a call may change what a comprehension goes through: ``row.append(x) for row in rows``."""
    if isinstance(call.func, cst.Attribute):
        return call.func.attr.value in MUTATING_METHODS
    return not is_reading(dotted_text(call.func) or "")


def _lambda(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, cst.Lambda)
    return (Function(run.place(node), node, run.frame, run.index),)


def _conditional(run: Run, node: cst.CSTNode) -> Values:
    return join(values for _, values in evaluate_arms(run, node))


def _walrus(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, cst.NamedExpr)
    values = evaluate(run, node.value)
    if isinstance(node.target, cst.Name):
        run.bind(node.target.value, values)
    return values


def _await(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, cst.Await)
    values = evaluate(run, node.expression)
    return join(
        atom.values if isinstance(atom, Coroutine) else run.unknown(node, _reason(atom, "something awaited"))
        for atom in values
    )


def _reason(atom: object, otherwise: str) -> str:
    return atom.reason if isinstance(atom, Unknown) else otherwise


def _yield(run: Run, node: cst.CSTNode) -> Values:
    havoc_names(run, node, "it is yielded")
    return run.unknown(node, "what is sent to a generator")


def _attribute(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, cst.Attribute)
    return attributes.read(run, node)


def _subscript(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, cst.Subscript)
    owner = evaluate_unaliased(run, node.value)
    parts = [part.slice for part in node.slice]
    if len(parts) != 1 or not isinstance(parts[0], cst.Index):
        return containers.sliced(run, node, owner)
    key = evaluate(run, parts[0].value)
    return containers.item(run, node, owner, key)


def _call(run: Run, node: cst.CSTNode) -> Values:
    assert isinstance(node, cst.Call)
    return calls.call(run, node)


_HANDLERS: dict[type, Callable[[Run, cst.CSTNode], Values]] = {
    cst.Name: _name,
    cst.SimpleString: _constant,
    cst.Integer: _constant,
    cst.Float: _constant,
    cst.Imaginary: _constant,
    cst.Ellipsis: _ellipsis,
    cst.ConcatenatedString: _joined_string,
    cst.FormattedString: _joined_string,
    cst.TemplatedString: _template,
    cst.List: _sequence,
    cst.Tuple: _sequence,
    cst.Set: _sequence,
    cst.Dict: _dict,
    cst.ListComp: _comprehension,
    cst.SetComp: _comprehension,
    cst.DictComp: _comprehension,
    cst.GeneratorExp: _comprehension,
    cst.Lambda: _lambda,
    cst.IfExp: _conditional,
    cst.NamedExpr: _walrus,
    cst.Await: _await,
    cst.Yield: _yield,
    cst.UnaryOperation: operators.unary,
    cst.BooleanOperation: operators.one_of_operands,
    cst.Comparison: operators.comparison,
    cst.BinaryOperation: operators.binary,
    cst.Attribute: _attribute,
    cst.Subscript: _subscript,
    cst.Call: _call,
}
