"""Operations of users and moderators, and their progress in the database.

An operation has `marks`, parts of the statements in whose transactions the house is killed; `already`, the codes with
which it is refused once it is done; and `is_acknowledged`, the stages in which it may be once it is acknowledged.
The stages are "none", "all", and those between two transactions.
"""

import secrets
import time
from types import SimpleNamespace

from houses.stores import anything, setup
from sqlalchemy import text

from ludoteka.features.accounts.passwords import code_digest
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.accounts.tables import StoredToken
from ludoteka.features.moderation.store import BlockStore, ModerationStore
from ludoteka.features.moderation.tables import FiledReport
from ludoteka.features.profiles.store import ProfileStore
from ludoteka.referee.events import Occupant
from ludoteka.server.people.tokens import token_digest
from ludoteka.store.models import ChatLine
from ludoteka.store.writing.statements import INSERT_NAME
from perils.people import CODES, NEW_PASSWORD, PASSWORD, name_of, post, resident, seats_of, signed

OWNED = ("recovery_codes", "sessions", "api_tokens")  # the data of a user with much data
KNOWN = {"chat": "holder", "reports": "about", "follows": "followed", "blocks": "blocker"}


def count(connection, table, column, value):
    """Return how many rows of a table have this value."""
    query = f'SELECT count(*) FROM {table} WHERE "{column}" = :value'  # noqa: S608 - names of ours
    return connection.execute(text(query), {"value": value}).scalar_one()


def one_of(stages, found):
    """Return the stage in which exactly this is found."""
    assert found in stages.values(), f"half-done: {found}"
    return next(stage for stage, wanted in stages.items() if wanted == found)


class Registration:
    """A guest with a name and a seat creates an account."""

    marks, already, is_acknowledged = ("INTO accounts",), ("name-taken", "signed-in-already"), ("all",)

    async def prepare(self, store, number):
        token = secrets.token_urlsafe(24)
        holder, seat = token_digest(token), f"seat-{number}"
        seats = {"a": Occupant("person", 0, holder, "Nobody", "guest"), "d": Occupant("free", 0)}
        await store.create(setup(seat)._replace(seats=seats))
        await store.write([(INSERT_NAME, {"holder": holder, "name": "Nobody"})])
        return SimpleNamespace(name=name_of("New", number), holder=holder, cookies={"guest": signed(store, token)})

    def ask(self, house, who):
        return post(house, "account/register", who.cookies, name=who.name, password=PASSWORD)

    def stage(self, connection, who):
        found = connection.execute(text("SELECT id FROM accounts WHERE holder = :h"), {"h": who.holder}).scalars().all()
        [account] = found or [""]
        owned = [count(connection, table, "account", account) for table in OWNED[:2]]
        names = [count(connection, table, "name", who.name) for table in ("accounts", "seats")]
        stages = {"none": ([0, 0], [0, 0], 1), "all": ([CODES, 1], [1, 1], 0)}
        return one_of(stages, (owned, names, count(connection, "guests", "holder", who.holder)))

    def check(self, house, who):
        assert post(house, "account/sign-in", name=who.name, password=PASSWORD) == ""


class Deletion:
    """A user with much data deletes their account."""

    marks, already, is_acknowledged = ("deleted_at=",), ("not-signed-in",), ("all",)

    async def prepare(self, store, number):
        who, friend = [await resident(store, name_of(name, number)) for name in ("Leaves", "Stays")]
        match, now = f"spoken-{number}", time.time()
        await AccountStore(store).add_token(StoredToken(f"of {who.id}", who.id, "x", "", now), anything)
        await store.create(setup(match)._replace(seats=seats_of(who, friend)))
        await store.add_chat_line(match, ChatLine(who.holder, "a", who.name, "words", "Good evening", now))
        await ModerationStore(store).report(
            FiledReport(f"about-{number}", friend.holder, who.holder, match, "words", "Rude", now), 0.0, anything
        )
        await ProfileStore(store).follow(friend.id, who.id, now)
        await BlockStore(store).block(who.id, (await resident(store, name_of("Rude", number))).id, now)
        return who

    def ask(self, house, who):
        return post(house, "account/delete", who.cookies, name=who.name)

    def stage(self, connection, who):
        owned = [count(connection, table, "account", who.id) for table in OWNED]
        owned += [
            count(connection, table, column, who.holder if table in ("chat", "reports") else who.id)
            for table, column in KNOWN.items()
        ]
        names = [count(connection, table, "name", who.name) for table in ("accounts", "seats")]
        stages = {"none": ([CODES, 1, 1, 1, 1, 1, 1], [1, 1]), "all": ([0] * 7, [0, 0])}
        return one_of(stages, (owned, names))

    def check(self, house, who):
        assert post(house, "account/sign-in", name=who.name, password=PASSWORD) == "bad-sign-in"


class Recovery:
    """A user sets a new password with a recovery code."""

    marks, already, is_acknowledged = ("INTO spent",), ("bad-recovery",), ("all",)

    async def prepare(self, store, number):
        return await resident(store, name_of("Forgets", number))

    def ask(self, house, who):
        return post(house, "account/recover", name=who.name, code=who.codes[0], password=NEW_PASSWORD)

    def stage(self, connection, who):
        codes = [count(connection, table, "digest", code_digest(who.codes[0])) for table in ("recovery_codes", "spent")]
        sessions = [count(connection, "sessions", column, value) for column, value in who.session.items()]
        query = text("SELECT password FROM accounts WHERE id = :id")
        is_old = connection.execute(query, {"id": who.id}).scalar_one() == who.account.password
        return one_of({"none": ([1, 0], [1, 1], True), "all": ([0, 1], [1, 0], False)}, (codes, sessions, is_old))

    def check(self, house, who):
        assert post(house, "account/sign-in", name=who.name, password=NEW_PASSWORD) == ""
        assert post(house, "account/sign-in", name=who.name, password=PASSWORD) == "bad-sign-in"
