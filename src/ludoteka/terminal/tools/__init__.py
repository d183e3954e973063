"""Tools that work on records and rules without a player: replay, perft."""
