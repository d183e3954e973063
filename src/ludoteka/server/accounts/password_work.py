"""Judging, hashing and checking passwords beside the event loop: each keeps a core busy, so there is one at a time."""

import asyncio
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from ludoteka.accounts import passwords
from ludoteka.store.short_turns import short_turns

NICENESS = 5  # of the thread that computes hashes; it needs the interpreter only to begin and to end


class PasswordWork:
    """The work with passwords of one server."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._hashing = ThreadPoolExecutor(1, "passwords", _step_back)

    def close(self) -> None:
        """Let the thread end."""
        self._hashing.shutdown(wait=False)

    async def new_hash(self, password: str | None, name: str) -> str:
        """Return the hash of a new password of whoever has this name; "" for none.  Raises Refused: "weak-password"."""
        if password is None:
            return ""
        async with self._turn:
            await asyncio.to_thread(short_turns()(passwords.check_password), password, name)
        return await self.hash_again(password)

    async def hash_again(self, password: str) -> str:
        """Return the hash of a password that is in use."""
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(self._hashing, passwords.hash_password, password)

    async def is_password(self, kept: str, password: str) -> bool:
        """Tell whether a password is the one of which this is the hash; "" takes as long."""
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(
                self._hashing, passwords.is_password, kept, password
            )


def _step_back() -> None:
    """Give this thread a lower priority than that of the event loop, where the system knows priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
