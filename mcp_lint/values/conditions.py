"""Tests: what is known of their outcome, and what a branch may take for granted after one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from mcp_lint.contract import is_call_tool_result, result_attributes
from mcp_lint.results import Literal, Missing, Opaque, Unknown
from mcp_lint.syntax import children, string_value
from mcp_lint.values import expressions
from mcp_lint.values.domain import Arms, Atom, Contents, Coroutine, Function, Items, Ref, Shape, TextBlock, Values
from mcp_lint.values.run import ITEMS, Run
from mcp_lint.values.state import Cell, Fact, State

# A test longer than this is not remembered.
MAX_FACT_NODES = 12
_PURE = (
    cst.Name,
    cst.SimpleString,
    cst.Integer,
    cst.UnaryOperation,
    cst.Not,
    cst.Comparison,
    cst.ComparisonTarget,
    cst.BaseCompOp,
)
# True, False, or None where it cannot be said.
Truth = bool | None


def truth(run: Run, atom: Atom) -> Truth:
    """What ``bool()`` makes of a value."""
    if isinstance(atom, Literal):
        return bool(atom.value)
    if isinstance(atom, Items):
        return bool(atom.items)
    if isinstance(atom, Missing):
        return False
    if isinstance(atom, (Function, Coroutine, TextBlock)):
        return True
    if isinstance(atom, Ref):
        return _truth_of_object(run, atom)
    if isinstance(atom, Contents):
        return _truth_of_contents(atom)
    return None


def truth_of(run: Run, values: Values) -> Truth:
    """What ``bool()`` makes of something, if the same for all that it can be."""
    found = {truth(run, atom) for atom in values}
    return found.pop() if len(found) == 1 else None


def _truth_of_contents(contents: Contents) -> Truth:
    if contents.items or contents.at_least:
        return True
    return False if contents.is_exact else None


def _truth_of_object(run: Run, atom: Ref) -> Truth:
    owner = atom.object
    if owner.shape in {Shape.RESULT, Shape.MODEL}:
        return True
    if owner.shape is Shape.LIST:
        found = {_truth_of_contents(contents) for contents in run.contents(owner)}
        return found.pop() if len(found) == 1 else None
    groups = [run.take(owner, key) for key in owner.keys]
    if any(not _may_be_missing(values) for values in groups):
        return True
    rest = run.state.get((owner, None)) or ()
    is_closed = all(isinstance(a, Missing) for values in (rest, *groups) for a in values)
    return False if is_closed else None


def _may_be_missing(values: Values) -> bool:
    return any(isinstance(atom, (Missing, Unknown)) for atom in values)


def split(run: Run, test: cst.CSTNode) -> tuple[State, State]:
    """Evaluate a test; the states of the branch where it is true and of the one where it is not, dead if impossible."""
    values = expressions.evaluate(run, test)
    base = run.state
    outcome = truth_of(run, values)
    if outcome is None:
        outcome = _remembered(base, test)
    states = []
    for is_true in (True, False):
        run.state = base.fork()
        if base.is_dead or outcome is (not is_true):
            run.state.is_dead = True
        else:
            assume(run, test, is_true=is_true)
            _remember(run, test, is_true=is_true)
        states.append(run.state)
    run.state = base
    return states[0], states[1]


def outcome_of(run: Run, node: cst.Comparison) -> Truth:
    """The outcome of a comparison with one operator, if the same for all that its sides can be."""
    judge = _judge_of(run, node)
    if judge is None:
        return None
    subject, decide = judge
    outcomes = {decide(atom) for atom in subject}
    return outcomes.pop() if len(outcomes) == 1 else None


_Decide = Callable[[Atom], Truth]


def _judge_of(run: Run, node: cst.Comparison) -> tuple[Values, _Decide] | None:
    """What is compared, and the outcome for each thing that it can be."""
    if len(node.comparisons) != 1:
        return None
    operator, right = node.comparisons[0].operator, node.comparisons[0].comparator
    if isinstance(operator, (cst.In, cst.NotIn)) and string_value(node.left) is not None:
        return _judge_key(run, node, isinstance(operator, cst.In))
    decide = _decision(operator, _constants_of(run, right))
    return None if decide is None else (_peek(run, node.left), decide)


def _judge_key(run: Run, node: cst.Comparison, is_in: bool) -> tuple[Values, _Decide] | None:
    cells = cells_of(run, node.comparisons[0].comparator, string_value(node.left))
    values = run.state.get(cells[0]) if len(cells) == 1 else None
    if values is None and len(cells) == 1:
        values = run.state.get((cells[0][0], None))

    def decide(atom: Atom) -> Truth:
        return None if isinstance(atom, Unknown) else (not isinstance(atom, Missing)) is is_in

    return None if values is None else (values, decide)


def _constants_of(run: Run, node: cst.CSTNode) -> list[object] | None:
    """The constants on a comparison's right side: one, or those of a tuple, list or set; None for anything else."""
    if isinstance(node, (cst.Tuple, cst.List, cst.Set)):
        each = [_constants_of(run, element.value) for element in node.elements]
        return None if None in each else [value for values in each if values for value in values]
    values = _peek(run, node)
    only = values[0] if len(values) == 1 else None
    if isinstance(only, Items):
        inner = [item[0] for item in only.items if len(item) == 1]
        is_known = len(inner) == len(only.items) and all(isinstance(atom, Literal) for atom in inner)
        return [atom.value for atom in inner if isinstance(atom, Literal)] if is_known else None
    return [only.value] if isinstance(only, Literal) else None


