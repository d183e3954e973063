"""What follows from the log: the map that draws itself, and what everybody carries."""
