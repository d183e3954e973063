"""The people who send requests: their names, cookies and tokens."""
