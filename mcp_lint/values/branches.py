"""``if``, ``match``, ``try`` and ``with``: each branch runs in a fork of the state, and what they wrote is joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.names import IMPORTS, Scope, import_bindings
from mcp_lint.results import Literal, Opaque, Unknown
from mcp_lint.syntax import children, descendants, dotted_text, string_value
from mcp_lint.values import conditions, expressions, statements
from mcp_lint.values.domain import Object, Values, join
from mcp_lint.values.escape import havoc
from mcp_lint.values.run import Final, Journal, Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lint.values.state import Delta, State


def run_suite(run: Run, suite: cst.BaseSuite) -> None:
    """Execute the body of a branch or loop."""
    statements.execute(run, suite)


def _finish(run: Run, base: State, ends: list[Delta]) -> None:
    run.state = base
    base.meet(ends)


def execute_if(run: Run, node: cst.CSTNode) -> None:
    """``if`` with all its ``elif``, in one loop: a ladder may be longer than Python's stack."""
    base = run.state
    ends: list[Delta] = []
    rest: cst.CSTNode | None = node
    run.state = base.fork()
    asked: set[str] = set()
    while isinstance(rest, cst.If) and not run.state.is_dead:
        before = run.state
        then, otherwise = conditions.split(run, rest.test)
        asked.add(_enumerated(rest.test))
        if not then.is_dead:
            run.state = then
            run_suite(run, rest.body)
            if not run.state.is_dead:
                ends.append(run.state.since(base))
        before.cells.update(otherwise.cells)
        before.facts, before.is_dead = otherwise.facts, before.is_dead or otherwise.is_dead
        run.state, rest = before, rest.orelse
    if isinstance(rest, cst.Else) and not run.state.is_dead:
        run_suite(run, rest.body)
    elif rest is None and len(asked) == 1 and "" not in asked:
        run.state.is_doubtful = True
    if not run.state.is_dead:
        ends.append(run.state.since(base))
    _finish(run, base, ends)


def _enumerated(test: cst.CSTNode) -> str:
    """``kind`` of ``kind is Kind.A``: a ladder of such tests may leave nothing over."""
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return ""
    only = test.comparisons[0]
    is_member = isinstance(only.comparator, cst.Attribute) and isinstance(only.operator, (cst.Is, cst.Equal))
    return dotted_text(test.left) or "" if is_member else ""


def execute_match(run: Run, node: cst.CSTNode) -> None:
    """``match``: each case from where the ones before it did not fit."""
    assert isinstance(node, cst.Match)
    subject = expressions.evaluate(run, node.subject)
    havoc(run, [subject], "a pattern takes it apart")
    base = run.state
    run.state = base.fork()
    ends: list[Delta] = []
    for case in node.cases:
        fits = _fits(case.pattern, subject)
        if run.state.is_dead or fits is False:
            continue
        before = run.state
        is_last = _execute_case(run, case, base, ends) and fits is True
        run.state = before
        if is_last:
            before.is_dead = True
        else:
            subject = _left_over(case, subject)
            before.is_dead = not subject
    if not run.state.is_dead:
        is_known = all(isinstance(atom, Literal) for atom in subject)
        run.state.is_doubtful = run.state.is_doubtful or (not is_known and _may_be_exhaustive(node))
        ends.append(run.state.since(base))
    _finish(run, base, ends)


def _execute_case(run: Run, case: cst.MatchCase, base: State, ends: list[Delta]) -> bool:
    """Execute one case in a fork; whether nothing that fits its pattern goes on to the next."""
    run.state = run.state.fork()
    for name in names_bound_in(case.pattern):
        run.bind(name, run.unknown(case, f"`{name}`, which a pattern binds"))
    is_always = True
    if case.guard is not None:
        then, otherwise = conditions.split(run, case.guard)
        is_always = otherwise.is_dead
        inner = run.state
        inner.meet([] if then.is_dead else [then.since(inner)])
    if not run.state.is_dead:
        run_suite(run, case.body)
    if not run.state.is_dead:
        ends.append(run.state.since(base))
    return is_always


def _fits(pattern: cst.MatchPattern, subject: Values) -> bool | None:
    """Whether a pattern surely fits, or surely not."""
    if isinstance(pattern, cst.MatchAs):
        return True if pattern.pattern is None else _fits(pattern.pattern, subject)
    if isinstance(pattern, cst.MatchOr):
        each = [_fits(element.pattern, subject) for element in pattern.patterns]
        return True if True in each else False if all(fits is False for fits in each) else None
    outcomes = {_is_matched(pattern, atom) for atom in subject}
    return outcomes.pop() if len(outcomes) == 1 else None


def _is_matched(pattern: cst.MatchPattern, atom: object) -> bool | None:
    if isinstance(atom, Opaque) and isinstance(pattern, cst.MatchSingleton) and pattern.value.value == "None":
        return False
    if not isinstance(atom, Literal):
        return None
    if isinstance(pattern, cst.MatchSingleton):
        return atom.value is {"None": None, "True": True, "False": False}[pattern.value.value]
    if isinstance(pattern, cst.MatchValue):
        text = string_value(pattern.value)
        return None if text is None else atom.value == text
    return None


def _left_over(case: cst.MatchCase, subject: Values) -> Values:
    """What the subject can still be when a case did not take it."""
    if case.guard is not None:
        return subject
    return tuple(atom for atom in subject if _fits(case.pattern, (atom,)) is not True)


def _may_be_exhaustive(node: cst.Match) -> bool:
    """Whether the cases may leave nothing over: members of an enumeration, or classes, each without a guard."""
    patterns = [case.pattern for case in node.cases if case.guard is None]
    each = [part for pattern in patterns for part in _alternatives(pattern)]
    return len(patterns) == len(node.cases) and all(
        isinstance(part, (cst.MatchClass, cst.MatchSingleton))
        or (isinstance(part, cst.MatchValue) and isinstance(part.value, cst.Attribute))
        for part in each
    )


