"""The terminal: play, replay, perft."""
