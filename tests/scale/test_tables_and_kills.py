"""Tournaments at tables of four and a Labyrinth party, on two servers that are killed one after the other."""

import asyncio
import threading
import time
from collections import Counter

import httpx2
import pytest
from boards.labyrinth_exits import idle_action, next_step
from crowds.contestants import Explorer, Racer, enrol, outcome

from ludoteka.server.whole_matches import build_referee
from ludoteka.store import Store
from ludoteka.store.backends.dispatch import open_beside

TERMS = {"name": "A long evening", "kind": "swiss", "clock": "30+10"}
FOURS = TERMS | {"game": "quagmire", "table_size": 4, "rated": True, "rounds": 2}
PARTY = TERMS | {"game": "labyrinth", "table_size": 3, "rounds": 1, "options": {"maze": "small"}}
RACERS, EXPLORERS = [f"racer{number}" for number in range(8)], ["finder", "sleeper", "quitter"]


class Guide:
    """Knows the maze of a match, and says what somebody does: the finder goes out, the sleeper stays, the quitter resigns."""

    def __init__(self, store, role):
        self.store, self.role = store, role

    def __call__(self, match, letter, made):
        if self.role == "quitter" and made > 0:
            return "resign"
        referee = build_referee(*asyncio.run(self.store.load(match)))
        if referee.match.letter(referee.seat) != letter:
            return "stay"  # refused, as the house has gone on
        state = referee.match.state
        action = next_step(state, referee.seat) if self.role == "finder" else idle_action(state)
        return referee.match.text_of(action)


def test_tables_lose_and_double_nothing_when_servers_are_killed(shaken):
    cookies = asyncio.run(enrol(shaken.database, RACERS + EXPLORERS))
    over, store = threading.Event(), Store(open_beside(shaken.database))
    fours = create(shaken, FOURS, cookies[RACERS[0]])
    party = create(shaken, PARTY, cookies[EXPLORERS[0]])
    people = [Racer(shaken.address, fours, cookies[name], over) for name in RACERS]
    people += [Explorer(shaken.address, party, cookies[name], over, choose=Guide(store, name)) for name in EXPLORERS]
    for person in people:
        person.start()
    for address, name, count in ((fours, RACERS[0], len(RACERS)), (party, EXPLORERS[0], len(EXPLORERS))):
        with httpx2.Client(base_url=shaken.address, timeout=20, cookies=cookies[name]) as host:
            until(host, address, lambda state, count=count: state["players"] == count)
            host.post(f"{address}/start", json={}).raise_for_status()
    play_and_kill(shaken, fours, party)
    over.set()
    for person in people:
        person.join()
    asyncio.run(store.close())
    check_fours(*asyncio.run(outcome(shaken.database, fours.rpartition("/")[2])))
    check_party(*asyncio.run(outcome(shaken.database, party.rpartition("/")[2])))


def create(shaken, terms, cookies):
    with httpx2.Client(base_url=shaken.address, timeout=20, cookies=cookies) as host:
        return f"/api/tournaments/{host.post('/api/tournaments', json=terms).json()['id']}"


def until(client, address, is_so):
    deadline = time.monotonic() + 300
    state = None
    while state is None or not is_so(state):
        assert time.monotonic() < deadline, state
        time.sleep(0.2)
        try:
            state = client.get(address).raise_for_status().json()
        except httpx2.HTTPError:  # a server is being killed
            continue


def play_and_kill(shaken, *tournaments):
    """Kill and reopen one server in the first round and the other one in the second; wait for the ends."""
    with httpx2.Client(base_url=shaken.address, timeout=20) as guest:
        for number, victim in enumerate(shaken.houses, 1):
            until(guest, tournaments[0], lambda state, number=number: state["round"] == number)
            victim.kill()
            victim.open()
        for address in tournaments:
            until(guest, address, lambda state: state["status"] == "over")


def check_fours(state, headers, changes, wrong):
    assert [(pairing.round, pairing.board, len(pairing.players)) for pairing in state.pairings] == [
        (number, board, 4) for number in (1, 2) for board in (1, 2)
    ]
    for number in (1, 2):
        assert sorted(
            player for pairing in state.pairings if pairing.round == number for player in pairing.players
        ) == sorted(entry.holder for entry in state.entries)
    check_seats(state, headers)
    for pairing in state.pairings:
        assert pairing.scores == pytest.approx((1.0, 1 / 3, 1 / 3, 1 / 3))  # all but the first seat have resigned
    first = {frozenset(pairing.players) for pairing in state.pairings if pairing.round == 1}
    second = [frozenset(pairing.players) for pairing in state.pairings if pairing.round == 2]
    assert all(len(table & other) == 2 for table in first for other in second)  # as few meet again as possible
    assert (changes, wrong) == ([4] * 4, [])


def check_party(state, headers, changes, wrong):
    check_seats(state, headers)
    [pairing] = state.pairings
    names = {entry.holder: entry.name for entry in state.entries}
    assert dict(zip(map(names.get, pairing.players), pairing.scores, strict=True)) == {
        "finder": 1.0,
        "sleeper": 0.5,
        "quitter": 0.0,
    }
    assert (changes, wrong) == ([0], [])


def check_seats(state, headers):
    """Check that each match was stored once, and has the players of its pairing in the order of their seats."""
    assert state.tournament.ended_at is not None
    assert max(Counter(pairing.match for pairing in state.pairings).values()) == 1
    for one, header in zip(state.pairings, headers, strict=True):
        assert header.setup.tournament == state.tournament.id
        assert tuple(seat.holder for seat in header.setup.seats.values()) == one.players
