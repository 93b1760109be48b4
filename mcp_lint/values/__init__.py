"""A tool -> what it can return: its body, and the helpers of the file that it calls, followed with abstract values.

The entry is :func:`returns_of`. ``domain`` says what a value is, ``state`` what holds at one point, ``run`` keeps both
while ``statements``, ``branches`` and ``loops`` go through a body and ``expressions``, ``calls``, ``methods`` and
``containers`` through what is in it; ``snapshot`` makes the frozen records of :mod:`mcp_lint.results` from the outcome.
Paths are joined where they meet and never enumerated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from mcp_lint.syntax import parameters_of
from mcp_lint.values import arguments
from mcp_lint.values.domain import Frame
from mcp_lint.values.functions import run_body
from mcp_lint.values.run import Activation, Returned, Run
from mcp_lint.values.snapshot import record_return

if TYPE_CHECKING:
    from mcp_lint.index import FunctionInfo, ModuleIndex
    from mcp_lint.settings import Settings

__all__ = ["Returned", "returns_of"]


def returns_of(info: FunctionInfo, index: ModuleIndex, settings: Settings) -> list[Returned]:
    """Everything that a function can return, each ``return`` once for each path that is told apart.

    A function that can end without a ``return`` has one record for that, at its name. Raises RecursionError for code
    nested deeper than Python's stack.
    """
    frame = Frame(info.scope, None, None)
    run = Run(index, settings, frame)
    activation = Activation(frame, run.state)
    run.state = activation.base.fork()
    run.blocks.append(activation)
    for parameter in parameters_of(info.node.params):
        name = parameter.name.value
        run.bind(name, arguments.literals_of(run, parameter) or run.unknown(parameter, f"the parameter `{name}`"))
    run_body(run, activation, info)
    _record_end(run, activation, info)
    return run.returned


def _record_end(run: Run, activation: Activation, info: FunctionInfo) -> None:
    """The end of the body: a lambda's value; None for a ``def``, if it is surely reached."""
    if run.state.is_dead:
        return
    if isinstance(info.node, cst.Lambda):
        record_return(run, info.node.body, info.node.body, activation.returns[-1].values)
    elif not (run.state.is_doubtful or run.is_after_call):
        record_return(run, info.node.name, info.node.name, activation.returns[-1].values)