def _decision(operator: cst.BaseCompOp, constants: list[object] | None) -> _Decide | None:
    if constants is None:
        return None
    if isinstance(operator, (cst.Is, cst.IsNot)):
        return lambda atom: _flipped(_is_same(atom, constants), isinstance(operator, cst.IsNot))
    if isinstance(operator, (cst.Equal, cst.NotEqual, cst.In, cst.NotIn)):
        is_negated = isinstance(operator, (cst.NotEqual, cst.NotIn))
        return lambda atom: _flipped(_is_equal(atom, constants), is_negated)
    return None


def _flipped(outcome: Truth, is_negated: bool) -> Truth:
    return outcome if outcome is None else outcome is not is_negated


def _is_same(atom: Atom, constants: list[object]) -> Truth:
    """``is`` says something sure of None, True and False alone."""
    if isinstance(atom, (Unknown, Arms)) or len(constants) != 1:
        return None
    wanted = constants[0]
    if wanted is not None and not isinstance(wanted, bool):
        return None
    if isinstance(atom, Literal):
        return atom.value is wanted
    return None if isinstance(atom, Opaque) and atom.kind == "a bool" and wanted is not None else False


def _is_equal(atom: Atom, constants: list[object]) -> Truth:
    if isinstance(atom, Literal):
        return any(atom.value == value for value in constants)
    return None


def _peek(run: Run, node: cst.CSTNode) -> Values:
    """The value of a name, walrus or constant, without evaluating anything; unknown for the rest."""
    if isinstance(node, cst.NamedExpr):
        return _peek(run, node.target)
    if isinstance(node, (cst.Name, cst.SimpleString, cst.ConcatenatedString, cst.Integer, cst.Float)):
        return expressions.evaluate(run, node)
    cells = cells_of(run, node)
    values = run.state.get(cells[0]) if len(cells) == 1 else None
    return values if values is not None else run.unknown(node, "it is not looked into")


def cells_of(run: Run, node: cst.CSTNode, key: str | None = None) -> tuple[Cell, ...]:
    """The cells that a test looks at: a name's, a field's of a result, a key's of a dict; one, if it is sure which."""
    if key is not None:
        return _keys_of(run, node, key)
    if isinstance(node, cst.NamedExpr):
        return cells_of(run, node.target)
    if isinstance(node, cst.Name):
        cell = run.cell_of(node.value)
        return () if cell is None else (cell,)
    if isinstance(node, cst.Attribute):
        return _keys_of(run, node.value, result_attributes(run.settings).get(node.attr.value, ""))
    if isinstance(node, cst.Subscript) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
        return _keys_of(run, node.value, string_value(node.slice[0].slice.value) or "")
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "get":
        return _keys_of(run, node.func.value, string_value(node.args[0].value) or "") if node.args else ()
    return ()


def _keys_of(run: Run, node: cst.CSTNode, key: str) -> tuple[Cell, ...]:
    owner = [cell for cell in cells_of(run, node) if key]
    values = run.state.get(owner[0]) if owner else None
    if values is None:
        return ()
    return tuple((atom.object, key) for atom in values if isinstance(atom, Ref) and atom.object.shape is not Shape.LIST)


