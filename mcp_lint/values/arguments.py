"""What a call is given, and which parameter gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.results import Literal, Missing
from mcp_lint.values import containers, expressions, variables
from mcp_lint.values.domain import Arguments, Function, Items, Ref, Shape, Values, join, placed

if TYPE_CHECKING:
    from mcp_lint.results import Place
    from mcp_lint.values.run import Run


def evaluate_arguments(run: Run, call: cst.Call, *, is_reading: bool = False) -> Arguments:
    """Evaluate a call's arguments in their order; each is reported where it stands in the call.

    ``is_reading``: what is called only looks at them, and gives none of them another name.
    """
    given = Arguments()
    evaluate = expressions.evaluate_unaliased if is_reading else expressions.evaluate
    for arg in call.args:
        if arg.star:
            _spread(run, given, arg.star, expressions.evaluate_unaliased(run, arg.value))
        elif arg.keyword is not None:
            is_structured = arg.keyword.value in {"structuredContent", "structured_content"}
            values = expressions.structured_content(run, arg.value) if is_structured else evaluate(run, arg.value)
            given.keywords[arg.keyword.value] = values if is_structured else placed(values, run.place(arg.value))
        else:
            given.positional.append(placed(evaluate(run, arg.value), run.place(arg.value)))
    return given


def _spread(run: Run, given: Arguments, star: str, values: Values) -> None:
    if star == "*":
        contents = containers.iterated(run, values)
        given.positional.extend(contents.items if contents.is_exact else ())
        given.is_open = given.is_open or not contents.is_exact
        return
    dicts = [atom.object for atom in values if isinstance(atom, Ref) and atom.object.shape is Shape.DICT]
    if len(dicts) != len(values):
        given.is_open = True
        return
    rest = [atom for owner in dicts for atom in run.state.get((owner, None)) or ()]
    given.is_open = given.is_open or any(not isinstance(atom, Missing) for atom in rest)
    for key in dict.fromkeys(key for owner in dicts for key in owner.keys):
        found = join(run.take(owner, key) for owner in dicts)
        if all(isinstance(atom, Missing) for atom in found):
            continue
        # With `Missing` among it where the key may not be there: then whoever is called has a default.
        given.keywords[key] = found


def bind_parameters(run: Run, function: Function, call: Place, given: Arguments) -> None:
    """Give each parameter of the function whose frame is the current one what the call says.

    ``call``: its place, which may be in another file.
    """
    params = function.node.params
    by_position = (*params.posonly_params, *params.params)
    rest = dict(given.keywords)
    for index, param in enumerate((*by_position, *params.kwonly_params)):
        keyword = rest.pop(param.name.value, ())
        is_given = index < len(given.positional) and index < len(by_position)
        values = given.positional[index] if is_given else keyword
        if not values or any(isinstance(atom, Missing) for atom in values):
            present = tuple(atom for atom in values if not isinstance(atom, Missing))
            values = join([present, _default(run, function, param, given)])
        run.bind(param.name.value, values)
    _bind_stars(run, params, call, given, rest)


def _bind_stars(run: Run, params: cst.Parameters, call: Place, given: Arguments, rest: dict[str, Values]) -> None:
    if isinstance(params.star_arg, cst.Param):
        extra = tuple(given.positional[len(params.posonly_params) + len(params.params) :])
        known: Values = (Items(call, extra),)
        values = run.unknown(params.star_arg, f"`*{params.star_arg.name.value}`") if given.is_open else known
        run.bind(params.star_arg.name.value, values)
    if params.star_kwarg is not None:
        made = run.allocate(Shape.DICT, params.star_kwarg)
        for key, values in rest.items():
            run.put(made.object, key, values, call)
        if given.is_open:
            run.open(made.object, f"`**{params.star_kwarg.name.value}`")
        run.bind(params.star_kwarg.name.value, (made,))


def _default(run: Run, function: Function, param: cst.Param, given: Arguments) -> Values:
    if given.is_open or param.default is None:
        return run.unknown(param, f"`{param.name.value}`")
    return variables.default_of(run, param, function)


def literals_of(run: Run, param: cst.Param) -> Values | None:
    """The constants that a parameter of the tool itself can be, by its annotation: ``Literal[...]`` or ``bool``."""
    annotation = param.annotation.annotation if param.annotation is not None else None
    if isinstance(annotation, cst.Name) and {t.dotted for t in run.externals(annotation)} == {"builtins.bool"}:
        return (Literal(run.place(param), True), Literal(run.place(param), False))
    if not isinstance(annotation, cst.Subscript):
        return None
    names = {target.dotted for target in run.externals(annotation.value)}
    if not names or not names <= {"typing.Literal", "typing_extensions.Literal"}:
        return None
    parts = [part.slice.value for part in annotation.slice if isinstance(part.slice, cst.Index)]
    values = tuple(atom for part in parts for atom in placed(expressions.evaluate(run, part), run.place(param)))
    return values if all(isinstance(atom, Literal) for atom in values) else None
