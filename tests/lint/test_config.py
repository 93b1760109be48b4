"""``[tool.mcp-lint]``: where it is looked for, what it may hold, and one clear line for what it may not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mcp_lint import config, options
from mcp_lint.config import find_config, read_config
from mcp_lint.options import OptionError, known_codes, settings_of
from mcp_lint.settings import DEFAULT_SETTINGS, Settings

CODES = ("MCP001", "MCP002", "MCP101", "MCP190", "MCP901")


@pytest.fixture(autouse=True)
def _codes(monkeypatch: pytest.MonkeyPatch) -> None:
    known_codes.cache_clear()
    monkeypatch.setattr(options, "known_codes", lambda: CODES)


def _write(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pyproject.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_all_keys(tmp_path: Path) -> None:
    """Every key, in the spellings that are allowed."""
    file = _write(
        tmp_path,
        """
        [tool.mcp-lint]
        registries = ["registry", "hub"]
        registry_classes = ["app.Tools"]
        mcp-sdk = 1
        mcp_strict = true
        enable = ["MCP9"]
        select = ["MCP"]
        ignore = ["MCP001", "E501"]
        format = "json"
        statistics = true
        exit-zero = false
        exclude = ["build", "gen/*.py"]
        """,
    )
    read = read_config(file)
    assert read.folder == tmp_path
    assert dict(read.values) == {
        "registries": ("registry", "hub"),
        "registry_classes": ("app.Tools",),
        "sdk": 1,
        "strict": True,
        "enable": ("MCP9",),
        "select": ("MCP",),
        "ignore": ("MCP001", "E501"),
        "format": "json",
        "statistics": True,
        "exit_zero": False,
        "exclude": ["build", "gen/*.py"],
    }
    assert settings_of(read.values) == Settings(("registry", "hub"), ("app.Tools",), 1, strict=True, enable=("MCP9",))


WRONG = {
    'regisries = ["x"]': "unknown key 'regisries' (did you mean registries?)",
    "colour = 1": "unknown key 'colour'",
    'registries = "registry"': "registries: must be a list of strings, not 'registry'",
    "registries = [1]": "registries: must be a list of strings, not [1]",
    'registries = ["self.registry"]': "registries: not a name: 'self.registry' (give the last one only",
    'registry-classes = ["a..b"]': "registry-classes: not a dotted name: 'a..b'",
    "sdk = 3": "sdk: must be 1 or 2, not '3'",
    'sdk = "2"': "sdk: must be a number, not '2'",
    "sdk = true": "sdk: must be a number, not True",
    "strict = 1": "strict: must be true or false, not 1",
    'enable = ["MCP109"]': "enable: unknown code 'MCP109' (did you mean MCP1",
    'select = [""]': "select: unknown code ''",
    'select = ["mcp001"]': "select: unknown code 'mcp001' (did you mean MCP001?)",
    'ignore = ["MCP999"]': "ignore: unknown code 'MCP999'",
    'ignore = ["all of it"]': "ignore: not a code: 'all of it'",
    'format = "jsn"': "format: must be text, json, github or sarif, not 'jsn' (did you mean json?)",
    'exclude = "build"': "exclude: must be a list of strings",
    "sdk = 1\nmcp_sdk = 2": "mcp_sdk: set twice",
    "sdk = ": "not valid TOML: ",
}


@pytest.mark.parametrize(("line", "message"), WRONG.items())
def test_what_is_wrong_is_said_in_one_line(line: str, message: str, tmp_path: Path) -> None:
    """With the file's and the key's name."""
    file = _write(tmp_path, f"[tool.mcp-lint]\n{line}\n")
    with pytest.raises(OptionError) as raised:
        read_config(file)
    text = str(raised.value)
    assert text.startswith(f"{file}: ")
    assert message in text
    assert "\n" not in text


@pytest.mark.parametrize(
    "text", ["", "[tool.ruff]\nline-length = 1\n", "# mcp-lint\n[tool]\nx = 1\n", "tool = 1 # mcp-lint\n"]
)
def test_no_table(text: str, tmp_path: Path) -> None:
    """A file that was named must have one; a file that was found need not."""
    file = _write(tmp_path, text)
    assert not find_config([tmp_path]).values
    with pytest.raises(OptionError, match=re.escape("there is no [tool.mcp-lint] in it")):
        read_config(file)


@pytest.mark.parametrize(
    ("name", "message"), [("none.toml", "No such file"), ("", "Is a directory"), ("b.toml", "UTF-8")]
)
def test_a_file_that_cannot_be_read(name: str, message: str, tmp_path: Path) -> None:
    """One line, too."""
    (tmp_path / "b.toml").write_bytes(b"[tool.mcp-lint]\n# \xff\n")
    with pytest.raises(OptionError, match=message):
        read_config(tmp_path / name)


def test_a_file_that_is_not_ours_is_not_judged(tmp_path: Path) -> None:
    """Whatever is wrong with it."""
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.other\nx = '\xff'\n")
    assert not find_config([tmp_path]).values


def test_the_nearest_file_with_a_table_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Upward from what the paths have in common; a nearer file without the table hides nothing."""
    _write(tmp_path, "[tool.mcp-lint]\nsdk = 1\n")
    _write(tmp_path / "a", "[project]\nname = 'a'\n")
    _write(tmp_path / "a" / "b", "[tool.mcp-lint]\nstrict = true\n")
    file = tmp_path / "a" / "b" / "x.py"
    file.touch()
    inner, outer = {"strict": True}, {"sdk": 1}
    assert find_config([file]).values == inner
    assert find_config([file, tmp_path / "a" / "b"]).values == inner
    assert find_config([tmp_path / "a"]).values == outer
    assert find_config([file, tmp_path / "a" / "y.py"]).values == outer
    assert find_config([tmp_path / "a" / "b" / "none" / "none.py"]).values == inner
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert find_config([]).values == inner
    assert find_config([Path("x.py")]).values == inner
    assert find_config([Path()]).values == inner
    assert find_config([Path("..")]).values == outer


