"""The vocabulary that every game and every surface shares.  No I/O; imports nothing else of ours."""
