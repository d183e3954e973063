"""Pairings of the next round, for each kind of tournament."""
