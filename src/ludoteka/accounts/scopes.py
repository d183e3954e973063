"""What the tokens of an account may be allowed to do."""

SCOPES = ("match:read", "match:play", "challenge:write", "tournament:write", "follow:read", "follow:write")
PREFIX = "ludoteka_"  # of each token, so that programs that look for leaked secrets recognise one
