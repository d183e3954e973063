"""The page of settings of a house, over HTTP (docs/operating/settings.md)."""

import asyncio
import platform
import secrets
import shutil
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from sqlalchemy import Connection, func, select
from starlette.requests import Request

from ludoteka import __version__
from ludoteka.core.message import Message, Refusal
from ludoteka.core.visible_text import compose
from ludoteka.features.accounts.accounts import Accounts
from ludoteka.features.accounts.roles import is_owner
from ludoteka.features.moderation.desk import Typed, clean_text
from ludoteka.features.moderation.store import ID_BYTES, INSERT_ACT, ModerationAction
from ludoteka.features.settings.ownership import BAD_CODE, HAS_OWNER, Ownership
from ludoteka.server.broker.broker import Broker
from ludoteka.server.calls.answers import Answer, Nothing, Whole
from ludoteka.server.calls.call import Calls
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.metrics import is_local
from ludoteka.server.own_settings import LiveSettings, OwnSettings, Registration
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.protocol.messages import ClientContent
from ludoteka.server.rooms.chat import BAD_WORDS
from ludoteka.server.settings import Settings
from ludoteka.store import Store
from ludoteka.store.people import Account, accounts
from ludoteka.store.schema import HEAD
from ludoteka.surfaces.texts import LANGUAGES

LONGEST_NAME = 40  # characters
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
) -> Nothing:
    """Change settings."""
    account = await _owner(accounts, user)
    accounts.check_confirmed(user)
    values = _read_values(body)
    detail = " ".join(sorted(values))
    act = ModerationAction(secrets.token_urlsafe(ID_BYTES), time.now(), account.id, "settings", detail=detail)
    await own.change(values, [(INSERT_ACT, act._asdict())])
    return Nothing()


@calls.add("GET /api/owner", costs={"read": 1})
async def get_owner_state(ownership: Ownership, request: Request) -> OwnerState:
    """Whether the house has an owner."""
    return OwnerState(await ownership.has_owner(), is_local(request))


@calls.add("POST /api/owner", costs={"sign-in": 1}, refuses=(NOT_LOCAL, HAS_OWNER, BAD_CODE))
async def become_owner(
    ownership: Ownership, accounts: Accounts, time: HouseTime, request: Request, user: SignedIn, body: OwnerRequest
) -> Nothing:
    """Become the first owner."""
    if not is_local(request):
        raise NOT_LOCAL()
    await ownership.become_owner(await accounts.account(user), body.code, time.now())
    return Nothing()


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
    values["name"] = None if wish.name is None else clean_text(wish.name)
    values["welcome"] = None if wish.welcome is None else clean_text(wish.welcome)
    values["languages"] = None if wish.languages is None else " ".join(dict.fromkeys(wish.languages))
    if len(values["name"] or "") > LONGEST_NAME:
        raise BAD_WORDS(
            Message("Use at most {count} character.", plural="Use at most {count} characters.", count=LONGEST_NAME)
        )
    if values["languages"] == "":
        raise BAD_WORDS(Message("Choose one language at least."))
    return {name: compose(value) for name, value in values.items() if value is not None}
