"""The analysis board: positions, the engine's lines and records of analyses.  The house stores nothing of them."""
