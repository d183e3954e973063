"""Challenges: one resident asks another one, by name, to play a match."""
