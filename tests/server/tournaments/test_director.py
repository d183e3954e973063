"""The director of the tournaments of a house: one tournament does not hold up another."""

import asyncio

from houses.stores import opened

from ludoteka.server.tournaments.director import Director
from ludoteka.store.tournaments.models import StoredEntry, StoredTournament

NOW = 1000.0


def test_a_tournament_of_a_game_that_is_gone_or_with_broken_options_does_not_hold_up_others(tmp_path):
    async def work():
        async with opened(tmp_path / "house.sqlite") as store:
            director = Director(store, lambda: NOW)
            for name, game, options in (
                ("a", "gone", {}),
                ("b", "tavlei", None),
                ("c", "tavlei", {"repetition": "draw"}),
            ):
                terms = ("swiss", game, options, "5+3", False, "public", 0, 60, 1.0, NOW)
                entries = [StoredEntry(holder, 0, 1500.0, 2.0, 2.0, is_in=True) for holder in ("anna", "boris")]
                await director.store.create(StoredTournament(name, "Evening", "host", *terms), entries)
            working = asyncio.create_task(director.run())
            async with asyncio.timeout(30):
                while not (await director.store.load("c")).pairings:  # noqa: ASYNC110 - the director tells nobody
                    await asyncio.sleep(0.05)
            working.cancel()
            assert (await director.store.load("a")).tournament.started_at is None
            assert not (await director.store.load("b")).pairings

    asyncio.run(work())
