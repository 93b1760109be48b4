"""The reports for code scanning and pull requests: valid, and with all that the text has."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from mcp_lint.check import check_text
from mcp_lint.cli import main
from mcp_lint.explain import explain
from mcp_lint.report import Record
from mcp_lint.report_github import as_github
from mcp_lint.report_sarif import as_sarif
from mcp_lint.rules import all_rules

ROOT = Path(__file__).resolve().parents[2]
FAULTY = ROOT / "examples" / "energy_balance" / "faulty.py"
# Microsoft's own tool, which holds a log against the schema and the rules of the format.
VALIDATOR = "@microsoft/sarif-multitool-linux@5.7.0"


def sarif(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The run that a command logs."""
    main(["--isolated", "--format", "sarif", *arguments])
    log = json.loads(capsys.readouterr().out)
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    run = log["runs"][0]
    assert isinstance(run, dict)
    return run


def record(**fields: Any) -> Record:
    """A record, of which a test says what matters."""
    places = {"line": 1, "column": 1, "end_line": 1, "end_column": 2}
    return Record(**{"file": "a.py", "code": "MCP102", "message": "said", **places, **fields})


def test_the_log_has_what_the_text_has(capsys: pytest.CaptureFixture[str]) -> None:
    """Each report, with its rule, place and message."""
    run = sarif(capsys, str(FAULTY))
    main(["--isolated", str(FAULTY)])
    lines = capsys.readouterr().out.splitlines()
    logged = []
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        path = place["artifactLocation"]["uri"].removeprefix("file://")
        start = f"{path}:{region['startLine']}:{region['startColumn']}"
        logged.append(f"{start}: {result['ruleId']} {result['message']['text']}")
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert logged == lines
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_each_rule_brings_its_help(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What `mcp-lint explain` says, also where nothing is reported."""
    rules = {rule["id"]: rule for rule in sarif(capsys, str(tmp_path))["tool"]["driver"]["rules"]}
    assert set(rules) == {*all_rules(), "E902", "E999"}
    for code, rule in all_rules().items():
        assert rules[code]["help"]["markdown"] in explain(code)
        assert rules[code]["defaultConfiguration"]["enabled"] is rule.is_on_by_default
        assert (rules[code]["defaultConfiguration"]["level"] == "warning") is rule.is_advice
        assert len(rules[code]["fullDescription"]["text"]) > 40


def test_advice_is_what_the_docs_call_so() -> None:
    """What leaves the server all the same; MCP900 says that a file was not checked, which is no advice."""
    text = (ROOT / "docs" / "agreement.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| MCP")]
    named = {row[2:8] for row in rows if "| advice" in row or "--mcp-strict" in row}
    assert named == {code for code, rule in all_rules().items() if rule.is_advice}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_fix_of_the_log_mends_the_file(newline: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever applies one gets a file without that report."""
    source = FAULTY.read_text(encoding="utf-8").replace("DataToolOutput, Registry", "Registry")
    path = tmp_path / "faulty.py"
    path.write_bytes(source.replace("\n", newline).encode())
    fixed = [result for result in sarif(capsys, str(path))["results"] if "fixes" in result]
    assert {result["ruleId"] for result in fixed} >= {"MCP001", "MCP002", "MCP201"}
    before = [violation.code for violation in check_text(source)]
    for result in fixed:
        (change,) = result["fixes"][0]["artifactChanges"]
        text = source
        for replacement in reversed(change["replacements"]):
            text = replaced(text, replacement)
        after = [violation.code for violation in check_text(text)]
        assert after.count(result["ruleId"]) < before.count(result["ruleId"])


def replaced(text: str, replacement: dict[str, Any]) -> str:
    """The text with one region replaced."""
    region = replacement["deletedRegion"]
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    start = starts[region["startLine"] - 1] + region["startColumn"] - 1
    end = starts[region["endLine"] - 1] + region["endColumn"] - 1
    inserted = str(replacement["insertedContent"]["text"])
    return text[:start] + inserted.replace("\r\n", "\n").replace("\r", "\n") + text[end:]


def test_what_could_not_be_checked_is_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A syntax error as a result; a path that is not there as a notification."""
    (tmp_path / "broken.py").write_text("from mcp_server import Registry\nregistry.tool(\n", encoding="utf-8")
    run = sarif(capsys, str(tmp_path), str(tmp_path / "missing"))
    assert [result["ruleId"] for result in run["results"]] == ["E999"]
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "missing" in invocation["toolExecutionNotifications"][0]["message"]["text"]


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("a b/ñ#1.py", "a%20b/%C3%B1%231.py"),
        ("./a.py", "a.py"),
        ("bad\udcff.py", "bad%FF.py"),
        ("/srv/a.py", "file:///srv/a.py"),
    ],
)
def test_names_of_files_are_references(file: str, uri: str) -> None:
    """Percent-encoded, absolute ones with their scheme."""
    (result,) = json.loads(as_sarif([record(file=file)]))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri}


def test_commands_for_github() -> None:
    """One line each; commas, colons, percents and line ends are escaped where they would end something."""
    text = as_github([record(file="a,b:c%.py", message="50%\nof it"), record(code="MCP104", end_line=3)])
    assert text.splitlines() == [
        "::error file=a%2Cb%3Ac%25.py,line=1,endLine=1,col=1,endColumn=2,title=mcp-lint MCP102::MCP102 50%25%0Aof it",
        "::warning file=a.py,line=1,endLine=3,title=mcp-lint MCP104::MCP104 said",
    ]


def test_the_command_writes_them(capsys: pytest.CaptureFixture[str]) -> None:
    """With the exit code of any other report; statistics go where they spoil nothing."""
    assert main(["--isolated", "--format", "github", "--statistics", str(FAULTY)]) == 1
    out, err = capsys.readouterr()
    assert [line[:8] for line in out.splitlines() if not line.startswith(("::error ", "::warning "))] == []
    assert "MCP001" in err


@pytest.fixture(scope="module")
def validator() -> Path:
    """The program that validates logs, from npm's registry; it is kept for the next run."""
    if platform.system() != "Linux" or platform.machine() != "x86_64" or shutil.which("npm") is None:
        pytest.skip("the validator of SARIF logs needs Linux on x86-64, and npm")
    folder = Path(tempfile.gettempdir()) / f"mcp-lint-{VALIDATOR.rpartition('@')[2]}-{os.getuid()}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=folder.parent, ignore_cleanup_errors=True) as fresh:
            _unpack_validator(Path(fresh))
            Path(fresh, "package").rename(folder)
    return folder / "Sarif.Multitool"


def _unpack_validator(folder: Path) -> None:
    for command in (["npm", "pack", "--silent", VALIDATOR], ["sh", "-c", "tar xzf *.tgz"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            pytest.skip(f"the validator of SARIF logs cannot be had: {done.stderr[-300:]}")
    (folder / "package" / "Sarif.Multitool").chmod(0o755)


def test_the_log_is_valid(validator: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the schema of SARIF 2.1.0 and Microsoft's rules for it, with nothing but a note on a missing address."""
    main(["--isolated", "--format", "sarif", "--mcp-enable", "MCP9", "--mcp-strict", str(ROOT / "examples"), "missing"])
    log, outcome = tmp_path / "log.sarif", tmp_path / "outcome.sarif"
    log.write_text(capsys.readouterr().out, encoding="utf-8")
    command = [str(validator), "validate", str(log), "--output", str(outcome), "--log", "ForceOverwrite"]
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert outcome.exists(), done.stdout + done.stderr
    results = json.loads(outcome.read_text(encoding="utf-8-sig"))["runs"][0].get("results", [])
    assert {result["ruleId"] for result in results} <= {"SARIF2005"}, done.stdout
