"""What works on records and rules without a player: replay, perft."""
