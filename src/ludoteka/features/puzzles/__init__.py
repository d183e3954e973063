"""Puzzles: the list, the puzzle of the day, and attempts."""
