"""Tournaments without I/O: pairings and standings, computed from the entries and the results so far."""
