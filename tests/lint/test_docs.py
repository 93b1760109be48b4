"""What the documents say is so: made files are current, codes are the same everywhere, examples do what they show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mcp_lint.check import check_text
from mcp_lint.rules import all_rules
from mcp_lint.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile(r"\bMCP\d{3}\b")
DOCUMENTS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/rules/README.md")
HEADINGS = ["What it does", "Why it matters", "Example", "Instead"]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def _read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _between(text: str, name: str) -> str:
    return text.partition(f"<!-- {name}: begin -->")[2].partition(f"<!-- {name}: end -->")[0]


def _sections(markdown: str) -> dict[str, str]:
    """Return what stands under each heading of the second level."""
    parts = re.split(r"^## (.+)\n", markdown, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _codes_named_in(document: str) -> set[str]:
    if document == "docs/rules":
        return {page.stem for page in (ROOT / document).glob("MCP*.md")}
    text = _read(document)
    return set(CODE.findall(_between(text, "rules") if document == "README.md" else text))


def _codes_found_in(block: str, code: str) -> set[str]:
    return {violation.code for violation in check_text(block, Settings(strict=code == "MCP190", enable=(code,)))}


def _blocks(code: str, heading: str) -> list[str]:
    return BLOCK.findall(_sections(all_rules()[code].documentation)[heading])


def test_what_is_made_from_the_rules_is_current() -> None:
    """The pages of the rules, and the table and the picture in README.md, are what the generator would write."""
    command = [sys.executable, "tools/generate_rule_docs.py", "--check"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", ""), "run: python tools/generate_rule_docs.py"


@pytest.mark.parametrize("document", ["README.md", "CHANGELOG.md", "docs/rules/README.md", "docs/rules"])
def test_every_document_names_the_same_codes(document: str) -> None:
    """No list of codes lacks one, or has one that is gone."""
    assert _codes_named_in(document) == set(all_rules())


@pytest.mark.parametrize("code", all_rules())
def test_a_rule_is_documented_in_four_parts(code: str) -> None:
    """Each rule says what it does, why it matters, and shows the fault and what to write instead."""
    rule = all_rules()[code]
    assert rule.title
    assert list(_sections(rule.documentation)) == HEADINGS


@pytest.mark.parametrize("code", all_rules())
def test_the_example_of_a_rule_is_reported(code: str) -> None:
    """What is shown as a fault is one."""
    blocks = _blocks(code, "Example")
    assert blocks
    for block in blocks:
        assert code in _codes_found_in(block, code)


@pytest.mark.parametrize("code", all_rules())
def test_what_to_write_instead_is_not_reported(code: str) -> None:
    """What is shown as the remedy is one."""
    blocks = _blocks(code, "Instead")
    assert blocks
    for block in blocks:
        assert code not in _codes_found_in(block, code)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    """Whoever follows README.md runs what CI runs."""
    command = _read(".ci/run").splitlines()[-1]
    assert "nox" in command
    assert command in _read("README.md").splitlines()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_inside_the_repository_lead_somewhere(document: str) -> None:
    """A relative link names a file that is there."""
    folder = (ROOT / document).parent
    missing = [link for link in LINK.findall(_read(document)) if not (folder / link).exists()]
    assert missing == []
