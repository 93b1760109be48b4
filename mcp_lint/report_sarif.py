"""Records -> SARIF 2.1.0, for code scanning: each rule with its help, each violation with what mends it.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mcp_lint import __version__
from mcp_lint.rules import all_rules, level_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcp_lint.report import Record
    from mcp_lint.rule import Rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
# Why a file was not checked; they are no rules that can be turned on.
_NOT_CHECKED = {"E902": "File cannot be read", "E999": "File cannot be parsed"}
Json = dict[str, Any]


def as_sarif(records: Sequence[Record], problems: Sequence[str] = ()) -> str:
    """Give a log of one run, in ASCII. ``problems``: what kept the run from checking all files."""
    import json  # noqa: PLC0415 (its import takes as long as a short run's check)

    rules = [*map(_rule, all_rules().values()), *(_not_checked(code, title) for code, title in _NOT_CHECKED.items())]
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    run = {
        "tool": {"driver": {"name": "mcp-lint", "version": __version__, "rules": rules}},
        "invocations": [_invocation(problems)],
        "columnKind": "unicodeCodePoints",
        "results": [_result(record, numbers[record.code]) for record in records],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _invocation(problems: Sequence[str]) -> Json:
    said = [{"level": "error", "message": {"text": problem}} for problem in problems]
    return {"executionSuccessful": not problems, "toolExecutionNotifications": said}


def _rule(rule: Rule) -> Json:
    said = [part.strip() for part in rule.documentation.split("\n\n") if part and not part.startswith("#")]
    return {
        "id": rule.code,
        "shortDescription": {"text": f"{rule.title}."},
        "fullDescription": {"text": " ".join(said[0].split())},
        "help": {"text": rule.documentation, "markdown": rule.documentation},
        "defaultConfiguration": {"enabled": rule.is_on_by_default, "level": level_of(rule.code)},
    }


def _not_checked(code: str, title: str) -> Json:
    text = f"{title}."
    return {"id": code, "shortDescription": {"text": text}, "defaultConfiguration": {"level": "error"}}


def _result(record: Record, number: int) -> Json:
    file = {"uri": _uri(record.file)}
    region = {
        "startLine": record.line,
        "startColumn": record.column,
        "endLine": record.end_line,
        "endColumn": record.end_column,
    }
    result: Json = {
        "ruleId": record.code,
        "ruleIndex": number,
        "level": level_of(record.code),
        "message": {"text": record.message},
        "locations": [{"physicalLocation": {"artifactLocation": file, "region": region}}],
    }
    if record.edits:
        changes = {"artifactLocation": file, "replacements": list(_replacements(record))}
        result["fixes"] = [{"description": {"text": "What `mcp-lint --fix` writes."}, "artifactChanges": [changes]}]
    return result


def _replacements(record: Record) -> Iterable[Json]:
    for edit in record.edits:
        region = {
            "startLine": edit.line,
            "startColumn": edit.column,
            "endLine": edit.end_line,
            "endColumn": edit.end_column,
        }
        yield {"deletedRegion": region, "insertedContent": {"text": edit.text}}


def _uri(file: str) -> str:
    """A relative reference for a relative path, whose root is the folder that the run was started in."""
    path = PurePath(file)
    prefix = "file://" if path.is_absolute() else ""
    return prefix + quote(os.fsencode(path.as_posix()))
