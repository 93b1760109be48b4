"""Constants, some of which others fill."""

ADDRESS = "https://example.org/balance"
FILLED = []
TOKEN = None
