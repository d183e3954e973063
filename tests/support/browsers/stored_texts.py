"""Texts with which people could attack those who read them, and a house whose database has them in every place."""

import asyncio
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import NamedTuple

from houses.stores import anything, opened, setup

from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.accounts.tables import Passkey, StoredToken, passkeys
from ludoteka.features.challenges.store import Challenge, ChallengeStore
from ludoteka.features.moderation.store import BlockStore, ModerationStore
from ludoteka.features.moderation.tables import FiledReport, ModerationAction, StoredBan
from ludoteka.features.profiles.store import ProfileStore
from ludoteka.features.tournaments.model import StoredEntry, StoredTournament
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.referee.events import FREE, Occupant
from ludoteka.server.own_settings import setting_writes
from ludoteka.server.people.names import skeleton
from ludoteka.store import ChatLine
from ludoteka.store.people import Account, Session

MARKUP = (  # no name has a slash, so that each is a part of an address
    "\"'><img src=x onerror=hacked=1>",
    "<svg onload=hacked=1><script>hacked=1<\\script>",
    "javascript:hacked=1",
    "{{7*7}}${hacked=1}`+hacked",
    "constructor",
    "__proto__",
    "{toString}{__proto__}",
    "&lt;b&gt;&#60;i&#62;",
)
SHAPES = (
    "שלום 12",  # letters from right to left, and digits that would draw those beside them to their side
    "\u202egnirts live",  # an override that is never ended
    "\u2069\u2069\u202dtwo\u2067 ends",  # ends of isolates, an override, and an isolate that is never ended
    "W" * 200,
    "Z\u0334\u0321\u0352\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301al"
    + "g\u0336o\u0489\u0311\u0300\u0302" * 4,
    "👩‍👩‍👧‍👦🏳️‍🌈" * 8,
    "one\r\ntwo\n\nthree\u2028four",
    "مرحبا\u200b\u2060\ufeff zero-width\u00ad",
)
KINDS = {"markup": MARKUP, "shapes": SHAPES}
BOT = 3  # the place of the one whose account is for a program
CONTROLS = (
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # of the direction of writing; pages may leave them out
)


class Reader(NamedTuple):
    """A reader of the pages, by their identity in the house."""

    holder: str
    account: str = ""  # the id


def names_of_readers(texts):
    return {"resident": f"{texts[0]} resident", "owner": f"{texts[3]} owner"}


def words_of_owner(texts):
    """Return what the owner of the house has set."""
    return {"name": " ".join(texts[:2]), "welcome": " ".join(texts)}


def everything(texts):
    """Return all texts of people in a house that was filled with these."""
    return [*texts, *names_of_readers(texts).values(), *words_of_owner(texts).values()]


def holder(place):
    return f"{place:064x}"


def fill(file, texts, readers, now=None):
    """Write texts into every place of a closed house that keeps texts of people; `readers` are "guest", "resident" and "owner"."""
    now = time.time() if now is None else now
    with ThreadPoolExecutor(1) as thread:  # in a test with a browser, another event loop runs in this one
        thread.submit(lambda: asyncio.run(_fill(file, texts, readers, now))).result()
    with closing(sqlite3.connect(file)) as database, database:
        for reader, name in names_of_readers(texts).items():
            database.execute("update accounts set name = ? where id = ?", (name, readers[reader].account))
        played = [("tavlei", "rapid", 1700.0 - place, now, holder(place)) for place in range(len(texts))]
        database.executemany("insert into ratings values (?5, ?1, ?2, ?3, 50.0, 0.06, 20, ?4)", played)


async def _fill(file, texts, readers, now):
    async with opened(file) as store:
        for place, text in enumerate(texts):
            await _settle(store, place, text, readers, now)
        await _converse(store, texts, readers, now)
        await _play_tournaments(store, texts, now)
        await _keep_order(ModerationStore(store), texts, readers["owner"], now)
        await store.rename(readers["guest"].holder, texts[1])
        await store.write(setting_writes(words_of_owner(texts)))


async def _settle(store, place, text, readers, now):
    """Store a user of a name, their open table, and what links the signed-in reader to them."""
    resident, accounts = readers["resident"].account, AccountStore(store)
    own = Account(f"id{place}", holder(place), text, "resident", "", now, is_bot=place == BOT)
    await accounts.register(own, skeleton(text) or f"nobody{place}", [])
    guest = f"9{holder(place)[1:]}"
    await store.rename(guest, text)
    for name, host, standing in (("table", own.holder, own.standing), ("stool", guest, "guest")):
        seats = {"a": Occupant("person", 0, host, text, standing), "d": FREE}
        table = setup(f"{name}{place}", now)._replace(seats=seats, host=host, visibility="public")
        await store.create(table)
        await store.set_attended([table.id], now)
    await AccountStore(store).add_token(StoredToken(f"{place:064x}", resident, text, "match:read", now), anything)
    await accounts.begin_session(Session(f"{place:064x}", resident, now, now, now, text))
    await store.write([(passkeys.insert(), Passkey(f"key{place}", resident, b"", 0, text, now)._asdict())])
    await ProfileStore(store).follow(resident, own.id, now)
    await BlockStore(store).block(readers["owner"].account, own.id, now)
    challenge = setup(f"challenge{place}", now, a=own.holder, d=readers["resident"].holder)
    await store.create(challenge._replace(host=own.holder))
    await ChallengeStore(store).add(Challenge(challenge.id, own.holder, readers["resident"].holder, now, ""), anything)


async def _converse(store, texts, readers, now):
    """Store matches to watch, and matches of the readers in which everybody has spoken."""
    people = [Occupant("person", 0, holder(place), text, "resident") for place, text in enumerate(texts)]
    for place in range(0, len(texts), 4):
        seats = {"a": people[place], "d": people[place + 1]}
        await store.create(
            setup(f"watched{place}", now)._replace(seats=seats, host=people[place].holder, visibility="public")
        )
        await store.set_attended([f"watched{place}"], now)
    for name, reader in readers.items():
        await store.create(setup(f"of-{name}", now, a=reader.holder, d=holder(0))._replace(host=reader.holder))
        for place, text in enumerate(texts):
            await store.add_chat_line(f"of-{name}", ChatLine(holder(place), "d", text, "words", text, now))


async def _play_tournaments(store, texts, now):
    """Store a tournament of every name, and in one of them everybody with their pairings."""
    tournaments = TournamentStore(store)
    entries = [StoredEntry(holder(place), 0, 1500.0, now, now, is_in=True) for place in range(len(texts))]
    for place, text in enumerate(texts):
        made = StoredTournament(
            f"t{place}", text, holder(place), "swiss", "tavlei", {}, "5+3", False, "public", 3, 0, now
        )
        await tournaments.create(made, entries)
    await tournaments.start("t0", now)  # the house pairs them when it is opened


async def _keep_order(order, texts, owner, now):
    """Store reports, and acts with their reasons."""
    for place, text in enumerate(texts):
        other = holder((place + 1) % len(texts))
        filed = FiledReport(f"r{place}", other, holder(place), "of-guest", "words", text, now)
        await order.report(filed, 0.0, anything)
        shut = ModerationAction(f"shut{place}", now, owner.account, "shut-out", holder(place), detail="24", reason=text)
        await order.shut_out(shut, StoredBan(f"shut{place}", f"203.0.113.{place}", "", now + 1e6))
        renamed = ModerationAction(
            f"act{place}", now, owner.account, "rename", holder(place), "", f"{text} → {text}", text
        )
        await order.rename_guest(renamed, text)
