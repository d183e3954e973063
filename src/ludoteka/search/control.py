"""How a search is told when to stop: three numbers that it shares with whoever asked for it."""

STOP, NODES, LIMIT = 0, 1, 2  # set by anybody to end the search; positions searched; how many may be
UNLIMITED = 1 << 60
