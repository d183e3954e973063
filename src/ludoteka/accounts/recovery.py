"""Recovery codes, with which people get back into an account when they have lost every other way."""

import hashlib
import secrets

COUNT = 10
SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no sign looks like another
LENGTH, GROUP = 16, 4  # signs of a code, 80 bits; signs of a group
READ_AS = str.maketrans("oil", "011")


def recovery_codes() -> list[str]:
    """Return new codes, each of which works once: "7k3m-…", in groups of four signs."""
    return [_grouped("".join(secrets.choice(SIGNS) for _ in range(LENGTH))) for _ in range(COUNT)]


def code_digest(typed: str) -> str:
    """Return what the house keeps of a code, however it was typed: case, spaces, dashes and o for 0 don't matter."""
    read = "".join(sign for sign in typed.casefold() if sign.isalnum()).translate(READ_AS)
    return hashlib.sha256(f"recovery {read}".encode()).hexdigest()


def _grouped(code: str) -> str:
    return "-".join(code[place : place + GROUP] for place in range(0, LENGTH, GROUP))
