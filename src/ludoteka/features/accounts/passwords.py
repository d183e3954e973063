"""Passwords: strength and hashing."""

import asyncio
import hashlib
import os
import secrets
import sys
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludoteka.core.message import Message, Refusal
from ludoteka.server.people.names import skeleton
from ludoteka.store.short_turns import short_turns

LENGTHS = range(10, 201)  # characters
WEAK_PASSWORD = Refusal("weak-password")
LEAST_SCORE = 2  # zxcvbn's score, from 0: more than a million guesses
JUDGED = 16  # characters at a time: with signs substituted for letters, rating 24 takes eight times as long as 16
MEMORY, PASSES, LANES = 19_456, 2, 1  # kilobytes and so on, as OWASP recommends; takes about a thirtieth of a second

_hasher = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY, parallelism=LANES)


def check_password(password: str, name: str) -> None:
    """Check that a password is hard to guess for somebody who knows the account's name.  Raises Refused: "weak-password"."""
    from zxcvbn import zxcvbn  # type: ignore[import-untyped]  # noqa: PLC0415 - its lists of words take 13 MB

    if len(password) not in LENGTHS:
        raise WEAK_PASSWORD(Message("Choose a password of 10 to 200 characters."))
    looks, called = skeleton(password), skeleton(name)
    is_name = bool(called) and len(looks.replace(called, "")) < LENGTHS[0] // 2
    once = _without_repetition(password)
    parts = (once[start : start + JUDGED] for start in range(0, len(once), JUDGED))
    if is_name or all(zxcvbn(part, [name])["score"] < LEAST_SCORE for part in parts):
        raise WEAK_PASSWORD(Message("This password is easy to guess. Use several unrelated words."))


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


COUNT = 10
SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no two characters look alike
GROUPS, GROUP = 4, 4  # in a code, which has 80 bits; characters in a group
READ_AS = str.maketrans("oil", "011")


def recovery_codes() -> list[str]:
    """Return new codes, each of which works once: "7k3m-…", in groups of four characters."""
    return ["-".join("".join(secrets.choice(SIGNS) for _ in range(GROUP)) for _ in range(GROUPS)) for _ in range(COUNT)]


def code_digest(typed: str) -> str:
    """Return the digest of a code to store; case, spaces, dashes and o for 0 don't matter."""
    read = "".join(sign for sign in typed.casefold() if sign.isalnum()).translate(READ_AS)
    return hashlib.sha256(f"recovery {read}".encode()).hexdigest()


NICENESS = 5  # of the thread that computes hashes; it needs the interpreter only to begin and to end


class PasswordWork:
    """The password work of one server."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._hashing = ThreadPoolExecutor(1, "passwords", _step_back)

    def close(self) -> None:
        """Stop the thread."""
        self._hashing.shutdown(wait=False)

    async def new_hash(self, password: str | None, name: str) -> str:
        """Return the hash of a new password for the user with this name; "" for none.  Raises Refused: "weak-password"."""
        if password is None:
            return ""
        async with self._turn:
            await asyncio.to_thread(short_turns()(check_password), password, name)
        return await self.hash_again(password)

    async def hash_again(self, password: str) -> str:
        """Return a new hash of a password that is in use."""
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(self._hashing, hash_password, password)

    async def is_password(self, kept: str, password: str) -> bool:
        """Tell whether a password matches this hash; an empty hash takes equally long."""
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(self._hashing, is_password, kept, password)


def _step_back() -> None:
    """Lower this thread's priority below the event loop's, where the system supports thread priorities."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
