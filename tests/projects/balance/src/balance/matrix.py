"""Answers that are made in a third module."""

from . import config
from . import helpers as h
from .helpers import SOURCE
from .helpers import text_result as build


def totals(year):
    return h.text_result(f"Matrix {year}", [SOURCE], [["Year", "TWh"], [str(year), "11.5"]])


def totals_of_nothing(year):
    return build(f"Matrix {year}", [])


def with_address(year):
    return build("Matrix", [config.ADDRESS])


def with_filled(year):
    config.FILLED.append("https://example.org/more")
    return build("Matrix", config.FILLED)


def without_token(year):
    if config.TOKEN is None:
        return h.failed("No token")
    return build("Matrix", [])


def none(year):
    return build("Matrix", None)


def plain(year):
    return f"Matrix {year}"


async def waited(year):
    return build("Matrix", [])


def generated(year):
    yield build("Matrix", [SOURCE])


def lookup(year: int):
    """Look up a year."""
    return build("Lookup", [SOURCE])
