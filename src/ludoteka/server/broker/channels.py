"""Subscriptions to Redis channels over one connection, which is opened again whenever it is lost."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from redis.asyncio.client import PubSub, Redis
from redis.exceptions import RedisError

AWAY = (RedisError, OSError, TimeoutError)  # errors of Redis and of the network
MAX_PAUSE = 1.0  # seconds between two attempts to connect
QUIET_SECONDS = 1.0  # without a message, after which Redis is pinged
SILENCE_SECONDS = 4.0  # without an answer, after which the connection counts as dead


class Channels:
    """The channels that a server subscribes to; none of the methods waits for Redis.

    A message is read without a time limit of its own, which would cost more than the message: one watch for all of
    them notices when Redis falls silent.
    """

    def __init__(
        self,
        client: Redis,  # for the subscriptions alone, without a time limit for answers
        on_subscribed: Callable[[str], None],
        on_message: Callable[[str, str], None],
        on_disconnected: Callable[[BaseException], None],
    ) -> None:
        self._client = client
        # Called in the event loop; none of them may block or raise
        self._on_subscribed = on_subscribed  # with a channel of which every message arrives from now on
        self._on_message = on_message  # with a channel and a message
        self._on_disconnected = on_disconnected  # with the reason
        self._wanted: set[str] = set()
        self._subscribed: set[str] = set()  # requested from Redis
        self._open: set[str] = set()  # confirmed by Redis
        self._is_changed = asyncio.Event()
        self._heard_at = 0.0  # monotonic time of the last message or answer
        self._is_closed = False

    def subscribe(self, channel: str) -> None:
        """Subscribe to a channel; `on_subscribed` follows, even if the subscription exists already."""
        self._wanted.add(channel)
        self._is_changed.set()
        if channel in self._open:
            asyncio.get_running_loop().call_soon(self._on_subscribed, channel)

    def unsubscribe(self, channel: str) -> None:
        self._wanted.discard(channel)
        self._is_changed.set()

    def close(self) -> None:
        """Let `run` end, even if a cancellation is lost, as may happen in wait_for of Python 3.11."""
        self._is_closed = True
        self._is_changed.set()

    def is_open(self, channel: str) -> bool:
        """Tell whether every message of a channel arrives."""
        return channel in self._open

    async def run(self) -> None:
        """Listen until closed; reconnect after every error."""
        pause = 0.05
        while not self._is_closed:
            began = time.monotonic()
            try:
                await self._listen_once()
            except Exception as error:  # noqa: BLE001 - nothing would restart this task
                self._subscribed.clear()
                self._open.clear()
                self._on_disconnected(_first(error))
            pause = 0.05 if time.monotonic() - began > MAX_PAUSE else min(2 * pause, MAX_PAUSE)
            await asyncio.sleep(pause)

    async def _listen_once(self) -> None:
        connection = self._client.pubsub()
        try:
            self._is_changed.set()
            async with asyncio.timeout(SILENCE_SECONDS):
                await self._update(connection)
            self._heard_at = time.monotonic()
            async with asyncio.TaskGroup() as all_three:
                for task in (self._receive(connection), self._keep_subscribed(connection), self._watch(connection)):
                    all_three.create_task(task)
        finally:
            with suppress(*AWAY):
                await connection.aclose()  # type: ignore[no-untyped-call]  # the client gives it no types

    async def _keep_subscribed(self, connection: PubSub) -> None:
        while not self._is_closed:
            await self._is_changed.wait()
            await self._update(connection)

    async def _update(self, connection: PubSub) -> None:
        self._is_changed.clear()
        if new := self._wanted - self._subscribed:
            self._subscribed |= new
            await connection.subscribe(*new)
        if old := self._subscribed - self._wanted:
            self._subscribed -= old
            self._open -= old
            await connection.unsubscribe(*old)

    async def _receive(self, connection: PubSub) -> None:
        while not self._is_closed:
            message: dict[str, Any] | None = await connection.get_message(timeout=None)
            self._heard_at = time.monotonic()
            if message is not None:
                self._take(message["type"], (message.get("channel") or b"").decode(), message["data"])

    async def _watch(self, connection: PubSub) -> None:
        """Ping a Redis from which nothing has come for a while.  Raises TimeoutError: it does not answer."""
        while not self._is_closed:
            await asyncio.sleep(QUIET_SECONDS)
            silent = time.monotonic() - self._heard_at
            if silent > SILENCE_SECONDS:
                raise TimeoutError("it does not answer")
            if silent >= QUIET_SECONDS:
                await connection.ping()

    def _take(self, kind: str, channel: str, content: Any) -> None:
        if kind == "subscribe" and channel in self._subscribed:
            self._open.add(channel)
            self._on_subscribed(channel)
        elif kind == "message":
            self._on_message(channel, content.decode())


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
