"""Lines and columns are those of flake8, whatever stands to the left.

That is: code points, as for pycodestyle. pyflakes gives what Python's own parser does, which counts bytes of UTF-8.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# Each is assigned, so that what is reported stands right of it.
VALUES = {
    "plain": "'x'",
    "tab": "'a\tb'",
    "tabs outside": "\t\t'x'\t",
    "accent": "'é'",
    "combining mark": "'e\u0301\u0323'",
    "wide": "'漢字　'",
    "emoji": "'😀'",
    "joined emoji": "'👩\u200d👩\u200d👧🏽'",
    "right to left": "'שלום'",
    "no width": "'\u200b\ufeff\u00ad'",
    "separators": "'\u2028\u2029\x85\x1c\x1d\x0b\x0c'",
    "nul escape": "'\\0\\N{BULLET}'",
    "letters beyond the BMP": "dict(\U0001d431=1, 𠮷=2)",
    "lines in a string": "'''\n漢\n\t'''",
    "continued line": "\\\n\\\n'漢'",
    "lines in brackets": "(\n'漢',\n\t# 漢\n)",
    "f-string": "f'{chr!r}{chr:>{int}}😀'",
    "f-string with a lost space": "f'{chr!r  }' f'😀{chr!s\t:>9}'",
    "f-string over lines": "f'''\n{\nchr!r\n}漢'''",
    "joined strings": "'😀' if 0 else '漢' f'{chr}' '漢'",
    "form feed": "\x0c'x'",
}
# Before Python 3.12, they are no syntax.
NEEDS = {"f-string over lines": (3, 12), "f-string with a lost space": (3, 12)}
HEAD = "from mcp_server import DataToolOutput\n"


def _file(values: list[str]) -> str:
    tools = (
        f"@registry.tool()\ndef f{number}(a) -> DataToolOutput: b = {value}; return(1, 2)\n\n\n"
        f"class A{number}:\n\tdef g(self):\n\t\t@registry.tool()\n\t\tdef h{number}(a) -> DataToolOutput:\n"
        f"\t\t\tb = {value};\treturn(b,\n\t\t\t2)\n\n\n"
        for number, value in enumerate(values)
    )
    return HEAD + "".join(tools)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_both_commands_agree_with_pycodestyle(newline: str, tmp_path: Path) -> None:
    """It reports the missing space before each tuple that is returned (E275), where the tuple is reported as well."""
    chosen = [text for name, text in VALUES.items() if sys.version_info >= NEEDS.get(name, (3, 10))]
    (tmp_path / "a.py").write_bytes(_file(chosen).replace("\n", newline).encode())
    flake8 = _reports(tmp_path, "flake8", "--select", "E275,E999,MCP106")
    expected = sorted(place for place, code in flake8 if code == "E275")
    assert len(expected) == 2 * len(chosen)
    assert sorted(place for place, code in flake8 if code == "MCP106") == expected
    ours = _reports(tmp_path, "mcp_lint", "--select", "MCP106")
    assert sorted(place for place, _ in ours) == expected


def _reports(folder: Path, module: str, *arguments: str) -> list[tuple[tuple[int, int], str]]:
    command = [sys.executable, "-m", module, "--isolated", *arguments, "a.py"]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ""
    found = (re.fullmatch(r"a\.py:(\d+):(\d+): (\w+) .*", line) for line in run.stdout.split("\n")[:-1])
    return [((int(each[1]), int(each[2])), each[3]) for each in found if each]
