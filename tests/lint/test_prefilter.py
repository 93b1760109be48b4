"""The search that ends most checks must never end one that would report something."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from marked_files import DATA, FILES, read, settings_of

from mcp_lint.check import check_unfiltered
from mcp_lint.prefilter import is_worth_decoding, is_worth_parsing
from mcp_lint.settings import DEFAULT_SETTINGS, Settings
from mcp_lint.source import decode

CUSTOM = Settings(registries=("hub", "año"), registry_classes=("myapp.server.ToolBox",))
# All rules, and what cannot be judged as well.
EVERYTHING = Settings(strict=True, enable=("MCP",))
TREES = [
    Path(spec.origin).parent
    for spec in map(importlib.util.find_spec, ("mcp", "flake8", "mcp_server"))
    if spec is not None and spec.origin is not None
]

WORTH_IT = [
    "def f() -> DataToolOutput: ...",
    "def f() -> Annotated[CallToolResult, ValidationModel]: ...",
    "@registry.tool()\ndef f(): ...",
    "@registry . tool()\ndef f(): ...",
    "@registry\\\n.tool()\ndef f(): ...",
    "self.registry.tool(name='x')(f)",
    "def register_tools(mcp):\n    @mcp.tool()\n    def f(): ...",
    "import mcp_server as m\nt = m.Registry('x')\n@t.tool()\ndef f(): ...",
    "@\uff52egistry.too\uff4c()\ndef f(): ...",  # full-width letters
    "def f() -> \U0001d403ataToolOutput: ...",
    "@(registry.  # one\n  # two.\n\n    tool())\ndef f(): ...",
    f"@(registry.{' ' * 300}tool())\ndef f(): ...",
    f"@(registry.{'# more' + chr(10)}{' ' * 3000}tool())\ndef f(): ...",
]
NOT_WORTH_IT = [
    "",
    "x = 1",
    "@app.tool()\ndef f(): ...",
    "registry = {}",
    "import itertools\nregistry = itertools.count()",
    "from mcp_server import Registry",
    "año = 'tool'",
]


@pytest.mark.parametrize("text", WORTH_IT)
def test_a_possible_tool_is_worth_parsing(text: str) -> None:
    """Whatever its spelling."""
    assert is_worth_parsing(text, DEFAULT_SETTINGS)


def test_dots_in_comments_do_not_make_it_slow() -> None:
    """Each could begin a tool's name; to look at all that follows would take minutes here."""
    assert is_worth_parsing("registry = tool\n" + "#.\n" * 200_000, DEFAULT_SETTINGS)
    assert not is_worth_parsing("registry = tool\n" + "#. a\n" * 200_000, DEFAULT_SETTINGS)


@pytest.mark.parametrize("text", NOT_WORTH_IT)
def test_others_are_not(text: str) -> None:
    """Or the filter would be of no use."""
    assert not is_worth_parsing(text, DEFAULT_SETTINGS)


@pytest.mark.parametrize(
    ("text", "is_worth_it"),
    [
        ("@hub.tool()\ndef f(): ...", True),
        ("@an\u0303o.tool()\ndef f(): ...", True),  # decomposed: the same name for Python
        ("t = ToolBox()\n@t.tool()\ndef f(): ...", True),
        ("@registry.tool()\ndef f(): ...", False),
    ],
)
def test_configured_names_count(text: str, is_worth_it: bool) -> None:
    """The names of the settings, and only those."""
    assert is_worth_parsing(text, CUSTOM) is is_worth_it


@pytest.mark.parametrize("text", WORTH_IT)
def test_nor_are_its_bytes_cleared(text: str) -> None:
    """In UTF-8, with a mark or without."""
    for encoding in ("utf-8", "utf-8-sig"):
        assert is_worth_decoding(text.encode(encoding), DEFAULT_SETTINGS)
    assert is_worth_decoding("@a\u00f1o.tool()\ndef f(): ...".encode(), CUSTOM)


def test_bytes_that_say_that_they_are_another_text_are_decoded() -> None:
    """Though all of them are ASCII."""
    data = b"# coding: utf-7\ndef f() -> +AEQ-ataToolOutput: ..."
    assert "DataToolOutput" in decode(data).text
    assert is_worth_decoding(data, DEFAULT_SETTINGS)


def test_most_bytes_are_cleared() -> None:
    """Or the search among them would be of no use; left are other alphabets, and what takes a look at whole words."""
    left = [text for text in NOT_WORTH_IT if is_worth_decoding(text.encode(), DEFAULT_SETTINGS)]
    assert left == ["import itertools\nregistry = itertools.count()", "año = 'tool'"]


def _is_wrongly_cleared(text: str, settings: Settings = EVERYTHING) -> bool:
    """That a file cannot be parsed (MCP900) is only said of those that are not cleared."""
    if is_worth_parsing(text, settings):
        return False
    return any(violation.code != "MCP900" for violation in check_unfiltered(text, settings))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(DATA).as_posix())
def test_no_file_with_a_report_is_cleared(path: Path) -> None:
    """Over all data files: all rules with the names by default, and each file's own settings."""
    text = read(path)
    assert is_worth_decoding(path.read_bytes(), EVERYTHING) or not is_worth_parsing(text, EVERYTHING)
    assert not _is_wrongly_cleared(text)
    assert not _is_wrongly_cleared(text, settings_of(text))


def test_no_installed_file_with_a_report_is_cleared() -> None:
    """Over the SDK and what else speaks of tools here, or the tree that ``PREFILTER_TREE`` names."""
    folders = [Path(os.environ["PREFILTER_TREE"])] if "PREFILTER_TREE" in os.environ else TREES
    wrong, cleared = [], 0
    for path in (path for folder in folders for path in folder.glob("**/*.py") if path.is_file()):
        data = path.read_bytes()
        text = decode(data).text
        assert is_worth_decoding(data, EVERYTHING) or not is_worth_parsing(text, EVERYTHING)
        cleared += not is_worth_parsing(text, EVERYTHING)
        wrong += [path] if _is_wrongly_cleared(text) else []
    print(f"{cleared} files are cleared")
    assert not wrong
    assert cleared > 10


def test_a_run_without_tools_imports_neither_libcst_nor_flake8() -> None:
    """Which is what makes it quick."""
    code = (
        "import sys; from mcp_lint.cli import main; main(['--isolated', sys.argv[1]]);"
        "sys.exit(sum(name in sys.modules for name in ('libcst', 'flake8')))"
    )
    run = subprocess.run([sys.executable, "-c", code, subprocess.__file__], capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")
