"""Additions to pytest for the whole suite."""
