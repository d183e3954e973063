"""Searches: written against the contract of the rules, bound to a game by a twin."""
