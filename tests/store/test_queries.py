"""Queries of the store: lobby, overdue matches, chat, event numbers."""

import asyncio

import pytest
from houses.stores import ANNA, BORIS, event, opened, setup
from sqlalchemy import event as happening

from ludoteka.features.challenges.store import ChallengeStore
from ludoteka.features.profiles.store import MatchFilter, ProfileStore
from ludoteka.features.ratings.store import RatingStore
from ludoteka.referee.events import FREE, Event, Occupant
from ludoteka.store import ChatLine, MatchStatus, NotStored
from ludoteka.store.queries import LISTED_SECONDS, SLOW_LISTED_SECONDS

OVER = MatchStatus({"a": 1, "d": -1})
NOW = 10.0  # house time


def run(work):
    return asyncio.run(work)


def public(name, made_at, is_open=False, **more):
    seats = {"a": Occupant("person", 0, ANNA), "d": FREE if is_open else Occupant("person", 0, BORIS)}
    return setup(name, made_at)._replace(visibility="public", seats=seats, host=ANNA, **more)


def ids(found):
    return [one.id for one in found]


def test_the_lobby_lists_public_matches_in_progress_newest_first(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup("private", 9.0))
            await store.create(public("over", 8.0), [event(1)], OVER)
            await store.create(public("aborted", 7.0), [event(1)], MatchStatus({}))
            await store.create(public("old", 1.0, is_open=True))
            await store.create(public("new", 2.0, clock="5+3"))
            await store.create(public("other", 3.0, game="moksha", is_open=True))
            assert ids(await store.lobby(NOW)) == ["other", "new", "old"]
            assert ids(await store.lobby(NOW, "tavlei")) == ["new", "old"]
            assert ids(await store.lobby(NOW, is_open=True)) == ["other", "old"]
            assert ids(await store.lobby(NOW, is_open=False)) == ["new"]
            assert ids(await store.lobby(NOW, "tavlei", is_open=True, limit=1)) == ["old"]
            await store.rename(ANNA, "Anna")
            (new,) = await store.lobby(NOW, is_open=False)
            assert (new.clock, new.visibility, new.host, new.host_name, new.is_open) == (
                *("5+3", "public", ANNA, "Anna"),
                False,
            )

    run(work())


def test_a_match_is_listed_as_open_until_its_last_seat_is_taken_and_in_the_lobby_until_it_ends(place):
    async def work():
        async with opened(place) as store:
            await store.create(public("m", 1.0, is_open=True))
            await store.append("m", Event(1, "sit", "d", f"{BORIS} person 0 Boris"))
            assert ids(await store.lobby(NOW, is_open=True)) == []
            assert ids(await store.lobby(NOW, is_open=False)) == ["m"]
            await store.append("m", event(2), OVER)
            assert ids(await store.lobby(NOW)) == []

    run(work())


def test_a_match_stays_in_the_lobby_for_a_while_after_its_players_have_left(place):
    async def work():
        async with opened(place) as store:
            await store.create(public("quick", 1.0, clock="5+3", is_open=True))
            await store.create(public("slow", 2.0, clock="3/day", is_open=True))
            listed = [ids(await store.lobby(1.0 + seconds)) for seconds in (0, LISTED_SECONDS, SLOW_LISTED_SECONDS + 1)]
            assert listed == [["slow", "quick"], ["slow"], []]
            await store.set_attended(["quick"], 1e9)
            assert ids(await store.lobby(1e9 + 1)) == ["quick"]
            assert await store.open_table_count(1e9 + 1, ANNA) == 1
            assert await store.open_table_count(1e9 + 1, BORIS) == 0

    run(work())


def test_the_places_of_the_lobby_are_shared_among_the_hosts(place):
    async def work():
        async with opened(place) as store:
            for number in range(6):
                await store.create(public(f"a{number}", 2.0 + number, is_open=True))
            await store.create(public("b", 1.0, is_open=True)._replace(host=BORIS))
            assert ids(await store.lobby(NOW, limit=3)) == ["a5", "a4", "b"]

    run(work())


def test_overdue_matches_are_listed_longest_overdue_first(place):
    async def work():
        async with opened(place) as store:
            for name, due in (("late", 5.0), ("later", 3.0), ("ahead", 20.0), ("never", None)):
                await store.create(setup(name))
                await store.append(name, event(1), MatchStatus(awaited="a", due=due))
            await store.create(setup("over"), [event(1)], OVER._replace(due=1.0))
            assert await store.overdue_matches(10.0) == ["later", "late"]
            await store.append("later", event(2), MatchStatus(awaited="d", due=30.0))
            assert await store.overdue_matches(10.0) == ["late"]
            assert (await store.matches_of(ANNA))[0].status.due in {5.0, 20.0, 30.0, 1.0, None}

    run(work())


