"""Random tokens, of which the house keeps only a hash."""

import hashlib


def token_digest(token: str) -> str:
    """Return what the house keeps of a random token: of a cookie, or of an invitation to register."""
    return hashlib.sha256(token.encode()).hexdigest()
