"""Tournaments in a database: a round is paired once, and only those with news are read again."""

import asyncio

import pytest
from houses.stores import event, opened, setup

from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.tournaments.model import StoredEntry, StoredPairing, StoredTournament
from ludoteka.features.tournaments.store import NewMatch, TournamentStore
from ludoteka.store import MatchStatus, NotStored
from ludoteka.store.people import Account

NOW = 1000.0
OVER = MatchStatus({"a": 1, "d": -1})


def tournament(name, kind="swiss", **more):
    return StoredTournament(name, "Evening", "host", kind, "tavlei", {}, "5+3", False, "public", 0, 60, 1.0, **more)


def paired(match, number=1, board=1):
    pairing = StoredPairing(number, board, match, ("anna", "boris"))
    return [pairing], [NewMatch(setup(match)._replace(tournament="t"), [event(1)], MatchStatus())]


async def created(store, *tournaments):
    kept = TournamentStore(store)
    for tournament in tournaments:
        entries = [StoredEntry(holder, 0, 1500.0, 2.0, 2.0, is_in=True) for holder in ("anna", "boris")]
        await kept.create(tournament, entries)
    return kept


def test_whoever_pairs_a_round_second_creates_nothing(place):
    async def work():
        async with opened(place) as store:
            kept = await created(store, tournament("t", started_at=3.0))
            await kept.pair("t", *paired("first"))
            with pytest.raises(NotStored) as told:
                await kept.pair("t", *paired("second"))
            assert told.value.is_conflict
            assert [pairing.match for pairing in (await kept.load("t")).pairings] == ["first"]
            assert await store.header("second") is None

    asyncio.run(work())


def test_a_tournament_is_read_again_only_if_something_may_be_to_do(place):
    async def work():
        async with opened(place) as store:
            later, never = tournament("later", starts_at=NOW + 1), tournament("never")
            due, arena = tournament("due", starts_at=NOW - 1), tournament("arena", "arena", started_at=3.0)
            over = tournament("over", started_at=3.0, ended_at=4.0)
            kept = await created(store, tournament("t", started_at=3.0), later, never, due, arena, over)
            assert sorted(await kept.to_advance(NOW)) == ["arena", "due", "t"]
            await kept.pair("t", *paired("m"))
            assert sorted(await kept.to_advance(NOW)) == ["arena", "due"]
            await store.append("m", event(2), OVER)
            assert sorted(await kept.to_advance(NOW)) == ["arena", "due", "t"]
            [pairing] = (await kept.load("t")).pairings
            assert pairing.result == OVER.result
            await kept.score("t", [pairing._replace(scores=(1.0, 0.0))])
            assert "t" in await kept.to_advance(NOW)  # the next round can be paired
            [scored] = (await kept.load("t")).pairings
            assert (scored.scores, scored.result) == ((1.0, 0.0), None)

    asyncio.run(work())


def test_whose_account_is_deleted_takes_part_no_longer(place):
    async def work():
        async with opened(place) as store:
            accounts = AccountStore(store)
            await accounts.register(Account("id", "anna", "Anna", "resident", "hash", 1.0), "anna", [])
            kept = await created(store, tournament("t", started_at=3.0))
            await accounts.delete(await accounts.account("id"), NOW)
            entries = (await kept.load("t")).entries
            assert {entry.holder: (entry.is_in, entry.name) for entry in entries} == {
                "anna": (False, None),
                "boris": (True, None),
            }

    asyncio.run(work())


def test_what_is_read_again_of_a_tournament_is_what_a_new_reader_finds(place):
    async def work():
        async with opened(place) as store:
            kept = await created(store, tournament("t", "arena", started_at=3.0))
            assert await kept.load("t") == await TournamentStore(store).load("t")
            for number, match in enumerate(("first", "second", "third"), 1):
                await kept.pair("t", *paired(match, number))
                assert await kept.load("t") == await TournamentStore(store).load("t")
            for match in ("second", "first"):  # an earlier one is over later
                await store.append(match, event(2), OVER)
                found = await kept.load("t")
                assert found == await TournamentStore(store).load("t")
                await kept.score(
                    "t", [pairing._replace(scores=(1.0, 0.0)) for pairing in found.pairings if pairing.result]
                )
                assert await kept.load("t") == await TournamentStore(store).load("t")
            await kept.set_in("t", "anna", NOW, is_in=False)
            assert await kept.load("t") == await TournamentStore(store).load("t")

    asyncio.run(work())
