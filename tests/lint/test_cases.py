"""Every file of tests/data is judged exactly as its markers say, and no rule goes without such a file.

A marker is a comment at the end of a line: ``# expect: CODE``, or ``# expect: CODE@COLUMN`` (1-based); a line may have
several. `marked_files` says what else a file can say of itself.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from marked_files import DATA, FILES, head_of, lines_of, read, settings_of

from mcp_lint.check import check_text
from mcp_lint.rules import all_rules
from mcp_lint.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from mcp_lint.violation import Violation

CODES = (
    *("MCP001", "MCP002", "MCP003", "MCP004"),
    *("MCP101", "MCP102", "MCP103", "MCP104", "MCP105", "MCP106", "MCP107", "MCP190"),
    *("MCP201", "MCP202", "MCP203", "MCP204", "MCP205"),
    *("MCP900", "MCP901", "MCP902", "MCP903"),
)
HEADINGS = ["What it does", "Why it matters", "Example", "Instead"]
OFF_BY_DEFAULT = {"MCP190", "MCP901", "MCP902", "MCP903"}

MARKER = re.compile(r"# expect: (?P<code>MCP\d{3})(?:@(?P<column>\d+))?(?=\s|$)")
NOQA = re.compile(r"# noqa(?::\s?(?P<codes>[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Expected:
    """What one marker says; no column means any."""

    line: int
    code: str
    column: int | None

    def __str__(self) -> str:
        """Look like a report, so that a failure is read at a glance."""
        return f"{self.line}:{self.column or '*'}: {self.code}"


def expected_in(text: str) -> Iterator[Expected]:
    """What the markers of a text say."""
    for number, line in enumerate(lines_of(text), start=1):
        markers = list(MARKER.finditer(line))
        assert len(markers) == line.count("# expect:"), f"line {number}: a marker that cannot be read"
        for marker in markers:
            yield Expected(number, marker["code"], int(marker["column"]) if marker["column"] else None)


def _is_silenced(violation: Violation, lines: list[str]) -> bool:
    """Tell whether the line has a ``# noqa`` for it; the real commands have tests of their own for that."""
    found = NOQA.search(lines[violation.line - 1])
    if found is None:
        return False
    codes = re.split(r"[,\s]+", found["codes"].upper()) if found["codes"] else [""]
    return any(violation.code.startswith(code) for code in codes)


def compare(expected: Iterable[Expected], found: Iterable[Violation]) -> tuple[list[str], list[str]]:
    """Return which markers nothing was reported for, and which reports have no marker; exact columns go first."""
    missing: list[str] = []
    rest = list(found)
    for marker in sorted(expected, key=lambda each: (each.column is None, each.line)):
        place = marker.line, marker.code
        fits = (v for v in rest if (v.line, v.code) == place and marker.column in {None, v.column})
        violation = next(fits, None)
        if violation is None:
            missing.append(str(marker))
        else:
            rest.remove(violation)
    return missing, [f"{v.line}:{v.column}: {v.code} {v.message}" for v in rest]


def _of_data() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(DATA).as_posix())


def test_there_is_data() -> None:
    """An empty folder would make all tests below pass."""
    assert len(FILES) > len(CODES)


@_of_data()
def test_a_file_is_judged_as_marked(path: Path) -> None:
    """Each marker is reported, where it says, once; nothing else is."""
    text = read(path)
    lines = lines_of(text)
    found = [v for v in check_text(text, settings_of(text)) if not _is_silenced(v, lines)]
    missing, unexpected = compare(expected_in(text), found)
    assert (missing, unexpected) == ([], []), "(not reported, reported without a marker)"


@_of_data()
def test_a_report_is_one_line_and_lies_within_the_text(path: Path) -> None:
    """Editors and flake8 take each report apart: code, place and message must be such that they can."""
    text = read(path)
    lines = lines_of(text)
    found = check_text(text, settings_of(text))
    assert list(found) == sorted(found, key=lambda v: (v.line, v.column))
    assert len(set(found)) == len(found), "the same report twice"
    for violation in found:
        assert violation.code in CODES
        assert violation.message == violation.message.strip()
        assert violation.message
        assert violation.message.isprintable(), "more than one line"
        assert not violation.message.startswith(":")
        start, end = (violation.line, violation.column), (violation.end_line, violation.end_column)
        assert (1, 1) <= start < end
        assert violation.end_line <= len(lines)
        assert violation.column <= len(lines[violation.line - 1]) + 1
        assert violation.end_column <= len(lines[violation.end_line - 1]) + 1


@_of_data()
def test_off_by_default_is_off(path: Path) -> None:
    """Codes that must be asked for are never reported without."""
    settings = settings_of(read(path))
    plain = Settings(registries=settings.registries, registry_classes=settings.registry_classes, sdk=settings.sdk)
    assert {v.code for v in check_text(read(path), plain)} & OFF_BY_DEFAULT == set()


@_of_data()
def test_a_file_is_python(path: Path) -> None:
    """A file that Python itself refuses would prove nothing."""
    text = read(path)
    needed = tuple(int(part) for part in (head_of(text, "python") or "3.10").split("."))
    if sys.version_info < needed:
        pytest.skip(f"needs Python {needed}")
    ast.parse(text)


def test_the_rules_are_those_of_the_contract() -> None:
    """No code is without a rule, and no rule without a code."""
    assert set(all_rules()) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_rule_has_data_that_shows_it(code: str) -> None:
    """Some file named after the code has a marker with it, and lines that look alike and are right."""
    files = [path for path in FILES if path.name.startswith(f"{code.lower()}_")]
    assert files
    assert any(marker.code == code for path in files for marker in expected_in(read(path)))


@pytest.mark.parametrize("code", CODES)
def test_a_rule_is_documented(code: str) -> None:
    """Whoever meets a code for the first time reads these four parts."""
    rule = all_rules()[code]
    assert rule.title
    headings = re.findall(r"^#+ (.+?)\s*$", rule.documentation, re.MULTILINE)
    assert [heading for heading in headings if heading in HEADINGS] == HEADINGS


@pytest.mark.parametrize("code", CODES)
def test_a_rule_is_on_unless_the_contract_says_otherwise(code: str) -> None:
    """A rule that is on by mistake is a false alarm for everybody."""
    assert all_rules()[code].is_on_by_default == (code not in OFF_BY_DEFAULT)
