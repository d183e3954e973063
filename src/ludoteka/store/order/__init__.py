"""Keeping order in a house: reports, the log of what was done, addresses that are shut out, and who blocks whom."""
