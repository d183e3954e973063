"""The analysis board: positions, trees of moves, and the lines of the engine."""
