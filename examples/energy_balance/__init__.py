"""An example plugin: energy balances by country and year."""
