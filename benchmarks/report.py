"""What was measured, as a table for the terminal, as JSON and as a block of README.md."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

README = Path(__file__).resolve().parent / "README.md"
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: what was measured, and what it should be.

    ``details``: the figures that it was worked out from. ``is_floor``: the goal is the least, not the most.
    """

    benchmark: str
    what: str
    goal: float
    measured: float
    details: str
    is_floor: bool = False
    unit: str = ""

    @property
    def passes(self) -> bool:
        """Whether the goal is reached."""
        return self.measured >= self.goal if self.is_floor else self.measured <= self.goal

    def cells(self) -> tuple[str, str, str, str, str]:
        """What, goal, measured, verdict, details."""
        goal = f"{'≥' if self.is_floor else '≤'} {self.goal:g}{self.unit}"
        return self.what, goal, f"{self.measured:.3g}{self.unit}", "pass" if self.passes else "FAIL", self.details


HEADINGS = ("what", "goal", "measured", "", "details")


def as_table(lines: Sequence[Line]) -> str:
    """Columns for a terminal; the details of each line below it."""
    rows = [HEADINGS[:4], *(line.cells()[:4] for line in lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    shown = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    below = ["", *(f"    {line.details}\n" for line in lines)]
    return "".join(f"{row}\n{detail}" for row, detail in zip(shown, below, strict=True))


def as_json(lines: Sequence[Line], setting: Sequence[str]) -> str:
    """One object; ``measured`` is a ratio where no unit is given."""
    found = [
        {
            "benchmark": line.benchmark,
            "what": line.what,
            "goal": line.goal,
            "goal_is": "least" if line.is_floor else "most",
            "measured": line.measured,
            "unit": line.unit.strip(),
            "passes": line.passes,
            "details": line.details,
        }
        for line in lines
    ]
    return json.dumps({"setting": list(setting), "results": found}, indent=2, ensure_ascii=False) + "\n"


def machine() -> str:
    """The machine, as far as the figures depend on it; nothing that tells whose it is."""
    return f"{os.cpu_count()} CPUs, {platform.python_implementation()} {platform.python_version()}"


def write_results(lines: Sequence[Line], setting: Sequence[str]) -> None:
    """Put the results in the block of README.md that is made for them."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    README.write_text(f"{before}{BEGIN}\n{_as_markdown(lines, setting)}{END}{after}", encoding="utf-8")


def _as_markdown(lines: Sequence[Line], setting: Sequence[str]) -> str:
    rows = [HEADINGS, ("---",) * len(HEADINGS), *(line.cells() for line in lines)]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{'; '.join(setting)}.\n\n{table}"
