"""The store: matches are read as they were written, event numbers are unique, and acknowledged writes survive a crash."""

import asyncio
import os
import random
import secrets
import signal
import subprocess
import sys

import pytest
from houses.stores import ANNA, BORIS, event, numbers, opened, setup
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.referee.events import FREE, Event, Occupant
from ludoteka.store import MatchStatus, NumberTaken

OVER = MatchStatus({"a": 1, "d": -1})


def run(work):
    return asyncio.run(work)


def test_a_match_is_loaded_as_it_was_created(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            await store.append("m", event(1))
        async with opened(place) as store:
            assert await store.load("m") == (setup(), [event(1)])
            assert await store.load("n") is None

    run(work())


def test_an_event_number_is_used_only_once(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            await store.append("m", event(1))
            with pytest.raises(NumberTaken):
                await store.append("m", event(1, "e9-e8"))
            _, log = await store.load("m")
            assert log == [event(1)]

    run(work())


def test_the_status_of_a_match_is_stored_with_each_event(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            await store.append("m", event(1), OVER)
            assert (await store.matches_of(ANNA))[0].status == OVER
            await store.append("m", event(2, "0", "back"), MatchStatus(awaited="a"))
            assert (await store.matches_of(ANNA))[0].status == MatchStatus(awaited="a")

    run(work())


def test_a_match_is_listed_for_a_person_while_they_have_a_seat(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup(a=ANNA)._replace(seats={"a": Occupant("person", 0, ANNA), "d": FREE}))
            await store.append("m", Event(1, "sit", "d", f"{BORIS} person 0 Boris the Bold"))
            (match,) = await store.matches_of(BORIS)
            assert match.seats["d"] == Occupant("person", 0, BORIS, "Boris the Bold")
            assert (await store.load("m"))[0].seats == match.seats
            await store.append("m", Event(2, "leave", "d", BORIS))
            assert await store.matches_of(BORIS) == []
            await store.append("m", Event(3, "sit", "d", f"{ANNA} computer 3 "))
            assert (await store.load("m"))[0].seats["d"] == Occupant("computer", 3)

    run(work())


def test_a_seat_is_not_assigned_when_its_event_number_is_taken(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup(a=ANNA)._replace(seats={"a": Occupant("person", 0, ANNA), "d": FREE}))
            sits = [store.append("m", Event(1, "sit", "d", f"{who} person 0 ")) for who in (BORIS, "c" * 64)]
            told = await asyncio.gather(*sits, return_exceptions=True)
            assert [isinstance(one, NumberTaken) for one in told] == [False, True]
            assert (await store.load("m"))[0].seats["d"].holder == BORIS

    run(work())


def test_a_guests_new_name_is_used_in_all_their_matches(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            assert (await store.person(ANNA)).name == ""
            for name in ("Anna", "Ánna Karénina"):
                await store.rename(ANNA, name)
            await asyncio.gather(*(store.rename(BORIS, name) for name in ("Boris", "Bob")))
            assert (await store.person(ANNA)).name == "Ánna Karénina"
            assert {seat.name for seat in (await store.load("m"))[0].seats.values()} == {"Ánna Karénina", "Bob"}

    run(work())


def test_the_rematch_of_a_match_is_found(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            assert await store.rematch_of("m") is None
            await store.create(setup("n")._replace(previous="m"))
            assert await store.rematch_of("m") == "n"

    run(work())


def test_a_persons_matches_are_listed_newest_first(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup("old", 1.0))
            await store.create(setup("new", 2.0, a=ANNA, d=ANNA))
            assert [one.id for one in await store.matches_of(ANNA)] == ["new", "old"]
            assert [one.id for one in await store.matches_of(BORIS)] == ["old"]
            assert [one.id for one in await store.matches_of(ANNA, limit=1)] == ["new"]
            assert await store.matches_of("nobody") == []
            assert (await store.matches_of(BORIS))[0].seats["a"] == Occupant("person", 0, ANNA)

    run(work())


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.randoms())
@settings(max_examples=scaled(60), deadline=None)
def test_logs_written_concurrently_keep_their_order(shared, turns, chance):
    async def work():
        async with opened(shared) as store:
            own = secrets.token_hex(8)
            counts = {f"{own}-{turn}": turns.count(turn) for turn in turns}

            async def write(name):
                await store.create(setup(name))
                for number in range(1, counts[name] + 1):
                    await store.append(name, event(number))
                    for _ in range(chance.randint(0, 3)):
                        await asyncio.sleep(0)  # let other writers go first
                    assert await numbers(store, name) == list(range(1, number + 1))

            await asyncio.gather(*(write(name) for name in counts))
            for name, count in counts.items():
                assert await numbers(store, name) == list(range(1, count + 1))

    run(work())


@given(st.lists(st.tuples(st.sampled_from("mn"), st.integers(1, 5)), min_size=1, max_size=40))
@settings(max_examples=scaled(60), deadline=None)
def test_concurrent_writers_never_share_an_event_number(shared, wanted):
    async def work():
        async with opened(shared) as store:
            own = {name: f"{name}-{secrets.token_hex(8)}" for name in "mn"}
            for name in "mn":
                await store.create(setup(own[name]))
            attempts = (store.append(own[name], event(number, str(one))) for one, (name, number) in enumerate(wanted))
            told = await asyncio.gather(*attempts, return_exceptions=True)
            given_to = {}
            for one, ((name, number), error) in enumerate(zip(wanted, told, strict=True)):
                assert isinstance(error, NumberTaken) == ((name, number) in given_to)
                given_to.setdefault((name, number), str(one))
            for name in "mn":
                _, log = await store.load(own[name])
                assert {(name, one.number): one.text for one in log} == {
                    key: text for key, text in given_to.items() if key[0] == name
                }

    run(work())


WRITES = """
import asyncio, sys
from ludoteka.referee.events import Event
from ludoteka.store import Store

async def main():
    store = Store.open(sys.argv[1])
    first = len((await store.load("m"))[1]) + 1
    for number in range(first, first + 100000):
        await store.append("m", Event(number, "act", "a", "d9-b9", "", 0.0))
        print(number, flush=True)

asyncio.run(main())
"""


def test_no_acknowledged_event_is_lost_when_the_process_is_killed(place):
    async def prepare():
        async with opened(place) as store:
            await store.create(setup())

    async def count():
        async with opened(place) as store:
            return await numbers(store)

    run(prepare())
    chance = random.Random(2)
    for _ in range(scaled(30)):
        process = subprocess.Popen([sys.executable, "-c", WRITES, str(place)], stdout=subprocess.PIPE, text=True)
        acknowledged = 0
        for _ in range(chance.randint(1, 200)):
            acknowledged = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        rest = process.stdout.read().split("\n")
        process.stdout.close()
        process.wait()
        acknowledged = int(rest[-2]) if len(rest) > 1 else acknowledged
        kept = run(count())
        assert kept[-1] >= acknowledged
        assert kept == list(range(1, len(kept) + 1))
