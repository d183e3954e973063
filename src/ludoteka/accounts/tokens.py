"""Random secrets, of which the house stores only digests: tokens, with the scopes of API tokens, and recovery codes."""

import hashlib
import secrets

SCOPES = ("match:read", "match:play", "challenge:write", "tournament:write", "follow:read", "follow:write")
COUNT = 10  # of recovery codes
SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no two characters look alike
LENGTH, GROUP = 16, 4  # characters in a code, 80 bits; characters in a group
READ_AS = str.maketrans("oil", "011")
PREFIX = "ludoteka_"  # of each token, so that secret scanners recognise one


def token_digest(token: str) -> str:
    """Return the digest of a random token to store: of a cookie, or of an invitation to register."""
    return hashlib.sha256(token.encode()).hexdigest()


def recovery_codes() -> list[str]:
    """Return new codes, each of which works once: "7k3m-…", in groups of four characters."""
    groups = range(LENGTH // GROUP)
    return ["-".join("".join(secrets.choice(SIGNS) for _ in range(GROUP)) for _ in groups) for _ in range(COUNT)]


def code_digest(typed: str) -> str:
    """Return the digest of a code to store; case, spaces, dashes and o for 0 don't matter."""
    read = "".join(sign for sign in typed.casefold() if sign.isalnum()).translate(READ_AS)
    return hashlib.sha256(f"recovery {read}".encode()).hexdigest()
