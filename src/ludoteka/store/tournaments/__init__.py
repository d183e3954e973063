"""Tournaments in a database."""
