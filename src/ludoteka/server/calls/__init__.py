"""The calls of the HTTP API: each is declared once, and its route, checks and description follow from the declaration."""
