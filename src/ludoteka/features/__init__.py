"""The features of a house.  Each is a folder that can be left out: with its domain, its tables and queries, and its calls."""
