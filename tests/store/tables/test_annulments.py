"""Matches that are annulled: the ratings are those of a house in which they were never rated."""

import asyncio

import pytest
from houses.rated import ANNA, BORIS, ended, opened_beside, rating_store
from houses.stores import anything, opened
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.features.moderation.store import ModerationStore
from ludoteka.features.moderation.tables import ModerationAction
from ludoteka.referee.events import Occupant

CYRIL = "c" * 64
PEOPLE = {ANNA: "Anna", BORIS: "Boris", CYRIL: "Cyril"}
PAIRS = ((ANNA, BORIS), (BORIS, CYRIL), (CYRIL, ANNA))
RESULTS = ({"a": 1, "d": -1}, {"a": 0, "d": 0}, {"a": -1, "d": 1})
PLAYED = st.lists(st.tuples(st.sampled_from(PAIRS), st.sampled_from(RESULTS)), min_size=1, max_size=8)


async def annul(store, *names):
    for name in names:
        await ModerationStore(store).annul(
            ModerationAction(f"annuls {name}", 9000.0, "", "annul", match=name), anything
        )


async def play(store, played, left_out=()):
    for number, (people, result) in enumerate(played):
        if number not in left_out:
            seats = zip(
                "ad", (Occupant("person", 0, person, PEOPLE[person], "resident") for person in people), strict=True
            )
            await ended(store, f"m{number}", 1000.0 + number, result, **dict(seats))


async def known(ratings):
    """Everything about the ratings of all people, without the numbers of the matches."""
    states = {who: await ratings.states(who) for who in PEOPLE}
    histories = {who: [one[1:] for one in await ratings.history(who, "tavlei", "blitz")] for who in PEOPLE}
    return states, histories


@settings(max_examples=scaled(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PLAYED, st.sets(st.integers(0, 7), min_size=1, max_size=3))
def test_ratings_after_an_annulment_are_those_without_the_match(files, played, annulled):
    async def work():
        annulled_here = [number for number in sorted(annulled) if number < len(played)]
        async with opened(files.copy()) as store, opened(files.copy()) as twin:
            await play(store, played)
            await rating_store(store).rate_ended()
            await annul(store, *(f"m{number}" for number in annulled_here))
            await rating_store(store).rate_ended()
            await play(twin, played, annulled_here)
            await rating_store(twin).rate_ended()

            assert await known(rating_store(store)) == await known(rating_store(twin))
            assert await rating_store(store).recompute(is_check=True) == []
            assert await rating_store(store).rate_ended() == 0

    asyncio.run(work())


def test_a_match_that_is_annulled_before_it_is_rated_is_never_rated(place):
    async def work():
        async with opened(place) as store:
            await play(store, [(PAIRS[0], RESULTS[0])])
            await annul(store, "m0")
            assert await rating_store(store).rate_ended() == 1
            assert await rating_store(store).changes("m0") == []
            assert await rating_store(store).states(ANNA) == {}

    asyncio.run(work())


@pytest.mark.parametrize("annulled", [("m2",), ("m1", "m4")])
def test_servers_that_rate_and_annul_at_the_same_time_agree_on_one_order(place, annulled):
    async def work():
        async with opened(place) as store, opened_beside(place) as other:
            both = rating_store(store), rating_store(other)
            await play(store, [(PAIRS[0], RESULTS[0])] * 6)
            await both[0].rate_ended()
            await annul(store, *annulled)
            for number in range(6, 12):
                await ended(store, f"m{number}", 1000.0 + number, RESULTS[number % 3])
            await asyncio.gather(*(one.rate_ended() for one in (*both, *both)))

            history = await both[0].history(ANNA, "tavlei", "blitz")
            left = [f"m{number}" for number in range(12) if f"m{number}" not in annulled]
            assert sorted(one.match for one in history) == sorted(left)
            assert await both[1].recompute(is_check=True) == []
            assert (await both[1].states(BORIS))["tavlei", "blitz"].number == len(left)

    asyncio.run(work())