def assume(run: Run, test: cst.CSTNode, *, is_true: bool) -> None:
    """Leave of what names and keys can hold only that with which the test can have this outcome."""
    stack = [(test, is_true)]
    while stack:
        node, wanted = stack.pop()
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
            stack.append((node.expression, not wanted))
        elif isinstance(node, cst.BooleanOperation):
            if isinstance(node.operator, cst.And) is wanted:
                stack += [(node.left, wanted), (node.right, wanted)]
        elif isinstance(node, cst.Comparison):
            _assume_comparison(run, node, wanted)
        else:
            _assume_truth(run, node, wanted)


def _assume_comparison(run: Run, node: cst.Comparison, wanted: bool) -> None:
    judge = _judge_of(run, node)
    if judge is None:
        return
    operator, right = node.comparisons[0].operator, node.comparisons[0].comparator
    is_key = isinstance(operator, (cst.In, cst.NotIn)) and string_value(node.left) is not None
    cells = cells_of(run, right, string_value(node.left)) if is_key else cells_of(run, node.left)
    for cell in cells if len(cells) == 1 else ():
        _narrow(run, cell, judge[1], wanted)


def _assume_truth(run: Run, node: cst.CSTNode, wanted: bool) -> None:
    subject = _asked_about(node)
    for cell in cells_of(run, subject):
        _narrow(run, cell, _by_class(run, node) or (lambda atom: truth(run, atom)), wanted)
        if wanted is not None:
            _narrow_inside(run, run.state.get(cell) or (), wanted)


def _asked_about(node: cst.CSTNode) -> cst.CSTNode:
    """``x`` of ``bool(x)``, ``len(x)`` and ``isinstance(x, ...)``."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.args:
        return node.args[0].value if node.func.value in {"bool", "len", "isinstance"} else node
    return node


def _by_class(run: Run, node: cst.CSTNode) -> _Decide | None:
    """``isinstance(x, CallToolResult)``."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Name) or node.func.value != "isinstance":
        return None
    classes = run.externals(node.args[1].value) if len(node.args) > 1 else ()
    if not classes or not all(is_call_tool_result(each) for each in classes):
        return lambda _: None
    return lambda atom: (
        None if isinstance(atom, Unknown) else isinstance(atom, Ref) and atom.object.shape is Shape.RESULT
    )


def _narrow(run: Run, cell: Cell, decide: _Decide, wanted: bool) -> None:
    values = run.state.get(cell)
    left = tuple(atom for atom in values or () if decide(atom) is not (not wanted))
    if values is not None and left and len(left) < len(values):
        run.write(cell, left)


def _narrow_inside(run: Run, values: Values, wanted: bool) -> None:
    """After ``if rows:``, the list that ``rows`` holds is not the empty one."""
    if len(values) == 1 and isinstance(values[0], Ref) and values[0].object.shape is Shape.LIST:
        _narrow(run, (values[0].object, ITEMS), lambda atom: truth(run, atom), wanted)


def _remember(run: Run, test: cst.CSTNode, *, is_true: bool) -> None:
    names = _names_if_pure(test)
    if names:
        text, outcome = _normal(test, is_true)
        run.state.learn(Fact(text, outcome, names))


def _remembered(state: State, test: cst.CSTNode) -> Truth:
    if not state.facts or not _names_if_pure(test):
        return None
    text, _ = _normal(test, True)
    for fact in state.facts:
        if fact.test == text:
            return fact.is_true is _normal(test, True)[1]
    return None


def _normal(test: cst.CSTNode, is_true: bool) -> tuple[str, bool]:
    """One text for a test and its negation."""
    while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        test, is_true = test.expression, not is_true
    return " ".join(_words(test)), is_true


def _words(node: cst.CSTNode) -> Iterator[str]:
    if isinstance(node, (cst.Name, cst.SimpleString, cst.Integer)):
        yield node.value
    else:
        yield type(node).__name__
        for child in children(node):
            yield from _words(child)


def _names_if_pure(test: cst.CSTNode) -> frozenset[str]:
    """The names in a test that gives the same each time; none if it may not, or is long."""
    names = set()
    stack = [test]
    count = 0
    while stack:
        node = stack.pop()
        count += 1
        if not isinstance(node, _PURE) or count > MAX_FACT_NODES:
            return frozenset()
        if isinstance(node, cst.Name):
            names.add(node.value)
        stack.extend(children(node))
    return frozenset(names)
