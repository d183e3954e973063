"""The search for leaks, as one check of the suite: short histories (`search`) and long random lines (`lines`)."""
