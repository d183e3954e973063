"""Passwords: strength and hashing."""

import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludoteka.accounts.skeletons import skeleton
from ludoteka.core.message import Message, Refused

LENGTHS = range(10, 201)  # characters
LEAST_SCORE = 2  # zxcvbn's score, from 0: more than a million guesses
JUDGED = 16  # characters at a time: with signs substituted for letters, rating 24 takes eight times as long as 16
MEMORY, PASSES, LANES = 19_456, 2, 1  # kilobytes and so on, as OWASP recommends; takes about a thirtieth of a second

_hasher = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY, parallelism=LANES)


def check_password(password: str, name: str) -> None:
    """Check that a password is hard to guess for somebody who knows the account's name.

    Raises:
        Refused: "weak-password".
    """
    from zxcvbn import zxcvbn  # type: ignore[import-untyped]  # noqa: PLC0415 - its lists of words take 13 MB

    if len(password) not in LENGTHS:
        raise _weak(Message("Choose a password of 10 to 200 characters."))
    looks, called = skeleton(password), skeleton(name)
    is_name = bool(called) and len(looks.replace(called, "")) < LENGTHS[0] // 2
    once = _without_repetition(password)
    parts = (once[start : start + JUDGED] for start in range(0, len(once), JUDGED))
    if is_name or all(zxcvbn(part, [name])["score"] < LEAST_SCORE for part in parts):
        raise _weak(Message("This password is easy to guess. Use several unrelated words."))


def _without_repetition(password: str) -> str:
    """Return the shortest text whose repetition makes up a password; the last repetition may be cut off."""
    lengths = range(1, len(password) + 1)
    return password[: next(length for length in lengths if password.startswith(password[length:]))]


def hash_password(password: str) -> str:
    """Return the hash of a password to store: Argon2id, with its salt.  Takes a thirtieth of a second."""
    return _hasher.hash(_normal(password))


def is_password(kept: str, password: str) -> bool:
    """Tell whether a password matches the stored hash; if there is none (""), this takes equally long."""
    try:
        return _hasher.verify(kept or _nobodys(), _normal(password)) and bool(kept)
    except (VerificationError, InvalidHashError):
        return False


def needs_rehash(kept: str) -> bool:
    """Tell whether a hash was made with outdated parameters."""
    return _hasher.check_needs_rehash(kept)


@cache
def _nobodys() -> str:
    return hash_password("nobody has this password")


def _normal(password: str) -> str:
    """Return a password in a Unicode form that doesn't depend on the keyboard."""
    return unicodedata.normalize("NFKC", password)


def _weak(text: Message) -> Refused:
    return Refused("weak-password", text)
