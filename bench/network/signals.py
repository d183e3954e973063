"""What signals cost a server and Redis, for constants.toml: python bench/network/signals.py, on an idle machine.

A heartbeat is that of a server with many matches, with one person at each.  A message is an event of another server, in bursts.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

from redis import Redis

from ludoteka.players.thinker import Thinker
from ludoteka.referee.events import Event
from ludoteka.server.broker import redis_broker
from ludoteka.server.broker.broker import BrokerListener
from ludoteka.server.broker.redis_broker import RedisBroker
from support import support

MATCHES, ROUNDS = 2000, 20
BURST, BURSTS = 20, 200
PUBLISH = "for _ = 1, ARGV[2] do redis.call('PUBLISH', KEYS[1], ARGV[1]) end"
EVENT = 'another event [12,"act","a","e2-f2","17",1700000000.123456,0.1]'


class Costs:
    """Processor time of this process and of Redis, for each of many things that are done in turn."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def of(self, do: Callable[[], Awaitable[None]], rounds: int, each: int = 1) -> str:
        """Return the median of this process and the mean of Redis, whose count is coarse, in microseconds of each."""
        here, began = [], self._redis()
        for _ in range(rounds):
            moment = time.process_time()
            await do()
            here.append(time.process_time() - moment)
        there = (self._redis() - began) / rounds
        return f"{statistics.median(here) / each * 1e6:.0f} µs, Redis {there / each * 1e6:.0f} µs"

    def _redis(self) -> float:
        used: Any = self._client.info("cpu")
        return float(used["used_cpu_user"] + used["used_cpu_sys"])


async def measure(url: str) -> None:
    """Print the costs."""
    heard = asyncio.Semaphore(0)

    def hear(_match: str, _event: Event) -> None:
        heard.release()

    thinker = Thinker(1)
    broker = RedisBroker(url, thinker, "bench")
    await broker.start(BrokerListener(hear, lambda _: None, lambda _: None, lambda *_: None))
    matches = [f"match{number}" for number in range(MATCHES)]
    for match in matches:
        broker.follow(match)
        broker.enter(match, f"somebody at {match}")
    while not (broker.is_up and all(broker._channels.is_open(broker._topic(match)) for match in matches)):  # noqa: ASYNC110 - nobody is told
        await asyncio.sleep(0.1)
    with Redis.from_url(url) as client:

        async def listen() -> None:
            client.eval(PUBLISH, 1, broker._topic(matches[0]), EVENT, str(BURST))
            for _ in range(BURST):
                await heard.acquire()

        costs = Costs(client)
        print(f"beat: {await costs.of(broker._beat, ROUNDS)}")
        print(f"hear: {await costs.of(listen, BURSTS, BURST)}")
    await broker.close()
    await thinker.close()


if __name__ == "__main__":
    redis_broker.BEAT = 3600.0  # no heartbeat but those that are measured
    with support("programs.servers").redis_server() as redis:
        asyncio.run(measure(redis.url))
