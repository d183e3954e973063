"""Slow second readings of the rules and algorithms; the fast ones are compared with them."""
