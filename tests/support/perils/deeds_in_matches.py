"""Operations that the house continues by itself: rating matches, pairing rounds, and moderation."""

import time
from itertools import cycle
from types import SimpleNamespace

from houses import Player, until
from sqlalchemy import text

from ludoteka.features.tournaments.model import StoredEntry, StoredTournament
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.referee.events import Event
from ludoteka.store import MatchStatus
from perils.deeds import count, one_of
from perils.people import client, name_of, post, rated, resident

PLAYERS = 4  # of a tournament


def row(connection, columns, table, name):
    """Return these columns of the row with this id."""
    return tuple(connection.execute(text(f"SELECT {columns} FROM {table} WHERE id = :id"), {"id": name}).one())  # noqa: S608 - names of ours


class Rating:
    """A user resigns a rated match, which the house then rates."""

    marks, already, is_acknowledged = ("INTO rating_changes",), ("over",), ("over", "all")

    async def prepare(self, store, number):
        who, other = [await resident(store, name_of(name, number)) for name in ("Resigns", "Wins")]
        await store.create(rated(f"match-{number}", who, other, at=time.time()))
        return SimpleNamespace(match=f"match-{number}", cookies=who.cookies, holders=(who.holder, other.holder))

    def ask(self, house, who):
        with client(house, who.cookies) as browser:
            player = Player(browser, who.match)
            try:
                if player.hello()["result"]:
                    return "over"
                answer = player.command("resign")
                return "" if answer["t"] == "done" else answer["d"]["code"]
            finally:
                player.close()

    def stage(self, connection, who):
        states = tuple(one is not None for one in row(connection, "result, ended_at, rated_at", "matches", who.match))
        changes = count(connection, "rating_changes", "match", who.match)
        ratings = [count(connection, "ratings", "holder", holder) for holder in who.holders]
        stages = {"none": (False, False, False), "over": (True, True, False)}
        stages = {stage: (found, 0, [0, 0]) for stage, found in stages.items()}
        return one_of(stages | {"all": ((True, True, True), 2, [1, 1])}, (states, changes, ratings))

    def check(self, house, who):
        with client(house, who.cookies) as browser:
            changes = browser.get(f"/api/matches/{who.match}/rating").json()["changes"]
        assert len(changes) == len(who.holders)


class Pairing:
    """The host of a tournament starts it, and the house pairs the first round."""

    marks, already, is_acknowledged = ("INTO tournament_pairings",), ("has-started",), ("started", "all")

    async def prepare(self, store, number):
        players = [await resident(store, name_of(f"Plays {letter}", number)) for letter in "abcdefgh"[:PLAYERS]]
        host, name, now = players[0], f"evening-{number}", time.time()
        terms = ("Evening", host.holder, "swiss", "tavlei", {}, "5+3", True, "public", 1, 60, now)
        entries = [StoredEntry(player.holder, 0, 1500.0, now, now, is_in=True) for player in players]
        await TournamentStore(store).create(StoredTournament(name, *terms), entries)
        return SimpleNamespace(name=name, cookies=host.cookies)

    def ask(self, house, who):
        return post(house, f"tournaments/{who.name}/start", who.cookies)

    def stage(self, connection, who):
        [started] = row(connection, "started_at", "tournaments", who.name)
        made = [count(connection, table, "tournament", who.name) for table in ("tournament_pairings", "matches")]
        stages = {"none": (False, [0, 0]), "started": (True, [0, 0]), "all": (True, [PLAYERS // 2] * 2)}
        return one_of(stages, (started is not None, made))

    def check(self, house, who):
        with client(house, who.cookies) as browser:
            until(lambda: browser.get(f"/api/tournaments/{who.name}").json()["match"])


class Annulment:
    """A moderator annuls a rated match, and the house rates the others again."""

    marks, already, is_acknowledged = ("INTO acts", "FROM rating_changes"), ("annulled-already",), ("annulled", "all")
    keeper, people = None, ()

    async def prepare(self, store, number):
        if not self.keeper:
            self.keeper = await resident(store, "Keeps Order", "moderator")
            self.people = cycle([await resident(store, name_of("Played", one)) for one in range(3)])
        match, now = f"bad-{number}", time.time()
        await store.create(rated(match, next(self.people), next(self.people), at=now))
        await store.append(match, Event(1, "resign", "d", "", "", now), MatchStatus({"a": 1, "d": -1}))
        return SimpleNamespace(match=match)

    def is_ready(self, connection, who):
        """Whether the match has been rated, so that it can be annulled."""
        return row(connection, "rated_at", "matches", who.match) != (None,)

    def ask(self, house, who):
        return post(house, "order/acts", self.keeper.cookies, kind="annul", reason="Agreed", match=who.match)

    def stage(self, connection, who):
        states = tuple(one is not None for one in row(connection, "annulled_at, rated_at", "matches", who.match))
        acts = count(connection, "acts", "match", who.match)
        query = text("SELECT holder <> '' FROM rating_changes WHERE match = :match")
        changes = [bool(one) for one in connection.execute(query, {"match": who.match}).scalars()]
        before = {"none": ((False, True), 0, [True, True]), "annulled": ((True, False), 1, [True, True])}
        return one_of(before | {"all": ((True, True), 1, [False])}, (states, acts, changes))

    def check(self, house, who):
        with client(house, self.keeper.cookies) as browser:
            assert browser.get(f"/api/matches/{who.match}/rating").json()["is_annulled"]


class Ban:
    """A moderator bans a user."""

    marks, already, is_acknowledged = ("INTO acts",), (), ("all", "twice")
    keeper = None

    async def prepare(self, store, number):
        self.keeper = self.keeper or await resident(store, "Keeps Order", "moderator")
        return await resident(store, name_of("Misbehaves", number))

    def ask(self, house, who):
        return post(house, "order/acts", self.keeper.cookies, kind="shut-out", reason="Rude", name=who.name, hours=24)

    def stage(self, connection, who):
        found = count(connection, "acts", "about", who.holder), count(connection, "shut_outs", "holder", who.holder)
        return one_of({"none": (0, 0), "all": (1, 1), "twice": (2, 2)}, found)

    def check(self, house, who):
        """Check that they are banned, soon also on a server that received no broadcast."""
        with client(house, who.cookies) as browser:
            until(
                lambda: browser.get("/api/matches").json(), lambda told: "code" in told and told["code"] == "shut-out"
            )
