"""Write what is made from the rules: the pages of docs/rules, and the table and the picture in README.md.

Run it after any change to a rule or to examples/; with `--check` it writes nothing and fails when a file is not
current. The project must be installed in the environment that runs it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from mcp_lint.rules import all_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_lint.rule import Rule

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "rules"
README = ROOT / "README.md"
COMMAND = "mcp-lint examples/energy_balance/"
NOTICE = "<!-- Made by tools/generate_rule_docs.py from the docstrings in mcp_lint/rules: change them, not this. -->"


def how_enabled(rule: Rule) -> str:
    """Tell whether the code is reported without asking for it."""
    return "on" if rule.is_on_by_default else "off"


def how_to_enable(rule: Rule) -> str:
    """Write a sentence on when the code is reported."""
    if rule.is_on_by_default:
        return "On by default."
    option = "--mcp-strict" if rule.code == "MCP190" else f"--mcp-enable {rule.code}"
    return f"Off by default: `{option}` turns it on."


def how_fixed(rule: Rule) -> str:
    """Write a sentence on who mends it."""
    return "`mcp-lint --fix` mends it, where that is safe." if rule.is_fixable else "It is fixed by hand."


def rule_page(rule: Rule) -> str:
    """Write the page of one rule."""
    parts = (NOTICE, f"# {rule.code}: {rule.title}", f"{how_to_enable(rule)} {how_fixed(rule)}", rule.documentation)
    return "\n\n".join(parts) + "\n"


def rules_table(rules: Iterable[Rule], folder: str) -> str:
    """Write all rules, a line each, with links to their pages in the folder."""
    lines = ["| code | what it reports | default | automatic fix |", "|---|---|---|---|"]
    for rule in rules:
        title = rule.title.replace("|", r"\|")
        fix = "yes" if rule.is_fixable else ""
        lines.append(f"| [{rule.code}]({folder}{rule.code}.md) | {title} | {how_enabled(rule)} | {fix} |")
    return "\n".join(lines)


def index_page(rules: Iterable[Rule]) -> str:
    """Write the page that lists the rules."""
    intro = "Each code has a page: what it reports, why it matters, an example, and what to write instead."
    return "\n\n".join((NOTICE, "# Rules", intro, rules_table(rules, ""))) + "\n"


def real_output() -> str:
    """Run the command of the README: what a user who runs it sees."""
    program = Path(sysconfig.get_path("scripts"), "mcp-lint")
    command = [str(program), *COMMAND.split()[1:]]
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)
    if run.returncode != 1:
        raise SystemExit(f"{COMMAND} exited with {run.returncode}, not with 1 as for faults found\n{run.stderr}")
    return run.stdout


def with_part(text: str, name: str, part: str) -> str:
    """Replace what stands between the two markers of the name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = text.partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found and found_end):
        raise SystemExit(f"README.md: the markers {begin} and {end} are not there")
    return f"{before}{begin}\n{part}\n{end}{after}"


def readme(rules: Iterable[Rule]) -> str:
    """Read README.md and make its made parts current."""
    text = README.read_text(encoding="utf-8")
    text = with_part(text, "output", f"```console\n$ {COMMAND}\n{real_output()}```")
    return with_part(text, "rules", rules_table(rules, "docs/rules/"))


def made_files() -> dict[Path, str]:
    """Return what each made file must hold."""
    rules = all_rules().values()
    pages = {PAGES / f"{rule.code}.md": rule_page(rule) for rule in rules}
    return {README: readme(rules), PAGES / "README.md": index_page(rules), **pages}


def stale_files(wanted: dict[Path, str]) -> list[Path]:
    """Find files that differ from what they must hold, are missing, or are pages of rules that are gone."""
    differ = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    return sorted({*differ, *(path for path in PAGES.glob("*.md") if path not in wanted)})


def write(wanted: dict[Path, str], stale: Iterable[Path]) -> None:
    """Make the stale files current."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for path in stale:
        if path in wanted:
            path.write_text(wanted[path], encoding="utf-8", newline="\n")
        else:
            path.unlink()


def main(arguments: list[str] | None = None) -> int:
    """Write the files, or with `--check` only say which ones are not current."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file is not current")
    is_check = parser.parse_args(arguments).check
    wanted = made_files()
    stale = stale_files(wanted)
    for path in stale:
        print(f"{'not current' if is_check else 'written'}: {path.relative_to(ROOT).as_posix()}")
    if is_check:
        return 1 if stale else 0
    write(wanted, stale)
    return 0


if __name__ == "__main__":
    sys.exit(main())
