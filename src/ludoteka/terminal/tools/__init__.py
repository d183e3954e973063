"""Tools that work on records without a player: replay, review."""
