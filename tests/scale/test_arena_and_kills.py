"""An arena of many players, some of them computers, on two servers of which one is killed in the middle.

In the suite it has twenty players, in a campaign two hundred.
"""

import asyncio
import random
import secrets
import threading
import time
from collections import Counter

import httpx
from houses import Player
from plugins.campaign import scaled

from ludoteka.accounts.tokens import token_digest
from ludoteka.games import games
from ludoteka.server.http.guests import GuestMiddleware
from ludoteka.store import Store
from ludoteka.store.accounts.account_store import AccountStore
from ludoteka.store.accounts.models import Account, Session
from ludoteka.store.backends.dispatch import open_beside
from ludoteka.store.ratings.rating_store import RatingStore
from ludoteka.store.tournaments.tournament_store import TournamentStore

PLAYERS = scaled(200)
COMPUTERS = PLAYERS // 10
MATCHES = 3 * PLAYERS  # after which the test ends
ARENA = {"name": "A long evening", "kind": "arena", "game": "tavlei", "clock": "5+3", "rated": True, "starts_in": 0}


async def enrol(database, names):
    """Store accounts with a session each, as two hundred passwords would take long to hash; return their cookies."""
    store = Store(open_beside(database))
    middleware, cookies = GuestMiddleware(None, store.guest_key), {}
    accounts = AccountStore(store)
    now = time.time()
    for name in names:
        account = Account(name, token_digest(f"holder {name}"), name, "resident", "", now)
        token = secrets.token_urlsafe(24)
        cookies[name] = {"session": middleware._sign(token)}
        session = Session(token_digest(token), name, now, now, now, "?")
        await accounts.register(account, name, [], session=session)
    await store.close()
    return cookies


class Contestant(threading.Thread):
    """A person who plays one match of the arena after the other, and resigns each of them sooner or later."""

    def __init__(self, address, tournament, cookies, is_over):
        super().__init__(daemon=True)
        self.address, self.tournament, self.cookies, self.is_over = address, tournament, cookies, is_over
        self.chance = random.Random(cookies["session"])

    def run(self):
        with httpx.Client(base_url=self.address, timeout=20, cookies=self.cookies) as client:
            self.joined = False
            while not self.is_over.wait(0.1 + 0.3 * self.chance.random()):
                try:
                    self._go_on(client)
                except Exception:  # noqa: BLE001, S112 - a server is being killed
                    continue

    def _go_on(self, client):
        if not self.joined:
            self.joined = client.post(f"{self.tournament}/join", json={}).status_code == 200
        match = client.post(f"{self.tournament}/ready", json={}).json()["match"]
        if match and self.chance.random() < 0.6:
            player = Player(client, match)
            try:
                if not player.hello()["result"]:
                    player.command("resign")
            finally:
                player.close()


async def outcome(database, tournament):
    """The state of the tournament, the results of its matches, what is wrong with ratings, and who was rated how often."""
    store = Store(open_beside(database))
    ratings = RatingStore(store, games)
    try:
        async with asyncio.timeout(60):
            while await ratings.rate_ended():
                pass
        state = await TournamentStore(store).load(tournament)
        headers = [await store.header(one.match) for one in state.pairings]
        changes = [len(await ratings.changes(one.match)) for one in state.pairings]
        return state, headers, changes, await ratings.recompute(is_check=True)
    finally:
        await store.close()


def test_an_arena_loses_and_doubles_nothing_when_a_server_is_killed_in_the_middle(shaken):
    people = [f"player{number}" for number in range(PLAYERS - COMPUTERS)]
    cookies = asyncio.run(enrol(shaken.database, people))
    with httpx.Client(base_url=shaken.address, timeout=20, cookies=cookies[people[0]]) as host:
        tournament = host.post("/api/tournaments", json=ARENA | {"computers": [1] * COMPUTERS}).json()["id"]
        address, is_over = f"/api/tournaments/{tournament}", threading.Event()
        contestants = [Contestant(shaken.address, address, one, is_over) for one in cookies.values()]
        for one in contestants:
            one.start()
        play_and_kill(shaken, host, address)
        is_over.set()
        for one in contestants:
            one.join()
    state, headers, changes, wrong = asyncio.run(outcome(shaken.database, tournament))
    check_pairings(state, headers)
    assert wrong == []
    is_rated = [one.status.result is not None for one in headers]
    persons = [sum(seat.kind == "person" for seat in one.setup.seats.values()) for one in headers]
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
    except (httpx.HTTPError, KeyError):
        return []
    return [line for line in standings for _ in range(line["won"] + line["drawn"])]


def check_pairings(state, headers):
    """Check that nobody was in two matches at once, and that the scores are those of the matches."""
    assert len({one.match for one in state.pairings}) == len(state.pairings) >= MATCHES
    open_ones = Counter(
        player for one in state.pairings if one.scores is None and one.result is None for player in one.players
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
    rounds = Counter((one.round, player) for one in state.pairings for player in one.players)
    assert all(number == 1 for number in rounds.values())
