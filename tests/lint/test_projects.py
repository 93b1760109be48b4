"""Functions of other files of the project: found, followed, read once; and what is not followed.

The projects of tests/projects are marked as the files of tests/data are.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from marked_files import lines_of, read
from test_cases import compare, expected_in

from mcp_lint import check as check_module
from mcp_lint import project as project_module
from mcp_lint.check import check_text
from mcp_lint.cli import main
from mcp_lint.lint import Plan, RunProject, lint_file
from mcp_lint.project import MAX_KEPT, Project
from mcp_lint.settings import DEFAULT_SETTINGS, Settings

if TYPE_CHECKING:
    from mcp_lint.violation import Violation

PROJECTS = Path(__file__).resolve().parents[1] / "projects"
FILES = sorted(PROJECTS.glob("**/*.py"))
HEAD = "from mcp_server import DataToolOutput\n"
EMPTY = """\
from mcp.types import CallToolResult, TextContent
def give(text):
    return CallToolResult(content=[TextContent(type="text", text=text)], structuredContent={"sources": []})
"""


def check(
    path: Path, settings: Settings = DEFAULT_SETTINGS, *, project: Project | None = None
) -> tuple[Violation, ...]:
    """What is reported of a file of a project."""
    return check_text(read(path), settings, path=str(path), project=project or Project())


def write(folder: Path, **texts: str) -> Path:
    """Write files, ``__`` in their names for a folder; the one called ``tools`` is given back."""
    for name, text in texts.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "tools.py"


def tool(expression: str, *imports: str) -> str:
    """A module with one tool."""
    return "".join(
        (HEAD, *(f"{line}\n" for line in imports), f"def f(x) -> DataToolOutput:\n    return {expression}\n")
    )


def codes(path: Path) -> list[str]:
    """The codes that are reported of a file."""
    return [violation.code for violation in check(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PROJECTS).as_posix())
def test_a_file_is_judged_as_marked(path: Path) -> None:
    """Each marker is reported, where it says, once; nothing else is."""
    assert compare(expected_in(read(path)), check(path)) == ([], [])


def test_the_same_with_one_project_for_all() -> None:
    """What was parsed for one file is there for the next, whatever their order."""
    for files in (FILES, FILES[::-1]):
        project = Project()
        found = {path: check(path, project=project) for path in files}
        assert found == {path: check(path) for path in files}


def test_off() -> None:
    """``--mcp-no-follow``: what is imported is not known."""
    tools = PROJECTS / "balance" / "src" / "balance" / "tools.py"
    assert check(tools, Settings(no_follow=True)) == ()
    assert main([str(tools), "--mcp-no-follow", "--isolated"]) == 0


def test_the_message_says_where_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the working directory by its relative path; elsewhere by the whole one."""
    tools = write(tmp_path, tools=tool("helpers.give('x')", "import helpers"), helpers=EMPTY)
    monkeypatch.chdir(tmp_path)
    assert check(tools)[0].message.endswith(" (in `give`, helpers.py, line 3)")
    monkeypatch.chdir("/")
    outside = tmp_path / "helpers.py"
    monkeypatch.chdir(PROJECTS)
    assert check(tools)[0].message.endswith(f" (in `give`, {outside}, line 3)")


IMPORTS = {
    "module": ("helpers.give(x)", "import helpers"),
    "module by another name": ("h.give(x)", "import helpers as h"),
    "function": ("give(x)", "from helpers import give"),
    "function by another name": ("g(x)", "from helpers import give as g"),
    "in the function": ("(lambda: give(x))()", "from helpers import give"),
    "relative": ("give(x)", "from .helpers import give"),
    "module, relative": ("helpers.give(x)", "from . import helpers"),
    "star": ("give(x)", "from helpers import *"),
    "assigned": ("g(x)", "from helpers import give", "g = give"),
    "handed on": ("(lambda function: function(x))(give)", "from helpers import give"),
    "in parentheses": ("(give)(x)", "from helpers import (give,)"),
}


@pytest.mark.parametrize("name", IMPORTS)
def test_imports(name: str, tmp_path: Path) -> None:
    """Each form leads to the function."""
    expression, *imports = IMPORTS[name]
    assert codes(write(tmp_path, tools=tool(expression, *imports), helpers=EMPTY)) == ["MCP104"]


