"""The scopes of API tokens."""

SCOPES = ("match:read", "match:play", "challenge:write", "tournament:write", "follow:read", "follow:write")
PREFIX = "ludoteka_"  # of each token, so that secret scanners recognise one