def test_events_after_a_number_are_returned_in_order(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup(), [event(number)._replace(spent=number / 3) for number in (1, 2, 3)])
            assert [(one.number, one.spent) for one in await store.events_after("m", 1)] == [(2, 2 / 3), (3, 1.0)]
            assert await store.events_after("m", 3) == await store.events_after("nowhere", 0) == []

    run(work())


def test_the_last_event_numbers_of_many_matches_are_read_together(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup("new"))
            await store.create(setup("old"), [event(1), event(2)])
            assert await store.last_numbers(["new", "old", "nowhere"]) == {"new": 0, "old": 2}
            assert await store.last_numbers([]) == {}

    run(work())


def said(text, at=1.0):
    return ChatLine(ANNA, "a", "Anna", "words", text, at)


def test_chat_lines_are_returned_in_order_with_their_numbers(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            assert await store.chat_lines("m") == []
            kept = [await store.add_chat_line("m", said(text)) for text in ("Hello", "Здравствуй", "Ahoj")]
            assert [one.number for one in kept] == [1, 2, 3]
            assert await store.chat_lines("m") == kept
            assert await store.chat_lines("m", after=2) == kept[2:]
            assert await store.chat_lines("m", limit=2) == kept[1:]
            with pytest.raises(NotStored):
                await store.add_chat_line("nowhere", said("Hello?"))

    run(work())


def test_concurrent_chat_lines_are_all_stored_once(place):
    async def work():
        async with opened(place) as store:
            await store.create(setup())
            texts = [f"word {one}" for one in range(12)]
            await asyncio.gather(*(store.add_chat_line("m", said(text)) for text in texts))
            heard = await store.chat_lines("m")
            assert [one.number for one in heard] == list(range(1, 13))
            assert sorted(one.text for one in heard) == sorted(texts)

    run(work())


def test_the_clock_offset_of_a_local_database_is_small(place):
    async def work():
        async with opened(place) as store:
            assert abs(await store.clock_offset()) < 60

    run(work())


def test_a_closed_store_is_not_ready(place):
    async def work():
        async with opened(place) as store:
            assert await store.is_ready()
        assert not await store.is_ready()

    run(work())


@pytest.mark.parametrize(
    "wanted",
    [
        *("matches_in_lobby", "matches_by_due", "matches_to_rate"),
        *("ratings_by_strength", "follows_by_followed"),
    ],
)
def test_queries_over_all_matches_use_an_index(tmp_path, wanted):
    async def work():
        told = []
        async with opened(tmp_path / "house.sqlite") as store:
            happening.listen(store.engine, "before_cursor_execute", lambda *given: told.append(given[2:4]))
            residents = ProfileStore(store)
            asked = {
                "matches_in_lobby": lambda: store.lobby(NOW),
                "matches_by_due": lambda: store.overdue_matches(1.0),
                "matches_to_rate": RatingStore(store).rate_ended,
                "ratings_by_strength": lambda: RatingStore(store).leaders("tavlei", "blitz", 0.0, 50),
                "follows_by_followed": lambda: residents.follower_count("anna"),
            }
            await asked[wanted]()
            assert any(wanted in step for step in plan_of(store, told))

    run(work())


def plan_of(store, told):
    """Return the steps in which the first query after BEGIN is answered."""
    _, (statement, values), *_ = told
    with store.engine.connect() as connection:
        return [row[-1] for row in connection.exec_driver_sql(f"explain query plan {statement}", values)]


@pytest.mark.parametrize("page", ["matches", "score", "how they played", "start page", "running matches"])
def test_the_newest_matches_of_somebody_are_found_in_an_index_before_any_match_is_read(tmp_path, page):
    async def work():
        told = []
        async with opened(tmp_path / "house.sqlite") as store:
            happening.listen(store.engine, "before_cursor_execute", lambda *given: told.append(given[2:4]))
            residents, wanted = ProfileStore(store), MatchFilter("tavlei", "a", BORIS)
            asked = {
                "matches": lambda: residents.matches(ANNA, wanted, 30),
                "score": lambda: residents.scores(ANNA, wanted),
                "how they played": lambda: residents.played(ANNA, wanted),
                "start page": lambda: store.matches_of(ANNA),
                "running matches": lambda: ChallengeStore(store).current(ANNA),
            }
            await asked[page]()
            reads = [step for step in plan_of(store, told) if step.startswith(("SEARCH", "SCAN"))]
            first = "SEARCH seats USING COVERING INDEX seats_by_holder (holder=? AND kind=?"
            assert any(step.startswith(first) for step in reads)
            assert not {"SCAN matches", "SCAN seats"} & set(reads)

    run(work())
