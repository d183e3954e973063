"""The page of settings of a house, and its first owner, over HTTP (docs/operating/settings.md)."""

import asyncio
import base64
import hashlib
import hmac
import platform
import shutil
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from sqlalchemy import Connection, func, select
from starlette.requests import Request

from ludoteka import __version__
from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.accounts import Accounts
from ludoteka.features.accounts.roles import ROLES, is_owner
from ludoteka.features.accounts.store import SET_ROLE
from ludoteka.features.moderation.store import log_entry
from ludoteka.server.broker.broker import Broker
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.calls.call import Calls
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.metrics import is_local
from ludoteka.server.own_settings import LiveSettings, OwnSettings, Registration
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.protocol.messages import ClientContent
from ludoteka.server.rooms.chat import BAD_WORDS, Typed, clean_text
from ludoteka.server.settings import Settings
from ludoteka.store import Store
from ludoteka.store.people import Account, accounts
from ludoteka.store.schema import HEAD
from ludoteka.store.writing.writer import Guard
from ludoteka.surfaces.texts import LANGUAGES

LONGEST_NAME = 40  # characters
CODE_BYTES = 10  # of the code for becoming the owner
OWNER = ROLES[-1]
HAS_OWNER = Refusal("has-owner", Message("This house has an owner already."), 409)
BAD_CODE = Refusal("bad-code", Message("This is not the code that the server has printed."), 403)
NOT_OWNER = Refusal("not-owner", Message("Only an owner of this house sees its settings."), 403)
NOT_LOCAL = Refusal(
    "not-local",
    Message(
        "That works only on the machine that runs the server. There, `ludoteka account role NAME owner` does the same."
    ),
    403,
)


class FileFacts(Answer):
    """The database file, in bytes."""

    size: Whole
    free: Whole  # on its disk


class HouseFacts(Answer):
    """Facts about a running house."""

    version: str
    python: str
    database: str
    schema: str
    accounts: Whole
    files: FileFacts | None  # None for a database server
    broker: Literal["up", "down"] | None  # None for a house of one server
    started_registration: Literal["open", "invitation", "providers", "closed"]
    mail: str | None  # the mail server; None for a house that sends no e-mails
    public_address: str  # for links in e-mails; "" for none
    sockets: Whole  # that one address can have open; 0 for no limit
    keep: float  # in days
    proxies: str
    names: list[str]


class HouseSettings(Answer):
    """The owner's settings, and facts about the house."""

    settings: OwnSettings
    facts: HouseFacts


class OwnerState(Answer):
    """Whether the house has an owner, and whether the reader is on its machine and can become it."""

    has_owner: bool
    is_local: bool


class SettingsRequest(ClientContent, kw_only=True):
    """Settings to change; omitted ones stay unchanged."""

    name: Typed | None = None
    welcome: Typed | None = None
    languages: list[Literal[tuple(LANGUAGES)]] | None = None  # type: ignore[valid-type]  # listed in one place
    registration: Registration | None = None


