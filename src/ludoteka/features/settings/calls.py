"""The page of settings of a house, over HTTP (docs/operating/settings.md)."""

import asyncio
import platform
import secrets
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from sqlalchemy import Connection, func, select
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka import __version__
from ludoteka.core.message import Message, Refused
from ludoteka.core.visible_text import compose
from ludoteka.features.accounts.roles import is_owner
from ludoteka.features.moderation.desk import clean_text
from ludoteka.features.moderation.store import ModerationAction
from ludoteka.features.settings.settings import become_owner
from ludoteka.server.operations.metrics import is_local
from ludoteka.server.people.sessions import signed_in
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.server.protocol.messages import ClientContent, read_message
from ludoteka.store.people import Account, accounts
from ludoteka.store.schema import HEAD
from ludoteka.surfaces.texts import LANGUAGES

if TYPE_CHECKING:
    from ludoteka.house.house import House


async def house_facts(house: "House") -> dict[str, Any]:
    """Return facts about a running house; sizes are in bytes.  Raises StoreRefused."""
    settings = house.settings
    database = await house.store.read(_describe_database)
    return {
        "version": __version__,
        "python": platform.python_version(),
        "database": database["name"],
        "schema": HEAD,
        "accounts": database["accounts"],
        "files": await asyncio.to_thread(_describe_files, settings.keeps),
        "broker": ("up" if house.broker.is_up else "down") if settings.broker else None,
        "started_registration": settings.registration,
        "mail": settings.mail.server if settings.mail else None,
        "public_address": settings.public_address,
        "sockets": settings.sockets,
        "keep": settings.keep,
        "proxies": settings.proxies,
        "names": list(settings.names),
    }


def _describe_database(connection: Connection) -> dict[str, Any]:
    dialect = connection.dialect
    version = ".".join(map(str, dialect.server_version_info or ()))
    name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(dialect.name, dialect.name)
    count = connection.execute(select(func.count()).where(accounts.c.deleted_at.is_(None))).scalar_one()
    return {"name": f"{name} {version}", "accounts": count}


def _describe_files(keeps: Path | str) -> dict[str, int] | None:
    """Return the size of the database file and the free space on its disk; None for a database server."""
    if isinstance(keeps, str):
        return None
    log = keeps.with_name(keeps.name + "-wal")  # what the file does not contain yet
    size = keeps.stat().st_size + (log.stat().st_size if log.exists() else 0)
    return {"size": size, "free": shutil.disk_usage(keeps.parent).free}


Typed = Annotated[str, msgspec.Meta(max_length=2000)]  # longer than what is accepted, which is refused with a reason


class SettingsRequest(ClientContent, kw_only=True):
    """Settings to change; omitted ones stay unchanged."""

    name: Typed | None = None
    welcome: Typed | None = None
    languages: list[Literal[tuple(LANGUAGES)]] | None = None  # type: ignore[valid-type]  # listed in one place
    registration: Literal["", "open", "invitation", "providers", "closed"] | None = None


class OwnerRequest(ClientContent):
    """The code from the link that the house has printed."""

    code: Annotated[str, msgspec.Meta(max_length=100)]


REQUESTS = (SettingsRequest, OwnerRequest)
_decoders: dict[type, Any] = {kind: msgspec.json.Decoder(kind) for kind in REQUESTS}
Body = TypeVar("Body")


def read_owner_request(kind: type[Body], body: bytes) -> Body:
    """Parse the body of a request.  Raises Refused: "bad-message"."""
    return read_message(_decoders[kind], body)  # type: ignore[no-any-return]  # the decoder checks the type


LONGEST_NAME = 40  # characters


async def _owner(request: Request) -> tuple["House", Account]:
    """Return the house and the owner who asks.  Raises Refused: "not-signed-in", "not-owner"."""
    house, who = request.app.state.house, signed_in(request)
    account = await house.accounts.account(who)
    if not is_owner(account.role):
        raise Refused("not-owner", Message("Only an owner of this house sees its settings."))
    return house, account


async def _settings(request: Request) -> Response:
    """Return the settings and facts about the house.  Raises Refused: as `_owner`."""
    house, _ = await _owner(request)
    await house.own_settings.reload()
    own = house.own_settings.own
    return json_answer(
        {"settings": {**own._asdict(), "languages": list(own.languages)}, "facts": await house_facts(house)}
    )


async def _change(request: Request) -> Response:
    """Change settings.  Raises Refused: "bad-message", "bad-words", "confirm-first", "not-stored", and as `_owner`."""
    wish = read_owner_request(SettingsRequest, await read_short_body(request))
    house, account = await _owner(request)
    house.accounts.check_confirmed(signed_in(request))
    values = _read_values(wish)
    act = ModerationAction(
        secrets.token_urlsafe(12), house.now(), account.id, "settings", detail=" ".join(sorted(values))
    )
    await house.own_settings.change(values, act)
    return json_answer({})


def _read_values(wish: SettingsRequest) -> dict[str, str]:
    """Return the settings to be stored, by name.  Raises Refused: "bad-words"."""
    values: dict[str, Any] = {"registration": wish.registration}
    values["name"] = None if wish.name is None else clean_text(wish.name)
    values["welcome"] = None if wish.welcome is None else clean_text(wish.welcome)
    values["languages"] = None if wish.languages is None else " ".join(dict.fromkeys(wish.languages))
    if len(values["name"] or "") > LONGEST_NAME:
        many = Message("Use at most {count} character.", plural="Use at most {count} characters.", count=LONGEST_NAME)
        raise Refused("bad-words", many)
    if values["languages"] == "":
        raise Refused("bad-words", Message("Choose one language at least."))
    return {name: compose(value) for name, value in values.items() if value is not None}


async def _state(request: Request) -> Response:
    """Return whether the house has an owner, and whether the reader can become it."""
    house: House = request.app.state.house
    return json_answer({"has_owner": await house.own_settings.store.has_owner(), "is_local": is_local(request)})


async def _become(request: Request) -> Response:
    """Become the first owner, with the printed code.

    Raises:
        Refused: "bad-message", "not-signed-in", "not-local", "has-owner", "bad-code",
            "not-stored".
    """
    house: House = request.app.state.house
    wish = read_owner_request(OwnerRequest, await read_short_body(request))
    who = signed_in(request)
    if not is_local(request):
        text = Message(
            "That works only on the machine that runs the server. There, `ludoteka account role NAME owner` does the same."
        )
        raise Refused("not-local", text)
    account, key = await house.accounts.account(who), house.store.guest_key
    await become_owner(house.own_settings.store, account, wish.code, key, house.now())
    return json_answer({})


async def _settings_call(request: Request) -> Response:
    return await (_change(request) if request.method == "POST" else _settings(request))


ROUTES = [
    Route("/api/settings", _settings_call, methods=["GET", "POST"]),
    Route("/api/owner", _state),
    Route("/api/owner", _become, methods=["POST"]),
]
