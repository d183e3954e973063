"""The rules of play, clause by clause."""