HAS_TABLE = [
    "[tool.mcp-lint]\n",
    " [ tool . 'mcp-lint' ] # x\n",
    '["tool"."mcp-lint"]\n',
    "[tool]\nmcp-lint.sdk = 1\n",
    "tool.mcp-lint.sdk = 1\n",
    "[tool]\nmcp-lint = {sdk = 1}\n",
]
HAS_NONE = [
    "# see [tool.mcp-lint]\n",
    "dependencies = ['mcp-lint']\n",
    "[tool.mcp-lint-other]\n",
    "entry = 'mcp-lint'\n",
    "[project.scripts]\nmcp-lint = 'mcp_lint.cli:main'\n",
    "[tool.poetry.dependencies]\n'mcp-lint' = '1'\n",
    "[mcp-lint]\nsdk = 1\n",
    "[[tool]]\n# tool.mcp-lint = 1\n",
]


@pytest.mark.parametrize("text", HAS_TABLE)
def test_without_a_toml_parser_the_table_is_not_passed_over(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a bare Python 3.10, settings that cannot be read are said to be so."""
    monkeypatch.setattr(config, "_toml_parser", lambda: None)
    _write(tmp_path, text)
    with pytest.raises(OptionError, match="pip install tomli"):
        find_config([tmp_path])


@pytest.mark.parametrize("text", HAS_NONE)
def test_without_a_toml_parser_other_files_are_no_fault(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most projects have no such table, and need no parser."""
    monkeypatch.setattr(config, "_toml_parser", lambda: None)
    _write(tmp_path, text)
    assert not find_config([tmp_path]).values


def test_defaults() -> None:
    """Nothing written, nothing changed."""
    assert settings_of({}) == settings_of({"sdk": None}) == DEFAULT_SETTINGS


@pytest.mark.parametrize("written", ["a,b", "a, b", " a\n b ", ["a", "b"], ("a", "b")])
def test_lists(written: object) -> None:
    """All ways in which a list arrives: command line, flake8's files, TOML."""
    assert settings_of({"registries": written}).registries == ("a", "b")


@pytest.mark.parametrize(
    ("written", "truth"), [("yes", True), ("Off", False), ("1", True), (True, True), ("false", False)]
)
def test_truth_values(written: object, truth: bool) -> None:
    """As in any ini file."""
    assert settings_of({"strict": written}).strict is truth