@pytest.mark.parametrize(
    "texts",
    [
        {"helpers": "give = lambda x: None\ndel give\n"},
        {"helpers": EMPTY + "def give(text): return unknown(text)\n"},
        {"helpers": EMPTY + "give = cached(give)\n"},
        {"helpers": "@cached\n" + EMPTY.splitlines()[1] + "\n    return None\n"},
        {"helpers": "def give(text) -> object: ...\n"},
        {"helpers": "from elsewhere import give\n"},
        {"helpers": "from elsewhere import *\n"},
        {"helpers": "from helpers import give\n"},
        {"helpers": "from tools import give\n"},
        {"helpers": "class give:\n    def __init__(self, text): ...\n"},
        {"helpers": "def give(:\n"},
        {"helpers": ""},
        {"helpers": "if True:\n    from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from others import give\n"},
        {"helpers": "if fast:\n    from fast import give\nelse:\n    give = None\n"},
        {"helpers": "def give(text):\n    import sys\n    yield text\n    return None\n"},
        {"helpers__text": "x = 1"},
        {},
    ],
)
def test_what_is_not_known_is_not_reported(texts: dict[str, str], tmp_path: Path) -> None:
    """Bound twice, decorated, not there, not to be parsed: nothing is surely wrong."""
    tools = write(tmp_path, tools=tool("give(x)", "from helpers import give"), **texts)
    found = codes(tools)
    assert found == (["MCP106"] if "yield" in texts.get("helpers", "") else [])


def test_names_of_the_standard_library_and_of_known_packages_are_not_the_projects(tmp_path: Path) -> None:
    """Python may find another one first, and nothing outside the project is read."""
    for name in ("json", "pandas", "mcp_server", "mcp"):
        assert codes(write(tmp_path, tools=tool("m.give(x)", f"import {name} as m"), **{name: EMPTY})) == []


@pytest.mark.parametrize("kind", ["folder", "pipe", "link to itself", "long", "deep", "latin", "zeros"])
def test_strange_files_are_no_modules(kind: str, tmp_path: Path) -> None:
    """They are left alone; only one in another encoding is read."""
    tools = write(tmp_path, tools=tool("give(x)", "from helpers import give"))
    helpers = tmp_path / "helpers.py"
    if kind == "folder":
        helpers.mkdir()
    elif kind == "pipe":
        os.mkfifo(helpers)
    elif kind == "link to itself":
        helpers.symlink_to(helpers)
    else:
        text = {
            "long": EMPTY + "#" * project_module.MAX_LENGTH,
            "deep": EMPTY + "x = " + "a + " * 3000 + "a\n",
            "latin": "# coding: latin-1\n# año\n" + EMPTY,
            "zeros": "\0" * 100,
        }[kind]
        helpers.write_text(text, encoding="latin-1")
    assert codes(tools) == (["MCP104"] if kind == "latin" else [])


def test_no_rights_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be read is not followed."""
    tools = write(tmp_path, tools=tool("give(x)", "from helpers import give"), helpers=EMPTY)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(project_module, "open", refuse, raising=False)
    assert codes(tools) == []


def test_a_file_is_parsed_once_and_only_where_a_tool_needs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is first checked or first followed; what no tool calls is not read."""
    texts = {f"tools_{number}": tool("helpers.give(x)", "import helpers, unused") for number in range(5)}
    write(tmp_path, helpers=EMPTY + tool("give(x)"), unused=EMPTY, tools=tool("helpers.unheard_of"), **texts)
    parsed: Counter[str] = Counter()
    parse_file = check_module.parse_file

    def count(text: str, path: str, project: Project) -> object:
        parsed[Path(path).name] += 1
        return parse_file(text, path, project)

    monkeypatch.setattr("mcp_lint.check.parse_file", count)
    plan = Plan(project=RunProject((str(tmp_path),)))
    for path in sorted(tmp_path.glob("*.py")):
        lint_file(str(path), plan, str(path))
    assert parsed == dict.fromkeys(["helpers.py", "tools.py", *(f"{name}.py" for name in texts)], 1)


