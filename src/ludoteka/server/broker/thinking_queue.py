"""Thinking as jobs in a queue: what the servers ask, and what the workers do.

A job is keyed by match and number, so two servers that ask the same are given one answer.  A worker gives a sign of
life with every job it thinks about; one that gives none is taken for dead, and the job is done again.
"""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import Any

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError
from saq.job import TERMINAL_STATUSES, Job, Status
from saq.queue.redis import RedisQueue
from saq.worker import Worker

from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.players.levels import search_level
from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn

KEY_PREFIX = "ludoteka"  # the prefix of all our keys and channels
BEAT = 1.0  # seconds between two signs of life
SILENCE = 3  # seconds without one, after which a worker is taken for dead
ATTEMPTS = 3  # at one decision; then whoever asked thinks himself
ABORT_SECONDS = 0.5  # that a worker that seems dead has to say that it has heard of it
KEEP_SECONDS = 60  # that an answer is kept for another server that asks the same
EXTRA_SECONDS = 10.0  # beyond twice the level's time, before whoever asked thinks himself
CLOSING_SECONDS = 5.0  # that what is thought about may still take when a worker is told to end
Client = redis.Redis


def redis_client(url: str, retries: int = 0, timeout: float = 1.0) -> Client:
    """Return a client of the Redis at an address.

    Raises:
        Refused: "bad-broker".
    """
    try:
        return redis.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=1.0,
            retry=Retry(ExponentialBackoff(cap=1.0, base=0.05), retries),
            protocol=2,
        )
    except ValueError as error:
        text = Message("The address of the broker cannot be understood: {reason}", reason=str(error))
        raise Refused("bad-broker", text) from error


def redis_address(client: Client) -> str:
    """Return where a client's Redis is, as can be shown: without a password."""
    known = client.connection_pool.connection_kwargs
    return str(known.get("path") or f"{known.get('host', 'localhost')}:{known.get('port', 6379)}")


class ThinkingQueue(RedisQueue):
    """The queue of what is to be thought about."""

    def __init__(self, client: Client, house: str = KEY_PREFIX) -> None:
        super().__init__(client, name=f"{house}:think")

    async def sweep(self, lock: int = 1, abort: float = ABORT_SECONDS) -> list[str]:
        """Have jobs done again of which there is no sign of life."""
        return await super().sweep(lock, abort)


async def count_workers(queue: ThinkingQueue) -> int:
    """Return how many workers have lately given a sign of life."""
    known: int = len((await queue.info())["workers"])
    return known


def decision_timeout(turn: Turn) -> float:
    """Return for how many seconds to wait for a decision before it is made here."""
    game = games()[turn.game]
    limit = search_level(game, turn.level).limits.seconds if game.evaluation else 0.0
    return 2 * (limit or 0.0) + EXTRA_SECONDS


async def asked(queue: ThinkingQueue, key: str, turn: Turn) -> Job:
    """Put a turn into the queue unless it is there, or was answered; return its job as it stands."""
    known = await queue.job(key)
    if known and known.status in (Status.QUEUED, Status.ACTIVE, Status.COMPLETE):
        return known
    job = Job(
        function=think.__qualname__,
        key=key,
        kwargs={"turn": list(turn)},
        timeout=ceil(decision_timeout(turn)),
        heartbeat=SILENCE,
        retries=ATTEMPTS,
        ttl=KEEP_SECONDS,
    )
    return await queue.enqueue(job) or await queue.job(key) or job


def job_result(job: Job | None) -> int | None:
    """Return what a job came to, or None while it is not done.

    Raises:
        ChildProcessError: it came to nothing.
    """
    if job is None or (job.status in TERMINAL_STATUSES and job.status != Status.COMPLETE):
        raise ChildProcessError(f"nobody answered: {job.error if job else 'the question is lost'}")
    if job.status != Status.COMPLETE:
        return None
    action: int = job.result
    return action


async def think(context: Any, *, turn: list[Any]) -> int:
    """Decide a turn in a worker, in a process beside it."""
    job: Job = context["job"]
    thinker: Thinker = context["worker"].thinker
    decision = asyncio.create_task(thinker.choose(Turn(*turn)))
    try:
        while not (await asyncio.wait([decision], timeout=BEAT))[0]:
            await job.update()
        return await decision
    finally:
        decision.cancel()


class ThinkingWorker(Worker[Any]):
    """A worker of the queue, which thinks in processes of its own, and looks after jobs of workers that died."""

    def __init__(self, queue: ThinkingQueue, thinker: Thinker, concurrency: int, on_ready: Callable[[], None]) -> None:
        super().__init__(
            queue,
            [think],
            id=f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}",  # so that one can be found
            concurrency=concurrency,
            startup=self._begin,
            timers={"schedule": 1, "worker_info": 1, "abort": 1, "sweep": 1},  # seconds
            dequeue_timeout=1.0,  # shorter than the client's: a connection that is dead is noticed
            shutdown_grace_period_s=ceil(CLOSING_SECONDS),
        )
        self.thinker = thinker
        self._on_ready = on_ready

    async def _begin(self, context: Any) -> None:
        while True:
            with suppress(RedisError, OSError):
                await self.worker_info(ttl=SILENCE)
                break
            await asyncio.sleep(BEAT)
        self._on_ready()


def _is_news(record: logging.LogRecord) -> bool:
    """Tell whether a line of the log is more than that Redis is away, which fills it every second."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, RedisError | OSError)


async def work(url: str, concurrency: int, on_ready: Callable[[str], None], house: str = KEY_PREFIX) -> None:
    """Think for a house until told to end.

    Raises:
        Refused: "bad-broker".
    """
    logging.getLogger("saq").addFilter(_is_news)
    client = redis_client(url, retries=3, timeout=5.0)
    queue, thinker = ThinkingQueue(client, house), Thinker(concurrency)
    worker = ThinkingWorker(queue, thinker, concurrency, lambda: on_ready(redis_address(client)))
    try:
        await queue.connect()
        await worker.start()
    finally:
        await thinker.close()
        with suppress(RedisError, OSError):
            await queue.disconnect()
