"""The whole check, without the search of the text before it, on files that have nothing to do with it."""

from __future__ import annotations

import sysconfig
import tokenize
from pathlib import Path

import pytest

from mcp_lint.deep import with_room
from mcp_lint.parse import ParseFailure, parse
from mcp_lint.settings import Settings
from mcp_lint.tools import find_tools
from mcp_lint.traversal import index_module
from mcp_lint.values import returns_of
from mcp_lint.verdicts import findings_of

STDLIB = Path(sysconfig.get_path("stdlib"))
# Packages with code of many kinds; all of the library is for a longer run than a test's.
PACKAGES = ("asyncio", "email", "json", "logging", "unittest", "xml")
FILES = sorted(path for package in PACKAGES for path in (STDLIB / package).glob("**/*.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_reported_and_every_function_can_be_followed(package: str) -> None:
    """As if each function were a tool: what it returns is worked out without an error."""
    files = [path for path in FILES if path.is_relative_to(STDLIB / package)]
    assert files
    for path in files:
        with tokenize.open(path) as file:
            module = parse(file.read())
        assert not isinstance(module, ParseFailure), path
        index = index_module(module)
        assert list(findings_of(find_tools(index, Settings()), index, Settings())) == [], path
        for info in index.functions.values():
            with_room(lambda info=info, index=index: returns_of(info, index, Settings()))  # type: ignore[misc]
