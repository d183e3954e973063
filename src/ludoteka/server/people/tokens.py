"""Random tokens, of which the house stores only a hash, and what those of programs allow."""

import hashlib

SCOPES = ("match:read", "match:play", "challenge:write", "tournament:write", "follow:read", "follow:write")
PREFIX = "ludoteka_"  # of each token of a program, so that secret scanners recognise one


def token_digest(token: str) -> str:
    """Return the digest of a random token to store: of a cookie, or of an invitation to register."""
    return hashlib.sha256(token.encode()).hexdigest()
