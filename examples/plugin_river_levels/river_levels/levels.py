"""The data set: for each river and year the lowest, mean and highest water level, in centimetres. All made up."""

from __future__ import annotations

import csv
from functools import cache
from importlib import resources
from typing import NamedTuple

SOURCE = "https://example.org/river-levels/levels.csv"


class Level(NamedTuple):
    """One river in one year."""

    river: str
    station: str
    year: int
    lowest: int
    mean: int
    highest: int


@cache
def all_levels() -> tuple[Level, ...]:
    """Read the file that ships in the package, once."""
    text = resources.files("river_levels").joinpath("levels.csv").read_text(encoding="utf-8")
    _header, *rows = csv.reader(text.splitlines())
    return tuple(Level(river, station, *map(int, numbers)) for river, station, *numbers in rows)


def levels_of(river: str) -> list[Level]:
    """The river's levels, the oldest first; none when the river is unknown."""
    return [level for level in all_levels() if level.river.lower() == river.lower()]


def rivers() -> list[str]:
    """The names of the rivers, in the order of the alphabet."""
    return sorted({level.river for level in all_levels()})
