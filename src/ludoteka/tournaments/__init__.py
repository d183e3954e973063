"""Tournaments without I/O: who plays whom next, and who leads; everything follows from the entries and the results so far."""
