"""Matches, records and computer players for programs that import ludoteka (docs/library.md)."""
