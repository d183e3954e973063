"""Slow reimplementations of the rules and algorithms, with which the fast ones are compared."""
