"""Mended files, imported with a real registry: the server takes each tool that was mended, and loses none.

Files of tests/data and tests/data_fixes, and generated modules. A fix that the server then refuses would be worse than
none. A property test holds, of any of these texts in any encoding, that nothing else in the file changes.
"""

from __future__ import annotations

import ast
import logging
import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_lint.check import check_text
from mcp_lint.fixes.rounds import apply, choose, mend
from mcp_lint.lint import Plan, lint_file
from mcp_lint.noqa import without_silenced
from mcp_lint.settings import DEFAULT_SETTINGS
from mcp_lint.source import decode

from .data_files import first_line, functions_of, import_file
from .registrations import compare_start, write_module
from .test_same_cases import FILES as DATA_FILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcp_lint.violation import TextEdit, Violation

PAIRS = Path(__file__).resolve().parents[1] / "data_fixes" / "before"
MENDABLE = frozenset({"MCP001", "MCP002", "MCP003"})
MODULES = 24
# What stands for modules that nobody has does not stand for names that the contract lacks.
NOT_IMPORTED = {"merge_sorted_constants.py": "`mcp_server` has no such names, so the import fails with or without fix"}


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:  # written for a newer Python
        return False
    return True


PAIR_FILES = [path for path in sorted(PAIRS.glob("*.py")) if _is_python(path.read_text("utf-8"))]
FILES = [*DATA_FILES, *(path for path in PAIR_FILES if path.name not in NOT_IMPORTED)]


def _reported(text: str) -> tuple[Violation, ...]:
    """What is reported of a text, with what mends it."""
    return without_silenced(check_text(text, plans_fixes=True), text)


def _faulty(text: str) -> set[tuple[str, str]]:
    """Each code that can be mended, with the name of the function that it is about."""
    heads: dict[int, str] = {}
    # Lambdas last: in the head of a function, the line is the function's.
    for node in sorted(functions_of(ast.parse(text)), key=lambda node: isinstance(node, ast.Lambda)):
        body = node.body.lineno if isinstance(node, ast.Lambda) else _first_line(node.body[0])
        for line in range(first_line(node), max(body, node.lineno + 1)):
            heads.setdefault(line, getattr(node, "name", "<lambda>"))
    lines = text.splitlines()
    found = (each for each in _reported(text) if each.code in MENDABLE)
    return {(each.code, heads.get(each.line) or _name_given(lines[each.line - 1])) for each in found}


def _first_line(statement: ast.stmt) -> int:
    is_function = isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
    return first_line(statement) if is_function else statement.lineno


def _name_given(line: str) -> str:
    """The ``f`` of ``registry.tool(f)``."""
    found = re.search(r"\((?:self\.)?(\w+)\)", line)
    return found[1] if found else ""


def _registered(path: Path, text: str) -> set[str]:
    """The functions that the server takes when it imports the text."""
    path.write_text(text, encoding="utf-8")
    bare = {each.line for each in check_text(text) if each.code == "MCP003"}
    imported = import_file(path, DEFAULT_SETTINGS.registries, bare)
    return {tool.function for registry in imported.registries for tool in registry.registered}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_server_takes_what_was_mended(path: Path, tmp_path: Path) -> None:
    """Each function that is not reported any more is registered, and whatever was registered still is."""
    text = path.read_text(encoding="utf-8")
    mended = mend(text, _reported)
    if not mended.count:
        return
    left = _faulty(mended.text)
    names = {name for _, name in _faulty(text) - left} - {name for _, name in left}
    before, after = _registered(tmp_path / "before.py", text), _registered(tmp_path / "after.py", mended.text)
    assert names - after == set()
    assert before - after == set()


def test_enough_is_mended() -> None:
    """Else the test above would prove nothing."""
    counts = [mend(path.read_text(encoding="utf-8"), _reported).count for path in PAIR_FILES]
    assert sum(counts) > 60


@pytest.mark.parametrize("seeds", [range(first, first + 8) for first in range(0, MODULES, 8)], ids=str)
def test_generated_modules(seeds: range, caplog: pytest.LogCaptureFixture) -> None:
    """Both halves agree on the mended module too; what was mended is not refused, and nothing else is."""
    caplog.set_level(logging.CRITICAL, logger="mcp_server")
    for seed in seeds:
        text = _module(seed)
        mended = mend(text, _reported)
        assert mended.count, seed
        assert compare_start(mended.text) == [], seed
        assert not any(violation.edits for violation in mended.left)


