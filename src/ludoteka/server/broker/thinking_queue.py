"""The queue of turns that computers think about, and of parts of reviews: servers put them in, workers answer them.

The key of a turn is its match and event number, so two servers with the same question get one answer.  A worker sends
a heartbeat for each job; if the heartbeat stops, the worker counts as dead and another worker gets the job.

Workers take jobs in the order in which they were put in, so each server puts in only as many as the workers can think
about at the same time, in a fair order (`players.thinker`).
"""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable, Sequence
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
from ludoteka.players.thinker import Thinker

KEY_PREFIX = "ludoteka"  # of all keys and channels in Redis
BEAT = 1.0  # seconds between two heartbeats
SILENCE = 3  # seconds without a heartbeat, after which a worker counts as dead
ATTEMPTS = 3  # at one question; then the server that asked answers it
ABORT_SECONDS = 0.5  # to wait for a worker that seems dead to end its job
KEEP_SECONDS = 60  # for which an answer is kept for other servers
EXTRA_SECONDS = 10.0  # added to twice the time of the thinking; then the server that asked answers
CLOSING_SECONDS = 5.0  # for jobs in progress when a worker is told to stop
Client = redis.Redis


def redis_client(url: str, retries: int = 0, timeout: float | None = 1.0) -> Client:
    """Return a client for the Redis at an address; `timeout` are the seconds for an answer.  Raises Refused: "bad-broker"."""
    try:
        return redis.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=1.0,
            retry=Retry(ExponentialBackoff(cap=1.0, base=0.05), retries),
            protocol=2,
        )
    except ValueError as error:
        text = Message("The address of the broker can't be read: {reason}", reason=str(error))
        raise Refused("bad-broker", text) from error


def redis_address(client: Client) -> str:
    """Return the address of a client's Redis, without its password."""
    known = client.connection_pool.connection_kwargs
    return str(known.get("path") or f"{known.get('host', 'localhost')}:{known.get('port', 6379)}")


class ThinkingQueue(RedisQueue):
    """The queue of turns to think about."""

    def __init__(self, client: Client, house: str = KEY_PREFIX) -> None:
        super().__init__(client, name=f"{house}:think")

    async def sweep(self, lock: int = 1, abort: float = ABORT_SECONDS) -> list[str]:
        """Restart jobs whose heartbeat has stopped."""
        return await super().sweep(lock, abort)


async def count_processes(queue: ThinkingQueue) -> int:
    """Return how many turns all workers with a recent heartbeat can think about at the same time."""
    workers = (await queue.info())["workers"].values()
    return sum(int((worker["metadata"] or {}).get("concurrency", 1)) for worker in workers)


def answer_timeout(seconds: float) -> float:
    """Return the seconds to wait for an answer before the server gives it, if the thinking may take `seconds`."""
    return 2 * seconds + EXTRA_SECONDS


async def enqueue_question(queue: ThinkingQueue, key: str, kind: str, question: Any, seconds: float) -> Job:
    """Put a question into the queue, unless it is there or answered already; return its job."""
    known = await queue.job(key)
    if known and known.status in (Status.QUEUED, Status.ACTIVE, Status.COMPLETE):
        return known
    job = Job(
        function=think.__qualname__,
        key=key,
        kwargs={"kind": kind, "question": question, "seconds": seconds},
        timeout=ceil(answer_timeout(seconds)),
        heartbeat=SILENCE,
        retries=ATTEMPTS,
        ttl=KEEP_SECONDS,
    )
    return await queue.enqueue(job) or await queue.job(key) or job


def is_done(job: Job | None) -> bool:
    """Tell whether a job has a result.  Raises ChildProcessError: it failed or is lost."""
    if job is None or (job.status in TERMINAL_STATUSES and job.status != Status.COMPLETE):
        raise ChildProcessError(f"no worker answered: {job.error if job else 'the job is lost'}")
    return job.status == Status.COMPLETE


async def think(context: Any, *, kind: str, question: Any, seconds: float) -> Any:
    """Answer a question in a process of the worker."""
    job: Job = context["job"]
    thinker: Thinker = context["worker"].thinker
    # The servers have seen to fair shares
    answer = asyncio.create_task(thinker.answer(kind, question, seconds, job.key))
    try:
        while not (await asyncio.wait([answer], timeout=BEAT))[0]:
            await job.update()
        return await answer
    finally:
        answer.cancel()


class ThinkingWorker(Worker[Any]):
    """A worker of the queue: it thinks in processes of its own, and restarts jobs of workers that died."""

    def __init__(self, queue: ThinkingQueue, thinker: Thinker, concurrency: int, tell: Callable[[bool], None]) -> None:
        super().__init__(
            queue,
            [think],
            id=f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}",  # so that an operator can find it
            concurrency=concurrency,
            startup=self._begin,
            metadata={"concurrency": concurrency},
            timers={"schedule": 1, "worker_info": 1, "abort": 1, "sweep": 1},  # seconds
            dequeue_timeout=1.0,  # shorter than the client's timeout, so that a dead connection is noticed
            shutdown_grace_period_s=ceil(CLOSING_SECONDS),
        )
        self.thinker = thinker
        self._tell = tell

    async def _begin(self, context: Any) -> None:
        """Wait until Redis answers or the worker is told to stop; report once that it waits, and that it is ready."""
        is_waiting = False
        while not self.event.is_set():
            try:
                await self.worker_info(ttl=SILENCE)
            except (RedisError, OSError):
                if not is_waiting:
                    self._tell(False)
                is_waiting = True
            else:
                self._tell(True)
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self.event.wait(), BEAT)


def _is_news(record: logging.LogRecord) -> bool:
    """Drop log lines that only say, every second, that Redis is unavailable."""
    return not (record.exc_info and isinstance(record.exc_info[1], RedisError | OSError))


async def run_worker(
    url: str,
    concurrency: int,
    tell: Callable[[str, bool], None],
    more: Sequence[str] = (),
) -> None:
    """Think for a house until told to stop; call `tell` with the address of its Redis and whether Redis answers.

    `more` names the functions that answer other kinds of questions, as for a `Thinker`.

    Raises:
        Refused: "bad-broker".
    """
    logging.getLogger("saq").addFilter(_is_news)
    client = redis_client(url, retries=3, timeout=5.0)
    queue, thinker = ThinkingQueue(client), Thinker(concurrency, more=more)
    worker = ThinkingWorker(queue, thinker, concurrency, lambda is_ready: tell(redis_address(client), is_ready))
    try:
        await queue.connect()
        await worker.start()
    finally:
        await thinker.close()
        with suppress(RedisError, OSError):
            await queue.disconnect()
