"""Where a match is played: in this process, or in a house elsewhere."""
