"""Ludoteka: a house of five board games."""

__version__ = "0.1.0"
