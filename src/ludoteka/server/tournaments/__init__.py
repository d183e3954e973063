"""Tournaments in a house: creating and joining them, and pairing their rounds."""
