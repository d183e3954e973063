"""Puzzles over HTTP."""
