"""A small made-up data set, so that the example needs no network: energy produced and used, in petajoules."""

from typing import NamedTuple

SOURCE = "https://example.org/energy-balances"


class Balance(NamedTuple):
    """One country in one year."""

    country: str
    year: int
    renewable: int
    fossil: int
    imported: int

    @property
    def supply(self) -> int:
        """All energy that the country had that year."""
        return self.renewable + self.fossil + self.imported


BALANCES = (
    Balance("Aurelia", 2022, 310, 540, 150),
    Balance("Aurelia", 2023, 345, 520, 135),
    Balance("Borduna", 2022, 120, 880, 410),
    Balance("Borduna", 2023, 150, 850, 400),
    Balance("Cantara", 2022, 640, 90, 20),
    Balance("Cantara", 2023, 655, 80, 15),
)


def years_of(country: str) -> list[Balance]:
    """The country's balances, the oldest first; none when the country is unknown."""
    return [balance for balance in BALANCES if balance.country.lower() == country.lower()]


def countries_in(year: int) -> list[Balance]:
    """The balances of one year, by country."""
    return [balance for balance in BALANCES if balance.year == year]
