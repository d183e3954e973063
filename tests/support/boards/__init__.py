"""Positions, mazes and matches that tests set up by hand."""
