"""Puzzles: positions with one play that is clearly the best, found by the searches in self-play."""
