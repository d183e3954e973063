"""The WebSocket of a match."""