def _alternatives(pattern: cst.MatchPattern) -> Iterator[cst.MatchPattern]:
    if isinstance(pattern, cst.MatchOr):
        for element in pattern.patterns:
            yield from _alternatives(element.pattern)
    elif isinstance(pattern, cst.MatchAs) and pattern.pattern is not None:
        yield from _alternatives(pattern.pattern)
    else:
        yield pattern


def execute_try(run: Run, node: cst.CSTNode) -> None:
    """``try``: a handler may begin after any statement of the body, and a ``finally`` after any of all the others."""
    assert isinstance(node, (cst.Try, cst.TryStar))
    base = run.state
    outer = base.fork()
    run.state = outer
    if node.finalbody is not None:
        run.blocks.append(Final(node.finalbody.body, len(run.journals)))
    everything: Journal = {}
    run.journals.append(everything)
    ends = _execute_body(run, node, outer)
    run.journals.pop()
    if node.finalbody is not None:
        run.blocks.pop()
        # With an exception under way: what it writes counts in the handlers further out, and its `return` ends the way.
        run.state = interrupted(outer, everything)
        run_suite(run, node.finalbody.body)
    _finish(run, outer, ends)
    if node.finalbody is not None and not outer.is_dead:
        run_suite(run, node.finalbody.body)
    _finish(run, base, [] if outer.is_dead else [outer.since(base)])


def _execute_body(run: Run, node: cst.Try | cst.TryStar, outer: State) -> list[Delta]:
    """The body, its ``else`` and the handlers; how each of them ends."""
    ends: list[Delta] = []
    journal: Journal = {}
    run.journals.append(journal)
    run.state = outer.fork()
    run_suite(run, node.body)
    run.journals.pop()
    if not run.state.is_dead and node.orelse is not None:
        run_suite(run, node.orelse.body)
    if not run.state.is_dead:
        ends.append(run.state.since(outer))
    for handler in node.handlers:
        _execute_handler(run, handler, outer, journal, ends)
    return ends


def interrupted(base: State, journal: Journal) -> State:
    """The state in which a body may be left at any of its statements."""
    state = base.fork()
    state.facts = ()
    for cell, written in journal.items():
        owner, _ = cell
        before = base.get(cell)
        if before is None and isinstance(owner, Object):
            before = base.get((owner, None))  # a key without a cell holds what all others do
        state.cells[cell] = join([*written, *([] if before is None else [before])])
    return state


def _execute_handler(
    run: Run, handler: cst.ExceptHandler | cst.ExceptStarHandler, base: State, journal: Journal, ends: list[Delta]
) -> None:
    run.state = interrupted(base, journal)
    name = handler.name.name if handler.name is not None else None
    if isinstance(name, cst.Name):
        run.bind(name.value, run.unknown(name, f"`{name.value}`"))
    run_suite(run, handler.body)
    if not run.state.is_dead:
        if isinstance(name, cst.Name):
            run.bind(name.value, ())
        ends.append(run.state.since(base))


def execute_with(run: Run, node: cst.CSTNode) -> None:
    """``with``: its body may be left early without an exception, if the context manager swallows those."""
    assert isinstance(node, cst.With)
    is_swallowing = False
    for item in node.items:
        values = expressions.evaluate(run, item.item)
        is_swallowing = is_swallowing or _swallows(run, item.item)
        reason = next((atom.reason for atom in values if isinstance(atom, Unknown)), "a context manager")
        if item.asname is not None:
            statements.assign(run, item.asname.name, run.unknown(item.asname.name, reason))
    base = run.state
    journal: Journal = {}
    run.journals.append(journal)
    run.state = base.fork()
    run_suite(run, node.body)
    run.journals.pop()
    ends = [] if run.state.is_dead else [run.state.since(base)]
    if is_swallowing or not ends:
        # Nothing but a swallowed exception gets past a body that never ends: perhaps none is.
        swallowed = interrupted(base, journal)
        swallowed.is_doubtful = swallowed.is_doubtful or not is_swallowing
        ends.append(swallowed.since(base))
    _finish(run, base, ends)


def _swallows(run: Run, item: cst.CSTNode) -> bool:
    func = item.func if isinstance(item, cst.Call) else item
    return [target.dotted for target in run.externals(func)] == ["contextlib.suppress"]


def names_bound_in(node: cst.CSTNode) -> list[str]:
    """The names that code below a node binds in its own function."""
    names: dict[str, None] = {}
    stack = [node]
    while stack:
        part = stack.pop()
        names.update(dict.fromkeys(_bound_by(part)))
        if not isinstance(part, (cst.FunctionDef, cst.Lambda, cst.ClassDef)):
            stack.extend(children(part))
    return list(names)


def _bound_by(node: cst.CSTNode) -> Iterator[str]:
    if isinstance(node, (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.For, cst.NamedExpr, cst.Del)):
        yield from (n.value for n in descendants(node.target) if isinstance(n, cst.Name))
    elif isinstance(node, cst.AsName):
        yield from (n.value for n in descendants(node.name) if isinstance(n, cst.Name))
    elif isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.TypeAlias)):
        yield node.name.value
    elif isinstance(node, IMPORTS):
        yield from (name for name, _ in import_bindings(node, Scope(node), False))
    elif isinstance(node, (cst.MatchAs, cst.MatchStar)) and node.name is not None:
        yield node.name.value
    elif isinstance(node, cst.MatchMapping) and node.rest is not None:
        yield node.rest.value
