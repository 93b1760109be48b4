"""A package in the package, which hides what it does not list."""

from .series import serie, serie_vacía

__all__ = ["serie_vacía"]
