"""The open tables of a guest, and the watch over the players of public matches."""

import asyncio

import msgspec
from houses import PERSON
from houses.slow import HOST, slow_house

from ludoteka.server import matches
from ludoteka.server.matches import MOST_EACH, OpenTables
from ludoteka.server.protocol.messages import MatchRequest
from ludoteka.server.rooms.subscribers import Subscriber

WISH = {"game": "tavlei", "seats": {"a": PERSON, "d": {"kind": "free"}}, "visibility": "public"}


async def opened_at_once(folder):
    """Ask for twice as many tables as a guest may have, all at the same time; return how many were opened."""
    async with slow_house(folder) as house, house.browser() as client:
        await client.get("/api/guest")
        answers = await asyncio.gather(*(client.post("/api/matches", json=WISH) for _ in range(2 * MOST_EACH)))
        return [answer.status_code for answer in answers].count(201)


def test_a_guest_who_asks_for_tables_at_the_same_time_gets_no_more_of_them(tmp_path):
    assert 1 <= asyncio.run(opened_at_once(tmp_path)) <= MOST_EACH


async def listed_while_there(folder):
    """Let a stranger, and then the host, come to a table that was left long ago; return whether the lobby lists it."""
    async with slow_house(folder) as house:
        match = await house.matches.create_match(msgspec.convert(WISH, MatchRequest), HOST)
        await house.store.set_attended([match], 0.0)
        listed = []
        for person in ("stranger", HOST):
            await house.rooms.enter(match, Subscriber(person, [].append))
            await house.open_tables.renew()
            listed.append([one.id for one in await house.store.lobby(house.now())] == [match])
        return listed


def test_a_table_is_listed_while_its_host_is_there_but_not_because_of_a_spectator(tmp_path):
    assert asyncio.run(listed_while_there(tmp_path)) == [False, True]


async def rounds_after_a_fault():
    """Let the second of three rounds fail; return how many began."""
    begun, is_enough = [], asyncio.Event()

    def now():
        begun.append(len(begun))
        if len(begun) == 2:
            raise ArithmeticError("a fault")
        if len(begun) == 3:
            is_enough.set()
        return 0.0

    watch = asyncio.create_task(OpenTables(None, (), now).watch())
    waiting = asyncio.create_task(is_enough.wait())
    await asyncio.wait([watch, waiting], return_when=asyncio.FIRST_COMPLETED)
    watch.cancel(), waiting.cancel()
    return len(begun)


def test_any_error_is_logged_and_the_next_round_tries_again(monkeypatch, caplog):
    monkeypatch.setattr(matches, "CHECK_SECONDS", 0)

    assert asyncio.run(rounds_after_a_fault()) >= 3
    assert [record.exc_info[0] for record in caplog.records] == [ArithmeticError]
