"""Random tokens, of which the house stores only a hash."""

import hashlib


def token_digest(token: str) -> str:
    """Return the digest of a random token to store: of a cookie, or of an invitation to register."""
    return hashlib.sha256(token.encode()).hexdigest()
