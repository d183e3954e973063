"""The messages between a house and its clients, and their machine-readable descriptions."""
