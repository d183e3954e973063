"""Challenges: one user invites another, by name, to a match."""
