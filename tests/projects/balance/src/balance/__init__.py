"""The package's own names: re-exports of every kind."""

from . import helpers as h
from .consultas import *
from .consultas.series import serie as serie
from .listed import *
from .matrix import totals, totals_of_nothing

latest = totals
