"""Ratings of players: how strong they are, by the results of their rated matches.  No I/O, and no clock."""
