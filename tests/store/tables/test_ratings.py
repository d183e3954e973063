"""The ratings in a database: each match is rated once, in the order of the ends, and again with the same numbers."""

import asyncio

from houses.rated import ANNA, BORIS, ended, opened_beside, rating_store
from houses.stores import event, opened, setup
from sqlalchemy import text

from ludoteka.referee.events import Occupant
from ludoteka.store import MatchStatus


def test_matches_are_rated_once_in_the_order_of_their_ends(place):
    async def work():
        async with opened(place) as store:
            await ended(store, "late", 2000.0, {"a": -1, "d": 1})
            await ended(store, "early", 1000.0, {"a": 1, "d": -1})
            await ended(store, "computers", 3000.0, {"a": 1, "d": -1}, d=Occupant("computer", 5))
            await ended(store, "spoiled", 1500.0, {"a": 1, "d": -1}, spoil="back")
            ratings = rating_store(store)
            assert await ratings.rate_ended() == 4
            assert await ratings.rate_ended() == 0

            early, late = await ratings.changes("early"), await ratings.changes("late")
            assert [(one.ordinal, one.seat, one.before) for one in early] == [(1, "a", 1500.0), (1, "d", 1500.0)]
            assert early[0].rating - 1500 == 1500 - early[1].rating > 0
            assert [one.before for one in late] == [one.rating for one in early]
            assert await ratings.changes("spoiled") == []
            assert [change.seat for change in await ratings.changes("computers")] == ["a"]
            state = (await ratings.states(ANNA))["tavlei", "blitz"]
            assert (state.number, state.at) == (3, 3000.0)
            assert 0 < state.rating.volatility < 0.2
            assert state.rating[:1] == (await ratings.history(ANNA, "tavlei", "blitz"))[-1][9:10]

    asyncio.run(work())


def test_servers_that_rate_at_the_same_time_rate_each_match_once(place):
    async def work():
        async with opened(place) as store, opened_beside(place) as other:
            for number in range(12):
                await ended(store, f"m{number}", 1000.0 + number, {"a": 1, "d": -1} if number % 3 else {"a": 0, "d": 0})
            both = rating_store(store), rating_store(other)
            await asyncio.gather(*(one.rate_ended() for one in (*both, *both)))

            history = await both[0].history(ANNA, "tavlei", "blitz")
            assert sorted(one.match for one in history) == sorted(f"m{number}" for number in range(12))
            assert [one.ordinal for one in history] == list(range(1, 13))
            assert [one.before for one in history[1:]] == [one.rating for one in history[:-1]]
            assert (await both[1].states(BORIS))["tavlei", "blitz"].number == 12

    asyncio.run(work())


def test_ratings_computed_again_are_the_same_to_the_last_digit_and_others_are_found(place):
    async def work():
        async with opened(place) as store:
            for number in range(6):
                await ended(store, f"m{number}", 1000.0 * number + 1, {"a": (-1) ** number, "d": -((-1) ** number)})
            ratings = rating_store(store)
            await ratings.rate_ended()
            before = await ratings.states(ANNA), await ratings.history(BORIS, "tavlei", "blitz")
            assert await ratings.recompute(is_check=True) == []
            with store.engine.begin() as connection:
                connection.execute(text("update rating_changes set rating = 3000 where ordinal = 5 and place = 0"))
                connection.execute(text("update ratings set rating = 3000"))

            assert await ratings.recompute(is_check=True) == ["m4"]
            assert await ratings.recompute() == ["m4"]
            assert (await ratings.states(ANNA), await ratings.history(BORIS, "tavlei", "blitz")) == before

    asyncio.run(work())


def test_a_match_of_four_is_rated_in_a_pool_of_its_own(place):
    async def work():
        async with opened(place) as store:
            people = {letter: Occupant("person", 0, letter * 64, letter, "resident") for letter in "abc"}
            seats = {"a": people["a"], "d": people["b"], "e": people["c"], "f": Occupant("computer", 5)}
            for number in range(3):
                made = setup(f"four{number}")._replace(game="quagmire", seats=seats, clock="1/day", rated=True)
                await store.create(made)
                await store.append(
                    made.id, event(1)._replace(at=1000.0 + number), MatchStatus({"a": -1, "d": 1, "e": -1, "f": -1})
                )
            ratings = rating_store(store)
            assert await ratings.rate_ended() == 3

            changes = await ratings.changes("four0")
            assert [(change.seat, change.place, change.speed) for change in changes] == [
                ("a", 0, "party"),
                ("d", 1, "party"),
                ("e", 2, "party"),
            ]
            winner, loser = (await ratings.states("b" * 64), await ratings.states("a" * 64))
            assert winner["quagmire", "party"].rating.rating > 1500 > loser["quagmire", "party"].rating.rating
            assert await ratings.recompute(is_check=True) == []

    asyncio.run(work())