def _module(seed: int) -> str:
    """A generated module, of which some functions have lost their annotation, or have another one."""
    rng = random.Random(f"fixes {seed}")  # noqa: S311 - the same modules each time, and no secrets
    annotation = re.compile(r"(def f\d+\(.*\))( -> .*)?:$", re.MULTILINE)

    def other(found: re.Match[str]) -> str:
        return rng.choice((found[0], f"{found[1]}:", f"{found[1]}:", f"{found[1]} -> Other:"))

    one_more = "@registry.tool()\ndef f99(a: int = 0) -> 'CallToolResult':\n    return R\n"
    return annotation.sub(other, write_module(seed)) + one_more


# The rest of the file.

_TEXTS = [path.read_text(encoding="utf-8") for path in (*PAIR_FILES, *DATA_FILES) if "coding" not in path.stem]
_COOKIES = {"utf-8": "", "utf-8-sig": "", "latin-1": "# coding: latin-1", "cp1252": "# -*- coding: cp1252 -*-"}


@dataclass(frozen=True, slots=True)
class _Written:
    """A text as a file: its bytes, and the newlines in it in their order."""

    data: bytes

    @property
    def newlines(self) -> list[str]:
        return re.findall(r"\r\n|\r|\n", decode(self.data).text)


@st.composite
def _files(draw: st.DrawFn) -> _Written:
    """One of the texts, or of the generated modules, in some encoding, with newlines of one kind or of all."""
    text = draw(st.sampled_from(_TEXTS) | st.integers(0, MODULES).map(_module))
    encoding = draw(st.sampled_from(list(_COOKIES)))
    if _COOKIES[encoding]:
        text = f"{_COOKIES[encoding]}\n{text}"
        text = text.encode(encoding, "ignore").decode(encoding)
    kinds = draw(st.sampled_from([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]]))
    rng = random.Random(draw(st.integers(0, 9)))  # noqa: S311 - no secrets
    text = "".join(line + rng.choice(kinds) if end else line for line, end in _split(text))
    return _Written(text.removesuffix(kinds[0]).encode(encoding) if draw(st.booleans()) else text.encode(encoding))


def _split(text: str) -> list[tuple[str, bool]]:
    lines = text.split("\n")
    return [*((line, True) for line in lines[:-1]), (lines[-1], False)]


@settings(max_examples=40, derandomize=True, deadline=None, database=None)
@given(_files())
def test_nothing_else_changes(tmp_path_factory: pytest.TempPathFactory, written: _Written) -> None:
    """Only the lines of the edits differ; encoding, mark and newlines stay; a second run has nothing to do."""
    path = tmp_path_factory.mktemp("any") / "file.py"
    path.write_bytes(written.data)
    outcome = lint_file(str(path), Plan(plans_fixes=True), "file.py")
    before, after = decode(written.data), decode(outcome.rewrite.after if outcome.rewrite else written.data)
    assert (after.encoding, after.has_bom) == (before.encoding, before.has_bom)
    assert _in_rounds(before.text) == after.text
    assert mend(after.text, _reported).text == after.text
    left = [(record.code, record.message) for record in outcome.records]
    assert left == [(violation.code, violation.message) for violation in _reported(after.text)]


def _in_rounds(text: str) -> str:
    """Mend a text as `mend` does, and look at each round."""
    while chosen := choose(before := _reported(text)):
        edits = {edit for violation in chosen for edit in violation.edits}
        changed = apply(text, edits)
        _assert_only_these_lines_differ(text, changed, sorted(edits))
        _assert_reports_are_gone(before, chosen, _reported(changed))
        text = changed
    return text


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def _assert_only_these_lines_differ(before: str, after: str, edits: Sequence[TextEdit]) -> None:
    """Each line that no edit touches is in the new text, byte for byte, and where it has to be."""
    new = _LINE.findall(after)
    offset = position = 0
    for line in _LINE.findall(before):
        touching = [edit for edit in edits if offset <= edit.start < offset + len(line)]
        position += sum(len(re.findall(r"\r\n|\r|\n", edit.replacement)) for edit in touching)
        if not touching:
            assert new[position] == line
        else:
            assert new[position].endswith(("\r\n", "\r", "\n")) == line.endswith(("\r\n", "\r", "\n"))
        position += 1
        offset += len(line)
    assert position == len(new)


def _assert_reports_are_gone(
    before: Iterable[Violation], chosen: Iterable[Violation], after: Iterable[Violation]
) -> None:
    """Each of those that were mended is reported once less."""
    reported, mended, left = (Counter((each.code, each.message) for each in some) for some in (before, chosen, after))
    for key, count in mended.items():
        assert left[key] <= reported[key] - count, key
