"""A house of two servers continues without Redis, only a little slower.

The pauses of docs/operating/faults.md come from here: pytest tests/scale/test_redis_outages.py --log-cli-level=WARNING
"""

import asyncio
import logging
import time
from contextlib import asynccontextmanager

from crowds.crowd import FREE, PERSON, Browser, Crowd, client, cookie_of, made
from crowds.ledger import balance
from plugins.campaign import IS_CAMPAIGN, scaled

logger = logging.getLogger(__name__)
MOVES = 50 if IS_CAMPAIGN else 20
ROUNDS = scaled(20)  # each of two moves, while Redis is unavailable


@asynccontextmanager
async def table(pair):
    """The pages of two players of a match, one at each server."""
    async with client(pair.houses[0].address) as host, client(pair.houses[1].address) as guest:
        match = await made(host, a=PERSON, d=FREE)
        pages = [
            Browser(house.address, cookie_of(one), match) for house, one in zip(pair.houses, (host, guest), strict=True)
        ]
        tasks = [asyncio.create_task(page.run(pace=None)) for page in pages]
        try:
            await pages[0].until(lambda one: one.view)
            await pages[1].until(lambda one: one.view)
            await pages[1].ask("sit", {"seat": "d", "secret": pages[0].view["invitation"]})
            await pages[0].until(lambda one: not one.view["waiting"])
            yield pages
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def moved(mover, watcher):
    """Make a move; return the seconds until the other server has shown it."""
    await mover.until(lambda one: one.is_idle and one.move())
    count = mover.number
    begun = time.monotonic()
    await mover.ask(*mover.move())
    await watcher.until(lambda one: one.number > count)
    return time.monotonic() - begun


async def through_an_outage(pair, redis_server):
    """The seconds until the other server shows each move: before, during and after an outage of Redis."""
    pauses = {"before": [], "during": [], "after": []}
    async with table(pair) as (host, guest):
        order = [(host, guest), (guest, host)]
        for _ in range(3):
            pauses["before"] += [await moved(*order[0]), await moved(*order[1])]
        await asyncio.to_thread(redis_server.stop)
        await host.ask("chat", {"text": "Where is everybody?"})
        for _ in range(ROUNDS):
            pauses["during"] += [await moved(*order[0]), await moved(*order[1])]
        await asyncio.to_thread(redis_server.start)
        await restored(pair)
        for _ in range(3):
            pauses["after"] += [await moved(*order[0]), await moved(*order[1])]
        await host.until(lambda one: one.view["seats"][1]["present"])
        await guest.until(lambda one: one.view["seats"][0]["present"])
        await guest.until(lambda one: "Where is everybody?" in [entry.get("text") for entry in one.chat])
        assert [len(one.chat) for one in (host, guest)] == [1, 1]
    return pauses


async def restored(pair):
    """Wait until both servers hear each other again."""
    for house in pair.houses:
        async with client(house.address) as one, asyncio.timeout(20):
            while (await one.get("/api/ready")).json()["broker"] != "up":  # noqa: ASYNC110 - readiness can only be polled
                await asyncio.sleep(0.05)


def test_moves_travel_between_servers_while_redis_is_unavailable(shaken, redis_server):
    pauses = asyncio.run(through_an_outage(shaken, redis_server))
    assert len(pauses["during"]) == 2 * ROUNDS
    for when, seconds in pauses.items():
        logger.warning("%s the outage: %d moves, at most %.3f s each", when, len(seconds), max(seconds))


async def played_through_outages(pair, redis_server):
    async with Crowd(pair.address, tables=8 if IS_CAMPAIGN else 4) as crowd:
        await crowd.until_acknowledged(MOVES)
        for _ in range(2):
            await asyncio.to_thread(redis_server.kill)
            await crowd.until_acknowledged(MOVES)
            await asyncio.to_thread(redis_server.start)
            await crowd.until_acknowledged(MOVES)
    return crowd.tables


def test_no_acknowledged_move_is_lost_or_stored_twice_when_redis_is_killed(shaken, redis_server):
    tables = asyncio.run(played_through_outages(shaken, redis_server))
    for house in shaken.houses:
        house.close()
    found = asyncio.run(balance(shaken.database, tables))
    logger.warning("Redis killed twice: %s", found)
    assert (found.lost, found.doubled) == (0, 0)
