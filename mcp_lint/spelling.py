"""How far one word is from another."""

from __future__ import annotations


def distance(one: str, other: str) -> int:
    """How many characters have to be put in, left out or replaced to make one word of the other (Levenshtein)."""
    row = list(range(len(other) + 1))
    for count, char in enumerate(one, start=1):
        previous, row[0] = row[0], count
        for index, wanted in enumerate(other, start=1):
            cheapest = min(row[index] + 1, row[index - 1] + 1, previous + (char != wanted))
            previous, row[index] = row[index], cheapest
    return row[-1]
