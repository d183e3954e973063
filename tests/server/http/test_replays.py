"""Requests that replay a whole match: they take turns, and what is refused costs no replay."""

import asyncio
import threading
from dataclasses import replace

import pytest
from houses.slow import long_match, slow_house, until_queued

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.server.http.matches import SHORT_BYTES
from ludoteka.store import MatchStatus

ADDRESSES = ("/match/{}/record", "/match/{}/dice", "/api/matches/{}/positions/0")


async def refusals_of_a_hidden_match(folder):
    """Return the answers to requests about a match of Labyrinth that is not over, and what was replayed."""
    async with slow_house(folder) as house, house.browser() as client:
        seats = {letter: Occupant("person", 0, "h" * 64) for letter in "PQ"}
        setup = Setup("hidden", "labyrinth", 4, {}, b"seed" * 8, seats, 0.0)
        await house.store.create(setup, [Event(1, "commit", "", "0" * 64)], MatchStatus())
        answers = [await client.get(address.format("hidden")) for address in ADDRESSES]
        return [(answer.status_code, answer.json()["code"]) for answer in answers], house.replayed


def test_a_match_that_is_hidden_or_not_over_is_refused_without_a_replay(tmp_path):
    answers, replayed = asyncio.run(refusals_of_a_hidden_match(tmp_path))

    assert answers == [(409, "not-over")] * len(ADDRESSES)
    assert replayed == []


async def actions_played_for_an_import(folder, monkeypatch):
    """Import a record of three actions; return the actions that were played for it."""
    played, play = [], Match.play
    monkeypatch.setattr(Match, "play", lambda match, text: played.append(text) or play(match, text))
    async with slow_house(folder) as house, house.browser() as client:
        answer = await client.post("/api/records", content='[Game "tavlei"]\n\n1. e2-f2 f5-f8\n2. f2-f3 resign:d 1-0\n')
        assert answer.status_code == 201, answer.text
        return played


def test_an_imported_record_is_replayed_once(tmp_path, monkeypatch):
    assert asyncio.run(actions_played_for_an_import(tmp_path, monkeypatch)) == ["e2-f2", "f5-f8", "f2-f3"]


async def imports_of_one_guest(folder, monkeypatch):
    """Import a long record twice at once; return the statuses, and what else the house answered meanwhile."""
    may_answer, labyrinth = threading.Event(), games()["labyrinth"]

    def answers(*what):
        assert may_answer.wait(60), "the event loop waits for the record"
        return labyrinth.answers(*what)

    monkeypatch.setitem(games(), "labyrinth", replace(labyrinth, answers=answers))
    record = f'[Game "labyrinth"]\n\njoin:P@-1,-1,0 join:Q@-1,2,0 {"stay " * (SHORT_BYTES // 4)}'
    async with slow_house(folder) as house, house.browser() as client:
        await client.get("/api/guest")
        requests = []
        for _ in range(2):
            requests.append(asyncio.create_task(client.post("/api/records", content=record)))
            await until_queued(house.replays, len(requests), requests[-1])
        meanwhile = await client.get("/api/house")
        may_answer.set()
        return [one.status_code for one in (meanwhile, *await asyncio.gather(*requests))]


def test_a_long_record_is_imported_beside_the_event_loop_and_one_at_a_time_for_each_guest(tmp_path, monkeypatch):
    assert asyncio.run(imports_of_one_guest(tmp_path, monkeypatch)) == [200, 201, 429]


async def order_of_replays(folder):
    """Let three guests at one address, and then one at another, request records; return the order of the replays."""
    async with slow_house(folder) as house:
        for name in ("first", "second", "third", "other"):
            await house.store.create(*long_match(name))
        near, far = [house.browser() for _ in range(3)], house.browser("198.51.100.7")
        for client in (*near, far):
            await client.get("/api/guest")
        requests = []
        for client, name in zip((*near, far), ("first", "second", "third", "other"), strict=True):
            requests.append(asyncio.create_task(client.get(f"/match/{name}/record")))
            await until_queued(house.replays, len(requests), requests[-1])
            assert not requests[-1].done(), "it was answered out of turn"
            assert (await client.get("/api/house")).status_code == 200, "the house answers others meanwhile"
        again = asyncio.create_task(near[0].get("/match/second/record"))
        await until_queued(house.replays, len(requests) + 1, again)
        house.may_replay.set()
        answers = await asyncio.gather(*requests)
        later = await near[0].get("/match/second/record")
        return await again, [one.status_code for one in (*answers, later)], house.replayed[:4]


@pytest.fixture(scope="module")
def requested(tmp_path_factory):
    return asyncio.run(order_of_replays(tmp_path_factory.mktemp("house")))


def test_an_address_does_not_wait_for_all_requests_of_another(requested):
    _, _, order = requested

    assert order == ["first", "other", "second", "third"]


def test_a_guest_has_one_long_request_at_a_time(requested):
    again, statuses, _ = requested

    assert (again.status_code, again.json()["code"]) == (429, "too-often")
    assert int(again.headers["retry-after"]) >= 1
    assert statuses == [200] * 5, "nobody else is refused, and neither is the guest once the answer is there"


async def short_requests(folder):
    async with slow_house(folder) as house, house.browser() as client:
        await house.store.create(*long_match("short", 10))
        await client.get("/api/guest")
        answers = await asyncio.gather(*(client.get(f"/api/matches/short/positions/{n}") for n in range(10)))
        return [answer.status_code for answer in answers]


def test_short_matches_may_be_requested_at_the_same_time(tmp_path):
    assert asyncio.run(short_requests(tmp_path)) == [200] * 10
