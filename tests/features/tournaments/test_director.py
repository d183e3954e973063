"""The director of tournaments: pairings, the end of an arena, and that one tournament doesn't hold up another."""

import asyncio
from contextlib import asynccontextmanager

from houses.stores import event, opened

from ludoteka.features.tournaments.director import Director
from ludoteka.features.tournaments.model import StoredEntry, StoredTournament
from ludoteka.features.tournaments.standings import LARGE_ENTRIES, READY_SECONDS
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.server.operations.background_process import BackgroundProcess
from ludoteka.server.operations.work_queue import WorkQueue
from ludoteka.store import MatchStatus

START = 1000.0
OPTIONS = {"repetition": "draw"}


class Time:
    """A house time that the test sets."""

    def __init__(self):
        self.seconds = START

    def __call__(self):
        return self.seconds


@asynccontextmanager
async def directing(folder, time):
    """Provide a director that works, and its store."""
    process = BackgroundProcess()
    async with opened(folder / "house.sqlite") as store:
        director = Director(TournamentStore(store), time, WorkQueue(process), set().update)
        working = asyncio.create_task(director.run())
        yield director.store, store
        working.cancel()
        await process.close()


async def create(kept, name, people, kind="swiss", game="tavlei", options=OPTIONS):
    terms = (kind, game, options, "5+3", False, "public", 0, 60, 1.0, START)
    entries = [StoredEntry(holder, 0, 1500.0, 2.0, START, is_in=True) for holder in people]
    await kept.create(StoredTournament(name, "Evening", "host", *terms), entries)


async def until(kept, name, is_so):
    async with asyncio.timeout(30):
        while not is_so(state := await kept.load(name)):  # noqa: ASYNC110 - the director tells nobody
            await asyncio.sleep(0.05)
    return state


def test_a_tournament_of_a_game_that_is_gone_or_with_broken_options_does_not_hold_up_others(tmp_path):
    async def work():
        async with directing(tmp_path, Time()) as (kept, _):
            await create(kept, "a", ["anna", "boris"], game="gone")
            await create(kept, "b", ["anna", "boris"], options=None)
            await create(kept, "c", ["anna", "boris"])
            await until(kept, "c", lambda state: state.pairings)
            assert (await kept.load("a")).tournament.started_at is None
            assert not (await kept.load("b")).pairings

    asyncio.run(work())


def test_in_an_arena_only_those_are_paired_who_have_said_lately_that_they_are_ready(tmp_path):
    async def work():
        time = Time()
        async with directing(tmp_path, time) as (kept, store):
            await create(kept, "t", ["anna", "boris", "cyril"], "arena")
            [first] = (await until(kept, "t", lambda state: state.pairings)).pairings
            time.seconds += READY_SECONDS + 1
            await store.append(first.match, event(1), MatchStatus({"a": 1, "d": -1}))
            await kept.see("t", first.players[0], time.seconds)
            [left] = {"anna", "boris", "cyril"} - {*first.players}
            await kept.see("t", left, time.seconds)
            _, second = (await until(kept, "t", lambda state: len(state.pairings) == 2)).pairings
            assert {*second.players} == {first.players[0], left}

    asyncio.run(work())


def test_an_arena_ends_when_its_time_is_up_and_matches_that_are_still_played_do_not_count(tmp_path):
    async def work():
        time = Time()
        async with directing(tmp_path, time) as (kept, store):
            await create(kept, "t", ["anna", "boris"], "arena")
            [pairing] = (await until(kept, "t", lambda state: state.pairings)).pairings
            time.seconds += 60 * 60
            state = await until(kept, "t", lambda state: state.tournament.ended_at)
            assert state.tournament.ended_at == time.seconds
            await store.append(pairing.match, event(1), MatchStatus({"a": 1, "d": -1}))
            assert await kept.to_advance(time.seconds) == []
            assert (await kept.load("t")).pairings[0].scores is None

    asyncio.run(work())


def test_a_large_round_is_paired_in_another_process(tmp_path):
    async def work():
        async with directing(tmp_path, Time()) as (kept, _):
            await create(kept, "t", [f"player{number}" for number in range(LARGE_ENTRIES + 1)])
            state = await until(kept, "t", lambda state: state.pairings)
            assert len(state.pairings) == LARGE_ENTRIES // 2 + 1
            assert [len(pairing.players) for pairing in state.pairings].count(1) == 1  # the bye

    asyncio.run(work())
