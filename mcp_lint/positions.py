"""Nodes -> lines and columns, worked out only in a file that has something to report, for the nodes asked for.

libcst keeps no positions: they come out when it generates the code again. Its own ``PositionProvider`` copies the tree
first and notes those of all nodes; this notes the few, at a quarter of the time that parsing took.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import libcst as cst

# Not exported by libcst; the code generator takes nothing else.
from libcst._nodes.internal import CodegenState

from mcp_lint.balance import balance
from mcp_lint.deep import with_room

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# What Python takes for the end of a line; `str.splitlines` breaks at form feeds and others too.
_NEWLINE = re.compile(r"\r\n|\r|\n")
_NOTHING: AbstractContextManager[None] = nullcontext()
# The parentheses of these are their own, as they are for Python's parser; around anything else they are not.
_WITH_PARENTHESES = (cst.Tuple, cst.GeneratorExp)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a node is: 1-based lines and columns in code points, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class _Recorder(CodegenState):
    """Generates code as libcst does, and notes how many tokens stand before and after each wanted node.

    Nodes go by their ``id``: libcst's hash of them is written in Python, and would be asked for twice a node.
    """

    def __init__(self, module: cst.Module, wanted: frozenset[int]) -> None:
        super().__init__(default_indent=module.default_indent, default_newline=module.default_newline)
        self._wanted = wanted
        self._starts: dict[int, int] = {}
        self.found: dict[int, tuple[int, int]] = {}

    def before_codegen(self, node: cst.CSTNode) -> None:
        if id(node) in self._wanted:
            self._starts[id(node)] = len(self.tokens)

    def after_codegen(self, node: cst.CSTNode) -> None:
        if id(node) in self._wanted:
            self.found.setdefault(id(node), (self._starts[id(node)], len(self.tokens)))

    # libcst declares a generator's context manager; all that it does is to enter and leave it.
    def record_syntactic_position(  # type: ignore[override]
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> AbstractContextManager[None]:
        """Called by nodes that have white space or parentheses around them, for what is inside."""
        del start_node, end_node  # given by statements with a body alone: nothing is reported at those
        is_wanted = id(node) in self._wanted and not isinstance(node, _WITH_PARENTHESES)
        return self._recording(node) if is_wanted else _NOTHING

    @contextmanager
    def _recording(self, node: cst.CSTNode) -> Iterator[None]:
        start = len(self.tokens)
        yield
        self.found[id(node)] = start, len(self.tokens)


def spans_of(module: cst.Module, nodes: Iterable[cst.CSTNode], text: str) -> dict[cst.CSTNode, Span]:
    """The place of each node in the text that the module was parsed from, which the nodes must be part of.

    Raises RecursionError where even a larger stack is too small for libcst. The module is not to be used afterwards.
    """
    by_id = {id(node): node for node in nodes}
    wanted = frozenset(by_id)
    try:
        recorder = with_room(lambda: _record(module, wanted))
    except RecursionError:
        balance(module)
        recorder = with_room(lambda: _record(module, wanted))
    ends = _ends_of(recorder.tokens, text)
    lines = [0, *(found.end() for found in _NEWLINE.finditer(text))]
    return {
        by_id[key]: Span(
            *_place(lines, ends[start] - len(recorder.tokens[start])), *_place(lines, ends[max(start, end - 1)])
        )
        for key, (start, end) in recorder.found.items()
    }


def _ends_of(tokens: Sequence[str], text: str) -> list[int]:
    """Where each token ends in the text.

    libcst loses the white space after a conversion in an f-string (``f"{a!r }"``): all that follows has moved.
    """
    ends = list(accumulate(map(len, tokens)))
    if "".join(tokens) == text:
        return ends
    found, end = [], 0
    for token in tokens:
        while not text.startswith(token, end):
            if not text[end : end + 1].isspace():
                return ends
            end += 1
        end += len(token)
        found.append(end)
    return found


def _record(module: cst.Module, wanted: frozenset[int]) -> _Recorder:
    recorder = _Recorder(module, wanted)
    module._codegen(recorder)
    return recorder


def _place(lines: list[int], offset: int) -> tuple[int, int]:
    line = bisect_right(lines, offset)
    return line, offset - lines[line - 1] + 1
