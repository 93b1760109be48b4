"""Any input at all goes through the whole check: nothing but a report may come out."""
