"""An arena of many players, some of them computers, on two servers of which one is killed in the middle.

In the suite it has six players, in a campaign two hundred.
"""

import asyncio
import threading
import time
from collections import Counter

import httpx2
from crowds.contestants import Contestant, enrol, outcome
from plugins.campaign import IS_CAMPAIGN

PLAYERS = 200 if IS_CAMPAIGN else 6
COMPUTERS = max(2, PLAYERS // 10)  # it begins at once, with them, and needs two
MATCHES = 3 * PLAYERS  # after which the test ends
ARENA = {"name": "A long evening", "kind": "arena", "game": "tavlei", "clock": "5+3", "rated": True, "starts_in": 0}


def test_an_arena_loses_and_doubles_nothing_when_a_server_is_killed_in_the_middle(shaken):
    people = [f"player{number}" for number in range(PLAYERS - COMPUTERS)]
    cookies = asyncio.run(enrol(shaken.database, people))
    with httpx2.Client(base_url=shaken.address, timeout=20, cookies=cookies[people[0]]) as host:
        tournament = host.post("/api/tournaments", json=ARENA | {"computers": [1] * COMPUTERS}).json()["id"]
        address, is_over = f"/api/tournaments/{tournament}", threading.Event()
        contestants = [Contestant(shaken.address, address, cookie, is_over) for cookie in cookies.values()]
        for contestant in contestants:
            contestant.start()
        play_and_kill(shaken, host, address)
        is_over.set()
        for contestant in contestants:
            contestant.join()
    state, headers, changes, wrong = asyncio.run(outcome(shaken.database, tournament))
    check_pairings(state, headers)
    assert wrong == []
    is_rated = [header.status.result is not None for header in headers]
    persons = [sum(seat.kind == "person" for seat in header.setup.seats.values()) for header in headers]
    assert changes == [number if rated else 0 for rated, number in zip(is_rated, persons, strict=True)]


def play_and_kill(shaken, host, address):
    """Let them play, and kill and reopen one server after the other a third of the way."""
    victims = list(shaken.houses)
    deadline = time.monotonic() + 600
    while (played := len(finished(host, address))) < MATCHES:
        assert time.monotonic() < deadline, played
        if victims and played > MATCHES // 3 * (3 - len(victims)):
            victim = victims.pop()
            victim.kill()
            victim.open()
        time.sleep(0.5)


def finished(host, address):
    try:
        standings = host.get(address).json()["standings"]
    except (httpx2.HTTPError, KeyError):
        return []
    return [line for line in standings for _ in range(line["won"] + line["drawn"])]


def check_pairings(state, headers):
    """Check that nobody was in two matches at once, and that the scores are those of the matches."""
    assert len({pairing.match for pairing in state.pairings}) == len(state.pairings) >= MATCHES
    open_ones = Counter(
        player
        for pairing in state.pairings
        if pairing.scores is None and pairing.result is None
        for player in pairing.players
    )
    assert all(number == 1 for number in open_ones.values())
    for one, header in zip(state.pairings, headers, strict=True):
        result = header.status.result
        if one.scores is not None:
            first, second = result
            assert (one.scores[0] > one.scores[1]) == (result[first] > result[second])
        assert header.setup.tournament == state.tournament.id
        assert [seat.holder for seat in header.setup.seats.values() if seat.holder] == [
            player for player in one.players if not player.startswith("computer")
        ]
    rounds = Counter((pairing.round, player) for pairing in state.pairings for player in pairing.players)
    assert all(number == 1 for number in rounds.values())
