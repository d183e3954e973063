"""Rating, hashing and verifying passwords in a thread, one at a time, because each occupies a core."""

import asyncio
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from ludoteka.accounts import passwords
from ludoteka.store.short_turns import short_turns

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
            await asyncio.to_thread(short_turns()(passwords.check_password), password, name)
        return await self.hash_again(password)

    async def hash_again(self, password: str) -> str:
        """Return a new hash of a password that is in use."""
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(self._hashing, passwords.hash_password, password)

    async def is_password(self, kept: str, password: str) -> bool:
        """Tell whether a password matches this hash; an empty hash takes equally long."""
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(
                self._hashing, passwords.is_password, kept, password
            )


def _step_back() -> None:
    """Lower this thread's priority below the event loop's, where the system supports thread priorities."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
