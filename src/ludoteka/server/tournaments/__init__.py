"""Tournaments in a house: creating them, taking part, and making their rounds."""
