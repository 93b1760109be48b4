"""Fixes: pairs of files, before and after, and what must hold for any text that is changed."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest

from mcp_lint.check import check_text
from mcp_lint.fixes.rounds import Mended, apply, choose, mend
from mcp_lint.lint import Plan, lint_file
from mcp_lint.noqa import without_silenced
from mcp_lint.rewrite import Rewrite
from mcp_lint.rules import all_rules
from mcp_lint.source import decode
from mcp_lint.spelling import distance
from mcp_lint.violation import TextEdit, Violation

PAIRS = Path(__file__).resolve().parents[1] / "data_fixes"
BEFORE = sorted((PAIRS / "before").glob("*.py"))
PLAN = Plan(plans_fixes=True)
FORM_FEED = "\f"
_each_pair = pytest.mark.parametrize("path", BEFORE, ids=lambda path: path.stem)


def _rewritten(path: Path) -> Rewrite:
    """What a file becomes."""
    outcome = lint_file(str(path), PLAN, path.name)
    assert outcome.problem is None
    data = path.read_bytes()
    return outcome.rewrite or Rewrite(str(path), path.name, data, data, 0)


def _reported(text: str) -> tuple[Violation, ...]:
    return without_silenced(check_text(text, plans_fixes=True), text)


def _mended(text: str) -> Mended:
    return mend(text, _reported)


def _after(path: Path) -> bytes:
    return (PAIRS / "after" / path.name).read_bytes()


def test_the_pairs_are_complete() -> None:
    """No file without its other half, and every code that can be mended is among them."""
    assert [path.name for path in BEFORE] == sorted(path.name for path in (PAIRS / "after").glob("*.py"))
    found = {v.code for path in BEFORE for v in check_text(path.read_text("utf-8"), plans_fixes=True) if v.edits}
    assert found == {rule.code for rule in all_rules().values() if rule.is_fixable}


@_each_pair
def test_a_file_becomes_what_its_pair_says(path: Path) -> None:
    """Also a second time: then nothing changes."""
    rewrite = _rewritten(path)
    assert rewrite.after.decode() == _after(path).decode()
    assert rewrite.is_change == (rewrite.count > 0)
    assert _mended(_after(path).decode()).text == _after(path).decode()


@_each_pair
@pytest.mark.parametrize("newline", ["\r\n", "\r"], ids=["crlf", "cr"])
def test_newlines_and_marks_stay(path: Path, newline: str, tmp_path: Path) -> None:
    """The same change in a file with other newlines, a byte-order mark, and no newline at the end."""

    def rewritten(data: bytes) -> bytes:
        return b"\xef\xbb\xbf" + data.decode().removesuffix("\n").replace("\n", newline).encode()

    file = tmp_path / "file.py"
    file.write_bytes(rewritten(path.read_bytes()))
    assert _rewritten(file).after == rewritten(_after(path))


@_each_pair
def test_form_feeds_stay(path: Path) -> None:
    """In front of a statement, where libcst forgets them, and on lines of their own."""

    def with_form_feeds(text: str) -> str:
        first, newline, rest = text.partition("\n")
        rest = rest.replace("\ndef ", f"\n{FORM_FEED}def ").replace("\n@", f"\n{FORM_FEED}\n{FORM_FEED}@")
        return first + newline + rest

    if path.stem in {"import_at_the_beginning", "import_after_a_docstring_at_once"}:
        return  # a function begins where the first form feed would be put in
    assert _mended(with_form_feeds(path.read_text("utf-8"))).text == with_form_feeds(_after(path).decode())


ENCODED = {
    "latin-1": ("# coding: latin-1", "latin-1"),
    "cp1252": ("#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :", "cp1252"),
    "big5": ("# coding: big5", "big5"),
    "utf-8": ("# Año.", "utf-8"),
}
TOOL = "from elsewhere import registry\n\n\n@registry.tool()\ndef lookup():\n    '''{}'''\n    return registry.result\n"
MENDED = TOOL.replace("registry\n\n", "registry\nfrom mcp_server import DataToolOutput\n\n").replace(
    "lookup()", "lookup() -> DataToolOutput"
)


@pytest.mark.parametrize(("head", "codec"), ENCODED.values(), ids=ENCODED)
def test_the_encoding_stays(head: str, codec: str, tmp_path: Path) -> None:
    """The cookie stays in its line, and says the truth."""
    said = "中文" if codec == "big5" else "año"
    head = head if codec == "utf-8" else head.replace("ñ", "n")
    file = tmp_path / "file.py"
    file.write_bytes(f"{head}\n{TOOL}".format(said).encode(codec))
    after = _rewritten(file).after
    assert after == f"{head}\n{MENDED}".format(said).encode(codec)
    assert decode(after).encoding == decode(file.read_bytes()).encoding


def test_bytes_that_would_not_come_back_are_left_alone(tmp_path: Path) -> None:
    """UTF-7 can spell one text in two ways."""
    file = tmp_path / "file.py"
    text = b"# coding: utf-7\n" + TOOL.replace("{}", "").encode()
    file.write_bytes(text.replace(b"return", b"+AHIAZQB0AHUAcgBu-"))
    outcome = lint_file(str(file), PLAN, "file.py")
    assert outcome.problem == "file.py: not fixed, since its encoding (utf-7) would not give all of it back"
    assert not outcome.is_change
    assert [record.code for record in outcome.records] == ["MCP001"]


@pytest.mark.parametrize(
    "plan",
    [
        Plan(plans_fixes=True, ignore=("MCP001",)),
        Plan(plans_fixes=True, select=("MCP1",)),
    ],
    ids=["ignored", "not selected"],
)
def test_what_is_not_reported_is_not_mended(plan: Plan) -> None:
    """Whoever ignores a code does not want his code changed for it."""
    path = str(PAIRS / "before" / "import_for_several.py")
    assert not lint_file(path, plan, path).is_change
    assert lint_file(path, PLAN, path).is_change


def test_what_is_silenced_is_not_mended() -> None:
    """Unless comments do not count."""
    text = TOOL.replace("lookup():", "lookup():  # noqa")
    assert _mended(text).count == 0
    assert mend(text, lambda each: check_text(each, plans_fixes=True)).count == 1


def test_what_comes_without_fixes_has_none() -> None:
    """The plugin for flake8 does not pay for them."""
    for path in BEFORE:
        assert not any(violation.edits for violation in check_text(path.read_text("utf-8")))


@_each_pair
def test_the_reports_are_the_same_with_fixes_and_without(path: Path) -> None:
    """Places, messages, order."""
    text = path.read_text("utf-8")
    assert check_text(text) == check_text(text, plans_fixes=True)


@_each_pair
def test_nothing_new_is_reported(path: Path) -> None:
    """What is left was there before, and what was mended is not."""
    before = Counter(violation.code for violation in _reported(path.read_text("utf-8")))
    mended = _mended(path.read_text("utf-8"))
    left = Counter(violation.code for violation in mended.left)
    assert left <= before
    assert (left < before) == (mended.count > 0)


def _violation(*edits: TextEdit) -> Violation:
    return Violation(1, 1, "MCP001", "message", 1, 2, edits)


def test_edits_in_each_others_way_wait_for_the_next_round() -> None:
    """The first one is made; one that two violations need is made once."""
    shared = TextEdit(0, 0, "import\n")
    one, two = _violation(shared, TextEdit(5, 8, "x")), _violation(shared, TextEdit(10, 10, "y"))
    overlapping, touching = _violation(TextEdit(7, 9, "z")), _violation(TextEdit(10, 10, "other"))
    assert choose([one, overlapping, two, touching, _violation()]) == [one, two]
    assert apply("0123456789", {*one.edits, *two.edits}) == "import\n01234x89y"


def test_a_text_that_would_be_no_python_stays() -> None:
    """Whatever went wrong."""
    mended = mend("x = 1\n", lambda _: [_violation(TextEdit(0, 1, "("))])
    assert (mended.text, mended.count, len(mended.left)) == ("x = 1\n", 0, 1)


def test_fixes_that_never_end_are_broken_off() -> None:
    """A fault of our own must not hang the user's editor."""
    assert mend("", lambda text: [_violation(TextEdit(0, 0, f"x{len(text)} = 1\n"))]).text.count("\n") == 10


def test_deep_code_is_mended() -> None:
    """Two thousand operators: libcst's code generator recurses once for each. CPython 3.11 itself takes no 3,000."""
    text = TOOL.replace("    return", f"    x = {' + '.join(['1'] * 2000)}\n    return")
    assert _mended(text).count == 1


def test_the_distance_of_words() -> None:
    """Levenshtein's: symmetric, zero for the same word alone, and no shorter way round."""
    words = ["table", "tables", "tabel", "cable", "", "charts"]
    assert [distance("table", word) for word in words] == [0, 1, 2, 1, 5, 5]
    words = ["", "a", "ab", "ba", "abc", "force", "source", "sources"]
    for one, other, third in itertools.product(words, repeat=3):
        assert distance(one, other) == distance(other, one)
        assert distance(one, third) <= distance(one, other) + distance(other, third)
