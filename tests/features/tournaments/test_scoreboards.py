"""Scoreboards: what is computed once for many, and pages of the standings."""

import asyncio
from types import SimpleNamespace

import pytest

from ludoteka.features.tournaments import scoreboards
from ludoteka.features.tournaments.model import StoredEntry, StoredPairing, StoredTournament, TournamentRecord
from ludoteka.features.tournaments.scoreboards import FRESH_SECONDS, Scoreboards
from ludoteka.features.tournaments.standings import standings_of

ARENA = {"name": "Many Computers", "kind": "arena", "game": "tavlei", "clock": "5+3", "computers": [1] * 100}


def state_of(number):
    """Return a tournament of so many players after a round."""
    players = [f"player {one}" for one in range(number)]
    terms = ("swiss", "tavlei", {}, "5+3", False, "public", 0, 60, 1.0)
    entries = [StoredEntry(player, 0, 1500.0, 2.0, 2.0, is_in=True) for player in players]
    pairs = zip(players[::2], players[1::2], strict=False)
    pairings = [StoredPairing(1, board, "m", pair, (1.0, 0.0)) for board, pair in enumerate(pairs, 1)]
    return TournamentRecord(StoredTournament("t", "Evening", "host", *terms), entries, pairings)


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets."""
    time = SimpleNamespace(seconds=1e6)
    monkeypatch.setattr(scoreboards, "time", SimpleNamespace(monotonic=lambda: time.seconds))
    return time


def test_everybody_who_asks_within_a_second_gets_the_same_scoreboard(clock):
    reads = []

    async def load(name):
        reads.append(name)
        await asyncio.sleep(0)
        return state_of(10)

    async def work():
        boards = Scoreboards(load)
        found = await asyncio.gather(*(boards.find("t") for _ in range(20)))
        assert reads == ["t"]
        assert all(one is found[0] for one in found)
        await boards.find("t", since=clock.seconds + 0.1)
        assert len(reads) == 2, "whoever has changed something sees it at once"
        clock.seconds += FRESH_SECONDS + 1
        await boards.find("t")
        assert len(reads) == 3

    asyncio.run(work())


def test_others_are_served_while_the_standings_of_a_large_tournament_are_computed():
    async def load(_name):
        return state_of(2000)

    async def work():
        state, turns = await load("t"), []
        finding = asyncio.create_task(Scoreboards(load).find("t"))
        while not finding.done():
            turns.append(await asyncio.sleep(0))
        assert (await finding).lines == standings_of(state)
        assert len(turns) > 2, "the event loop has gone on"

    asyncio.run(work())


def test_standings_come_in_pages(resident):
    anna = resident("Hundred And First")
    made = anna.post("/api/tournaments", json=ARENA).json()["id"]
    anna.post(f"/api/tournaments/{made}/join", json={})
    first = anna.get(f"/api/tournaments/{made}").json()
    last = anna.get(f"/api/tournaments/{made}?page={first['pages']}").json()

    assert (first["page"], first["pages"], first["own_page"] in (1, 2)) == (1, 2, True)
    assert (len(first["standings"]), len(last["standings"])) == (100, 1)
    own = last if first["own_page"] == 2 else first
    assert [one["name"] for one in own["standings"] if one["yours"]] == ["Hundred And First"]
    assert anna.get(f"/api/tournaments/{made}?page=3").json()["standings"] == []


@pytest.mark.parametrize("page", ["0", "x", "-1", "100", "%D9%A3"])
def test_a_page_that_is_none_is_refused(resident, page):
    anna = resident(f"Turns To {len(page)} {page.replace('%', '').replace('-', 'm')}")
    made = anna.post("/api/tournaments", json=ARENA | {"computers": []}).json()["id"]
    answer = anna.get(f"/api/tournaments/{made}?page={page}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-filter")
