"""Verification of the dice of a match, and statistics of all throws."""
