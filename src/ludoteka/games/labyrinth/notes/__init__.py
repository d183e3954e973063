"""What follows from the log: the map, and what everybody carries."""
