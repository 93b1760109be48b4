"""Generated files with ``# noqa`` comments in all forms and places: ``mcp-lint`` reports what flake8 does."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

FILES = 120
CODES = (
    "MCP001",
    "MCP002",
    "MCP101",
    "MCP106",
    "MCP901",
    "MCP",
    "MCP1",
    "MCP9",
    "M",
    "E501",
    "F821",
    "MCP0011",
    "ABC123",
)
SEPARATORS = (",", ", ", " ", "  ,\t", ",,", ";", "|", ", #", " and ", "\u00a0")
BEFORE = ("# ", "#", "#\t", "#: ", "# a comment # ", "# type: ignore  # ", "# é 漢 # ", "##")
AFTER = ("", "", "", " because", "  ", ".", " # x", ",", ":", "\u3000")
# Each `§` is the end of a line where a comment may stand, or what looks like one in a string.
BLOCKS = (
    "@registry.tool()§\ndef {name}():§\n    '''One§\n    two§\n    '''§\n    return 1§\n",
    "@registry.tool(§\n    name='x',§\n)§\nasync def {name}(§\n    a,§\n    b=1,§\n):§\n    return None§\n",
    "@registry.tool()§\ndef {name}() -> int:§\n    return CallToolResult(§\n        content=[],§\n    )§\n",
    "@registry.tool()\ndef {name}(a) -> (§\n    DataToolOutput§\n):§\n    return CallToolResult(§\n"
    "        content=[TextContent(type='text', text='''§\n§\n''')],§\n"
    "        structuredContent={{§\n            'source': 1,§\n            'sources': (§\n                'x',§\n"
    "            ),§\n        }},§\n    )§\n",
    "@registry.tool()\ndef {name}() -> DataToolOutput:\n    return \\\n        '''§\n§''', \\\n        1§\n",
    "@registry.tool()\ndef {name}() -> DataToolOutput:\n    x = 1; return f'''§\n{{x}}§\n''' 'a'§\n",
    "class {name}:§\n\t@registry.tool()§\n\tdef f(self): return [§\n\t\t1§\n\t]§\n\n§\n",
    "registry.tool()(lambda a: (§\n    a§\n))§\n",
    "def {name}() -> DataToolOutput: return 1;§\n§\n",
    "@registry.tool()\n@other(§\n    '§'§\n)§\ndef {name}(): yield§\n",
    "x = '''§\n@registry.tool()§\n''' if registry.tool else [§\n    registry.tool,§\n]§\n",
    "if x:§\n    @registry.tool§\n    def {name}():§\n\x0c\n        pass§\n",
)
HEAD = "from mcp.types import CallToolResult, TextContent§\nfrom mcp_server import DataToolOutput§\n"


def _comment(rng: random.Random) -> str:
    word = rng.choice(("noqa", "noqa", "noqa", "NOQA", "NoQa", "no qa", "noqa ", "nopep8"))
    colon = rng.choice(("", ":", ": ", ":  ", " : ", ":\t", "="))
    codes = rng.choice(SEPARATORS).join(rng.choices(CODES, k=rng.choice((1, 1, 2, 3)))) if colon else ""
    if rng.random() < 0.3:
        codes = codes.lower()
    return f"{rng.choice(BEFORE)}{word}{colon}{codes}{rng.choice(AFTER)}"


def _file_comment(rng: random.Random) -> str:
    return rng.choice(("# flake8: ", "# flake8:", "#FLAKE8 : ", "x = 1  # flake8: ", "# flake8 ")) + rng.choice(
        (
            "noqa",
            "NOQA",
            "noqa: MCP001",
            "noqa:mcp1, MCP901",
            "noqa : MCP",
            "noqa: because",
            "noqa because",
            "noqa: E501,MCP2",
        )
    )


def _file(seed: int) -> str:
    rng = random.Random(f"noqa {seed}")  # noqa: S311 - the same ones each time
    blocks = [
        block.format(name=f"f{number}") for number, block in enumerate(rng.choices(BLOCKS, k=rng.randrange(2, 6)))
    ]
    text = HEAD + "\n".join(blocks)
    if rng.random() < 0.15:
        text = rng.choice(("", "\n\n")) + _file_comment(rng) + "\n" + text
    likelihood = rng.choice((0.1, 0.3, 0.6))
    first, *others = text.split("§")
    filled = ((f"  {_comment(rng)}" if rng.random() < likelihood else "") + part for part in others)
    return rng.choice(("\n", "\n", "\r\n", "\r")).join((first + "".join(filled)).split("\n"))


def _run(folder: Path, module: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-m", module, "--isolated", "--mcp-strict", "--mcp-enable=MCP", *arguments, "."]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ""
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all the files."""
    folder = tmp_path_factory.mktemp("noqa")
    for seed in range(FILES):
        (folder / f"a{seed:03}.py").write_bytes(_file(seed).encode())
    return folder


def test_both_commands_agree(folder: Path) -> None:
    """Line by line, with the comments and without; and the files have something of everything."""
    reports = []
    for options in ((), ("--disable-noqa",)):
        reports.append(_run(folder, "mcp_lint", *options))
        assert reports[-1] == _run(folder, "flake8", "--jobs=1", "--select", "MCP,E999", *options)
    audible, everything = reports
    assert 0.2 < len(audible) / len(everything) < 0.9
    codes = Counter(line.split()[1] for line in everything)
    assert "E999" not in codes
    assert len(codes) >= 10
    assert sum(text.lower().count("noqa") for text in map(_file, range(FILES))) > 400
