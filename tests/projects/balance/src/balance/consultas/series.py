"""Relative imports of two levels."""

from .. import matrix as the_module
from ..helpers import SOURCE, text_result


def serie(year):
    return text_result("Serie", [SOURCE])


def serie_vacía(year):
    return text_result("Serie", [])


def by_way_of_the_package(year):
    return the_module.none(year)