class OwnerRequest(ClientContent):
    """The code from the link that the house has printed."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


def has_owner(connection: Connection) -> bool:
    """Tell whether an open account has the role of an owner."""
    wanted = select(1).where(accounts.c.role == OWNER, accounts.c.closed_at.is_(None))
    return connection.execute(wanted).first() is not None


def owner_code(store: Store) -> str:
    """Return the code for becoming the owner; it is derived from the key of the house, so all servers know it."""
    digest = hmac.digest(store.guest_key, b"owner of this house", hashlib.sha256)
    return base64.b32encode(digest[:CODE_BYTES]).decode()


calls = Calls()


@calls.add("GET /api/settings", costs={"read": 1}, refuses=(NOT_OWNER,))
async def get_settings(
    own: LiveSettings, store: Store, settings: Settings, broker: Broker, accounts: Accounts, user: SignedIn
) -> HouseSettings:
    """The settings of the house."""
    await _owner(accounts, user)
    await own.reload()
    return HouseSettings(own.own, await house_facts(store, settings, broker))


@calls.add("POST /api/settings", costs={"read": 1}, refuses=(NOT_OWNER, "bad-words"))
async def change_settings(
    own: LiveSettings, accounts: Accounts, time: HouseTime, user: SignedIn, body: SettingsRequest
) -> None:
    """Change settings."""
    account = await _owner(accounts, user)
    accounts.check_confirmed(user)
    values = _read_values(body)
    await own.change(values, [log_entry(time.now(), account.id, "settings", detail=" ".join(sorted(values)))])


@calls.add("GET /api/owner", costs={"read": 1})
async def get_owner_state(store: Store, request: Request) -> OwnerState:
    """Whether the house has an owner."""
    return OwnerState(await store.read(has_owner), is_local(request))


@calls.add("POST /api/owner", costs={"sign-in": 1}, refuses=(NOT_LOCAL, HAS_OWNER, BAD_CODE))
async def become_owner(
    store: Store, accounts: Accounts, time: HouseTime, request: Request, user: SignedIn, body: OwnerRequest
) -> None:
    """Become the first owner."""

    def check(connection: Connection) -> None:
        if has_owner(connection):
            raise HAS_OWNER()

    if not is_local(request):
        raise NOT_LOCAL()
    account = await accounts.account(user)
    await store.read(check)
    if not hmac.compare_digest(body.code.strip().upper().encode(), owner_code(store).encode()):
        raise BAD_CODE()
    act = log_entry(time.now(), "", "role", account.holder, f"{account.role} → {OWNER}")
    await store.write([act, (SET_ROLE, {"whose": account.id, "new_role": OWNER})], Guard("first owner", check))


async def _owner(accounts: Accounts, user: SignedIn) -> Account:
    """Return the account of the owner who asks.  Raises Refused: "not-signed-in", "not-owner"."""
    account = await accounts.account(user)
    if not is_owner(account.role):
        raise NOT_OWNER()
    return account


async def house_facts(store: Store, settings: Settings, broker: Broker) -> HouseFacts:
    """Return facts about a running house.  Raises StoreRefused."""
    database, count = await store.read(_describe_database)
    return HouseFacts(
        version=__version__,
        python=platform.python_version(),
        database=database,
        schema=HEAD,
        accounts=count,
        files=await asyncio.to_thread(_describe_files, settings.keeps),
        broker=("up" if broker.is_up else "down") if settings.broker else None,
        started_registration=settings.registration,  # type: ignore[arg-type]  # checked when the house starts
        mail=settings.mail.server if settings.mail else None,
        public_address=settings.public_address,
        sockets=settings.sockets,
        keep=settings.keep,
        proxies=settings.proxies,
        names=list(settings.names),
    )


def _describe_database(connection: Connection) -> tuple[str, int]:
    """Return the name and version of the database, and the number of accounts."""
    dialect = connection.dialect
    version = ".".join(map(str, dialect.server_version_info or ()))
    name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(dialect.name, dialect.name)
    count = connection.execute(select(func.count()).where(accounts.c.deleted_at.is_(None))).scalar_one()
    return f"{name} {version}", count


def _describe_files(keeps: Path | str) -> FileFacts | None:
    if isinstance(keeps, str):
        return None
    log = keeps.with_name(keeps.name + "-wal")  # what the file does not contain yet
    size = keeps.stat().st_size + (log.stat().st_size if log.exists() else 0)
    return FileFacts(size, shutil.disk_usage(keeps.parent).free)


def _read_values(wish: SettingsRequest) -> dict[str, str]:
    """Return the settings to be stored, by name.  Raises Refused: "bad-words"."""
    values: dict[str, Any] = {"registration": wish.registration}
    values["name"] = None if wish.name is None else clean_text(wish.name, LONGEST_NAME)
    values["welcome"] = None if wish.welcome is None else clean_text(wish.welcome)
    values["languages"] = None if wish.languages is None else " ".join(dict.fromkeys(wish.languages))
    if values["languages"] == "":
        raise BAD_WORDS(Message("Choose one language at least."))
    return {name: value for name, value in values.items() if value is not None}
