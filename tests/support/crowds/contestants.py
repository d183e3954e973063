"""People who play tournaments in threads of their own, and what a database says of a tournament afterwards."""

import asyncio
import random
import secrets
import threading
import time

import httpx2
from houses import Player
from plugins.campaign import IS_CAMPAIGN

from ludoteka.core.paths import read_paths
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.ratings.store import RatingStore
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.server.people.guests import GuestMiddleware
from ludoteka.server.people.tokens import token_digest
from ludoteka.store import Store
from ludoteka.store.backends.dispatch import open_beside
from ludoteka.store.people import Account, Session


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
        with httpx2.Client(base_url=self.address, timeout=20, cookies=self.cookies) as client:
            self.joined = False
            while not self.is_over.wait(0.3 + 0.6 * self.chance.random()):
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
                    self.play(player)
            finally:
                player.close()

    def play(self, player):
        """Play a match that is not over."""
        player.command("resign")


async def outcome(database, tournament):
    """The state of the tournament, the results of its matches, errors in ratings, and how often each player was rated."""
    store = Store(open_beside(database))
    ratings = RatingStore(store)
    try:
        async with asyncio.timeout(60):
            while await ratings.rate_ended():
                pass
        state = await TournamentStore(store).load(tournament)
        headers = [await store.header(pairing.match) for pairing in state.pairings]
        changes = [len(await ratings.changes(pairing.match)) for pairing in state.pairings]
        return state, headers, changes, await ratings.recompute(is_check=True)
    finally:
        await store.close()


class Racer(Contestant):
    """A person at a table of more than two, who plays some moves, and then resigns unless they have the first seat."""

    MOVES = 6 if IS_CAMPAIGN else 2

    def play(self, player):
        """Play until the match is over, or this person has given up."""
        made = 0
        while not player.view["result"] and is_playing(player.view):
            if player.view["thrower"] == player.view["seat"]:
                answer = player.command("throw")
            elif player.view["yours"]:
                answer, made = self.move(player, made), made + 1
            else:
                player.next("view")
                continue
            if answer["t"] == "refused":
                player.hello()
            while player.number < answer.get("n", 0):
                player.next("view")

    def move(self, player, made):
        """Play a move, or resign; return the answer."""
        if made >= self.MOVES and player.view["seat"] != player.view["seats"][0]["letter"]:
            return player.command("resign")
        return player.act(self.chance.choice(list(read_paths(player.view["scene"]["paths"]).values())))


class Explorer(Racer):
    """A person at a table of a game with secrets, who does what a function says: match, seat, moves so far -> the text."""

    def __init__(self, *rest, choose):
        super().__init__(*rest)
        self.choose = choose

    def move(self, player, made):
        text = self.choose(player.view["id"], player.view["seat"], made)
        return player.command("resign") if text == "resign" else player.act(text)


def is_playing(view):
    """Whether the reader has a seat there that has not given up."""
    return any(seat["yours"] and seat["kind"] == "person" for seat in view["seats"])
