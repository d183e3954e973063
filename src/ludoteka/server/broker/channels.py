"""The channels of Redis on which a server listens, over one connection that is made again for ever."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from redis.asyncio.client import PubSub, Redis
from redis.exceptions import RedisError

AWAY = (RedisError, OSError, TimeoutError)  # what Redis, or the way to it, may do to us
LONGEST_PAUSE = 1.0  # seconds between two attempts to reach Redis
QUIET_SECONDS = 1.0  # without a message, after which we ask whether anybody is there
DEAF_SECONDS = 4.0  # without an answer, after which the connection is taken for dead


class ChannelListener(NamedTuple):
    """What is called, in the event loop; none of these may wait or raise."""

    opened: Callable[[str], None]  # nothing that is said in this channel from now on is missed
    heard: Callable[[str, str], None]  # this was said in a channel
    fell: Callable[[BaseException], None]  # the connection is gone


class Channels:
    """What a server wishes to hear; nobody waits for it."""

    def __init__(self, client: Redis, ears: ChannelListener) -> None:
        self._client = client
        self._ears = ears
        self._wanted: set[str] = set()
        self._subscribed: set[str] = set()  # as far as Redis was asked
        self._open: set[str] = set()  # as far as it has answered
        self._has_wishes = asyncio.Event()
        self._is_closed = False

    def listen(self, channel: str) -> None:
        """Hear a channel from now on; `opened` is called as soon as nothing is missed, also when that is so already."""
        self._wanted.add(channel)
        self._has_wishes.set()
        if channel in self._open:
            asyncio.get_running_loop().call_soon(self._ears.opened, channel)

    def unsubscribe(self, channel: str) -> None:
        """Hear a channel no longer."""
        self._wanted.discard(channel)
        self._has_wishes.set()

    def close(self) -> None:
        """Let `run` end, also where a cancellation is lost: wait_for of Python 3.11 may do that."""
        self._is_closed = True
        self._has_wishes.set()

    def is_open(self, channel: str) -> bool:
        """Tell whether nothing that is said in a channel is missed."""
        return channel in self._open

    async def run(self) -> None:
        """Listen until closed, whatever happens."""
        pause = 0.05
        while not self._is_closed:
            began = time.monotonic()
            try:
                await self._connected()
            except Exception as error:  # noqa: BLE001 - nobody would begin again if this ended
                self._subscribed.clear()
                self._open.clear()
                self._ears.fell(_first(error))
            pause = 0.05 if time.monotonic() - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def _connected(self) -> None:
        connection = self._client.pubsub()
        try:
            async with asyncio.TaskGroup() as both:
                self._has_wishes.set()
                await self._tune(connection)
                both.create_task(self._hear(connection))
                both.create_task(self._keep_tuned(connection))
        finally:
            with suppress(*AWAY):
                await connection.aclose()  # type: ignore[no-untyped-call]  # the client gives it no types

    async def _keep_tuned(self, connection: PubSub) -> None:
        while not self._is_closed:
            await self._has_wishes.wait()
            await self._tune(connection)

    async def _tune(self, connection: PubSub) -> None:
        """Ask Redis for what is wanted and was not, and the other way round."""
        self._has_wishes.clear()
        if new := self._wanted - self._subscribed:
            self._subscribed |= new
            await connection.subscribe(*new)
        if old := self._subscribed - self._wanted:
            self._subscribed -= old
            self._open -= old
            await connection.unsubscribe(*old)

    async def _hear(self, connection: PubSub) -> None:
        heard = time.monotonic()
        while not self._is_closed:
            if time.monotonic() - heard > DEAF_SECONDS:
                raise TimeoutError("it does not answer")
            message: dict[str, Any] | None = await connection.get_message(timeout=QUIET_SECONDS)
            if message is None:
                await connection.ping()
                continue
            heard = time.monotonic()
            self._take(message["type"], (message.get("channel") or b"").decode(), message["data"])

    def _take(self, kind: str, channel: str, content: Any) -> None:
        if kind == "subscribe" and channel in self._subscribed:
            self._open.add(channel)
            self._ears.opened(channel)
        elif kind == "message":
            self._ears.heard(channel, content.decode())


def _first(error: BaseException) -> BaseException:
    """Return what went wrong in one of several tasks."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
