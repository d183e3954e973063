"""The calls of the HTTP API by subject, in the order of the description."""