def test_no_more_trees_are_kept_than_memory_is_for(tmp_path: Path) -> None:
    """The oldest are dropped, and found again."""
    filler = "# " + "x" * (MAX_KEPT // 4) + "\n"
    names = [f"h{number}" for number in range(6)]
    tools = write(tmp_path, tools="".join((HEAD, *(f"import {name}\n" for name in names))))
    for name in names:
        write(tmp_path, **{name: filler + EMPTY})
        with tools.open("a") as file:
            file.write(f"def f_{name}(x) -> DataToolOutput:\n    return {name}.give(x)\n")
    project = Project()
    assert [each.code for each in check(tools, project=project)] == ["MCP104"] * len(names)
    assert len(project._kept) < len(names)
    assert [each.code for each in check(tools, project=project)] == ["MCP104"] * len(names)


def test_folders_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file finds the packages of the other files that are checked with it."""
    tools = write(tmp_path / "one", tools=tool("shared.helpers.give(x)", "import shared.helpers"))
    other = write(tmp_path / "two", shared__helpers=EMPTY).parent / "shared"
    (other / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    assert main([str(tools), "--isolated"]) == 0
    assert main([str(tools), str(other), "--isolated"]) == 1


def test_lines_of_markers_are_there() -> None:
    """An empty folder would make the first test pass."""
    assert sum(line.count("# expect:") for path in FILES for line in lines_of(read(path))) > 20


FACTS = """\
from mcp.types import CallToolResult, TextContent
DEBUG = False
def give(x):
    if DEBUG:
        return None
    return CallToolResult(content=[TextContent(type="text", text="x")], structuredContent={"sources": []})
def all_of(*parts, **fields):
    return CallToolResult(content=parts, structuredContent=fields)
"""


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # Each module has a name `DEBUG` of its own.
        (["import helpers", "from config import DEBUG", "{}if DEBUG:\n        return helpers.give(x)"], ["MCP104"]),
        (["import helpers", "{}return helpers.all_of()"], ["MCP102", "MCP105"]),
        (["import helpers", "{}return helpers.all_of('x', sources=[])"], ["MCP104", "MCP105"]),
        (
            ["import helpers", "{}parts = ['x']\n    return helpers.all_of(*parts, **{'sources': 1})"],
            ["MCP103", "MCP105"],
        ),
        # What is replaced from here is another function.
        (["import helpers", "helpers.give = cached(helpers.give)", "{}return helpers.give(x)"], []),
    ],
)
def test_what_two_modules_share(lines: list[str], expected: list[str], tmp_path: Path) -> None:
    """Names, arguments and replacements."""
    head, body = lines[:-1], lines[-1].removeprefix("{}")
    text = "\n".join([HEAD, *head, "def f(x) -> DataToolOutput:", f"    {body}", "    return helpers.give(x)", ""])
    found = codes(write(tmp_path, tools=text, helpers=FACTS, config="DEBUG = True\n"))
    assert [code for code in found if code != "MCP106"][: len(expected)] == expected


def test_a_star_import_gives_what_the_module_lists(tmp_path: Path) -> None:
    """The last one that lists the name; one that only has it gives nothing."""
    helpers = EMPTY + "__all__ = ['other']\n"
    star = "from helpers import *"
    assert codes(write(tmp_path, tools=tool("give(x)", star), helpers=helpers)) == []
    assert codes(write(tmp_path, tools=tool("give(x)", "from first import *", star), helpers=helpers, first=EMPTY)) == [
        "MCP104"
    ]


@pytest.mark.parametrize(
    "compat",
    [
        "try:\n    from mcp_server import DataToolOutput\nexcept ImportError:\n    DataToolOutput = object\n",
        "from elsewhere import DataToolOutput\n",
        "from elsewhere import *\n",
        "",
    ],
)
def test_a_name_that_is_not_sure_is_taken_at_its_word(compat: str, tmp_path: Path) -> None:
    """As long as nothing says that ``DataToolOutput`` is something else, it is the contract."""
    text = "@registry.tool()\ndef f(x) -> DataToolOutput:\n    return None\n"
    tools = write(tmp_path, tools=f"from compat import DataToolOutput\n{text}", compat=compat)
    assert codes(tools) == ["MCP106"]


@pytest.mark.parametrize(
    ("server", "receiver", "expected"),
    [
        ("from mcp_server import Registry\napp = Registry('x')\n", "from server import app", ["MCP001"]),
        ("from mcp_server import Registry\napp = Registry('x')\n", "import server\napp = server.app", ["MCP001"]),
        ("from mcp_server import Registry as R\n", "from server import R\napp = R('x')", ["MCP001"]),
        ("import mcp_server\nclass R(mcp_server.Registry): ...\n", "from server import R\napp = R('x')", ["MCP001"]),
        (
            "import mcp_server\ndef make():\n    return mcp_server.Registry('x')\n",
            "import server\napp = server.make()",
            ["MCP001"],
        ),
        ("from fastmcp import FastMCP\nregistry = FastMCP('x')\n", "from server import registry as app", []),
        ("from fastmcp import FastMCP\nregistry = FastMCP('x')\n", "from server import registry", []),
        ("from elsewhere import registry\n", "from server import registry", ["MCP001"]),
        ("from server import registry\n", "from server import registry", ["MCP001"]),
        ("registry = None\nregistry = make()\n", "from server import registry", ["MCP001"]),
    ],
)
def test_registries_of_another_file(server: str, receiver: str, expected: list[str], tmp_path: Path) -> None:
    """What is known there is known here; otherwise the name counts, as in one file."""
    name = "app" if "app" in receiver else "registry"
    text = f"import mcp_server\n{receiver}\n@{name}.tool()\ndef f(x):\n    return x\n"
    assert codes(write(tmp_path, tools=text, server=server)) == expected


def test_a_decorator_that_writes_annotations(tmp_path: Path) -> None:
    """It hands back the function, with an annotation that the file does not show."""
    text = (
        "from mcp_server import DataToolOutput, Registry\nregistry = Registry('x')\n"
        "def declares(f):\n    f.__annotations__['return'] = DataToolOutput\n    return f\n"
        "@registry.tool()\n@declares\ndef tool(x): ...\n"
    )
    assert codes(write(tmp_path, tools=text)) == []


@pytest.mark.parametrize("command", ["mcp-lint", "flake8"])
def test_standard_input_counts_as_the_file_that_it_is_named_after(command: str, tmp_path: Path) -> None:
    """Editors hand over what is not saved; without a name there is no place to look from."""
    unsaved = tool("helpers.give(x)", "import helpers")
    write(tmp_path, tools="", helpers=EMPTY)
    module, option = {"mcp-lint": ("mcp_lint", "--stdin-filename"), "flake8": ("flake8", "--stdin-display-name")}[
        command
    ]
    shared = [sys.executable, "-m", module, "--isolated", "--select", "MCP"]
    for named, expected in (([option, "tools.py"], "tools.py:4:12: MCP104"), ([], "")):
        done = subprocess.run(
            [*shared, *named, "-"], cwd=tmp_path, input=unsaved, capture_output=True, text=True, check=False
        )
        assert done.stdout.startswith(expected)
        assert bool(done.stdout) is bool(expected), done.stderr


def test_a_module_comes_before_a_folder_of_its_name(tmp_path: Path) -> None:
    """Unless the folder is a package."""
    tools = write(tmp_path, tools=tool("give(x)", "from helpers import give"), helpers=EMPTY, helpers__data="")
    assert codes(tools) == ["MCP104"]
    write(tmp_path, helpers__give="")
    (tmp_path / "helpers" / "__init__.py").touch()
    assert codes(tools) == []


def test_an_alias_in_quotes_is_read_where_it_is_used(tmp_path: Path) -> None:
    """Python evaluates the text with the names of the function's own module."""
    text = "from aliases import Output\n@registry.tool()\ndef f(x) -> Output:\n    raise ValueError\n"
    aliases = "import mcp_server\nOutput = 'mcp_server.DataToolOutput'\n"
    assert codes(write(tmp_path, tools=text, aliases=aliases)) == ["MCP002"]
    assert codes(write(tmp_path, tools="import mcp_server\n" + text, aliases=aliases)) == []


def test_a_folder_of_data_hides_no_package(tmp_path: Path) -> None:
    """A package in ``src`` and a folder with its name beside it."""
    tools = write(tmp_path, tools=tool("balance.give(x)", "import balance"), src__balance__empty="")
    (tmp_path / "balance").mkdir()
    (tmp_path / "src" / "balance" / "__init__.py").write_text(EMPTY, encoding="utf-8")
    assert codes(tools) == ["MCP104"]


def test_a_file_that_has_changed_is_read_anew(tmp_path: Path) -> None:
    """Where it is checked itself: fixes go in rounds."""
    tools = write(tmp_path, tools=tool("helpers.give(x)", "import helpers"), helpers=EMPTY)
    project = Project()
    assert [each.code for each in check(tools, project=project)] == ["MCP104"]
    helpers = EMPTY.replace('"sources": []', '"sources": None')
    assert check_text(HEAD + helpers, path=str(tmp_path / "helpers.py"), project=project) == ()
    assert [each.code for each in check(tools, project=project)] == ["MCP103"]
