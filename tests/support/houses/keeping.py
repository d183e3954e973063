"""Houses that contain a little of everything."""

import asyncio
import shutil
import sqlite3
from contextlib import closing, contextmanager

from houses.stores import ANNA, BORIS, anything, event, opened, setup
from ludoteka.features.accounts.mail import MailStore
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.accounts.tables import ADDRESS, Identity, MailLink, Passkey, StoredToken
from ludoteka.features.challenges.store import Challenge, ChallengeStore
from ludoteka.features.moderation.store import BlockStore, ModerationStore
from ludoteka.features.moderation.tables import FiledReport, ModerationAction, StoredBan
from ludoteka.features.notifications.store import NoticeSettings, NotificationStore, PushSubscription, WaitingNotice
from ludoteka.features.notifications.tables import waiting_notices
from ludoteka.features.profiles.store import ProfileStore
from ludoteka.features.ratings.store import RatingStore
from ludoteka.features.reviews.reviews import ReviewStore
from ludoteka.features.tournaments.model import StoredEntry, StoredPairing, StoredTournament
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.referee.events import FREE, Event, Occupant
from ludoteka.server.own_settings import BACKED_UP, setting_writes
from ludoteka.store import ChatLine, MatchStatus, Store
from ludoteka.store.maintenance.backups import backup_tables
from ludoteka.store.people import Account, Session
from ludoteka.store.schema import uptimes

CYRIL = "c" * 64
PLAYED = ["i4-i3", "d5-d8"]
ABORTED = Event(1, "abort", "a", f"{ANNA} ")
FURNISHED = {}  # the furnished database of a kind, to be copied
SECRET = "top-secret"  # noqa: S105 - a password that nobody has


def new_house(request, tmp_path, kind):
    if kind == "postgresql":
        place = request.getfixturevalue("postgres").fresh_database(is_kept=True)
        return place, ["--database", place, "--data", tmp_path]
    folder = tmp_path / f"house-{len(list(tmp_path.iterdir()))}"
    return folder / "ludoteka.sqlite", ["--data", folder]


async def furnish(place):
    """Store a little of everything."""
    async with opened(place) as store:
        await store.create(setup(), [event(number, text) for number, text in enumerate(PLAYED, 1)])
        await store.create(setup("aborted")._replace(clock="5+3", visibility="public"), [ABORTED], MatchStatus({}))
        free = setup("n", 1e9 / 3)._replace(seats={"a": Occupant("person", 0, ANNA), "d": FREE}, host=ANNA)
        await store.create(free, [], MatchStatus(awaited="a", due=2e9 / 3))
        await store.append("n", Event(1, "sit", "d", f"{BORIS} person 0 Борис", "c", 0.1, 0.2))
        await store.create(setup("older")._replace(rules_version=0))
        await store.rename(ANNA, "Ánna Karénina")
        await store.add_chat_line("m", ChatLine(ANNA, "a", "Anna", "words", "Dobrý den, привет", 1 / 3))
        await ReviewStore(store).begin("m", 3, 1 / 3)
        await store.write([(uptimes.insert(), {"server": "s", "since": 1 / 3, "until": 2 / 3})])
        await furnish_accounts(store)


async def furnish_accounts(store):
    """Store accounts with everything that belongs to them, and a rated match."""
    accounts = AccountStore(store)
    await accounts.invite(["invited"], 1 / 3)
    boris = Account("id", BORIS, "Борис", "owner", "hash", 1 / 3)
    key, session = Passkey("key", "id", b"\x00\xff", 7, "Ключ", 1 / 3), Session("digest", "id", 1 / 3, 2 / 3, 1.0, "?")
    await accounts.register(boris, "boris", ["code"], key, session, "invited", "spent")
    await accounts.register(Account("other", CYRIL, "Cyril", "resident", "hash", 1 / 3), "cyril", [])
    await accounts.add_identity(Identity("https://id.example.org", "1001", "id", 1 / 3))
    await BlockStore(store).block("other", "id", 2 / 3)
    await ProfileStore(store).follow("id", "other", 2 / 3)
    await AccountStore(store).add_token(StoredToken("t" * 64, "id", "my bot", "match:read match:play", 2 / 3), anything)
    evening = StoredTournament("t", "Evening", BORIS, "swiss", "tavlei", {}, "5+3", False, "public", 0, 60, 1 / 3)
    await TournamentStore(store).create(evening, [StoredEntry(BORIS, 0, 1500.0, 1 / 3, 2 / 3, is_in=True)])
    await furnish_mail(store)
    order = ModerationStore(store)
    await order.report(FiledReport("r", CYRIL, BORIS, "m", "words", "Rude", 2 / 3), 0.0, anything)
    await order.shut_out(
        ModerationAction("act", 2 / 3, "id", "shut-out", reason="Spam"), StoredBan("act", "203.0.113.7", "", 1e9)
    )
    await store.write(setting_writes({"welcome": "Добрый вечер", "languages": "ru cs"}))
    await TournamentStore(store).pair("t", [StoredPairing(1, 1, "", (BORIS,), (1.0,))], [])
    await store.create(setup("rated")._replace(clock="5+3", rated=True))
    await ChallengeStore(store).add(Challenge("rated", ANNA, BORIS, 2 / 3, ""), anything)
    await store.append("rated", Event(1, "resign", "a", "", "c", 1 / 3), MatchStatus({"a": -1, "d": 1}))
    assert await RatingStore(store).rate_ended() == 1


async def furnish_mail(store):
    """Store an address, a link that waits, and notices with everything that belongs to them."""
    mail, notices = MailStore(store), NotificationStore(store)
    link = MailLink("id", ADDRESS, "d" * 64, "boris@example.org", "cs", 1e12)
    await mail.add_link(link)
    await mail.confirm(link, 1 / 3)
    await mail.add_link(link._replace(digest="e" * 64, address="new@example.org"))
    await notices.save(NoticeSettings("id", True, True, False, 60, 480, "Europe/Prague", "cs", True, None, "end"))
    await notices.subscribe(
        PushSubscription("p", "id", "digest", "https://push.example.org/1", b"\x04\xff", b"\x00", 1 / 3)
    )
    await store.write(
        [(waiting_notices.insert(), WaitingNotice("m", BORIS, "push", "turn", 1 / 3, 2 / 3, False)._asdict())]
    )


def furnished(place):
    asyncio.run(furnish(place))


def rows(file):
    """Return everything in a database file, by table, except the note of when it was last backed up."""
    with closing(sqlite3.connect(file)) as database:
        names = [table.name for table in backup_tables()]
        found = {name: sorted(map(repr, database.execute(f'select * from "{name}"'))) for name in names}  # noqa: S608 - our own names
    return found | {"house_settings": [one for one in found["house_settings"] if BACKED_UP not in one]}


def furnished_house(request, folders, kind):
    """Return the database of a house with a little of everything, and the options that name it; it is furnished once."""
    if kind not in FURNISHED:
        first, _ = new_house(request, folders.mktemp("furnished"), kind)
        furnished(first)
        FURNISHED[kind] = first
    folder = folders.mktemp("house")
    if kind == "postgresql":
        place = request.getfixturevalue("postgres").fresh_database(FURNISHED[kind])
        return place, ["--database", place, "--data", folder]
    shutil.copy(FURNISHED[kind], folder / "ludoteka.sqlite")
    return folder / "ludoteka.sqlite", ["--data", folder]


@contextmanager
def open_house(place):
    store = Store.open(place)
    try:
        yield
    finally:
        asyncio.run(store.close())
