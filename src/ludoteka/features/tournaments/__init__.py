"""Tournaments: pairings, standings, and the director that keeps them going."""
