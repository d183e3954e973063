"""Recovery codes, for users who have lost every other sign-in method."""

import hashlib
import secrets

COUNT = 10
SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no two characters look alike
LENGTH, GROUP = 16, 4  # characters in a code, 80 bits; characters in a group
READ_AS = str.maketrans("oil", "011")


def recovery_codes() -> list[str]:
    """Return new codes, each of which works once: "7k3m-…", in groups of four characters."""
    return [_grouped("".join(secrets.choice(SIGNS) for _ in range(LENGTH))) for _ in range(COUNT)]


def code_digest(typed: str) -> str:
    """Return the digest of a code to store; case, spaces, dashes and o for 0 don't matter."""
    read = "".join(sign for sign in typed.casefold() if sign.isalnum()).translate(READ_AS)
    return hashlib.sha256(f"recovery {read}".encode()).hexdigest()


def _grouped(code: str) -> str:
    return "-".join(code[place : place + GROUP] for place in range(0, LENGTH, GROUP))
