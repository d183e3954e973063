"""Check the health of a house."""

import asyncio
import json
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteka import __version__
from ludoteka.commands import data_folder, reader
from ludoteka.commands._options import (
    PROVIDERS,
    add_mail_options,
    add_store_options,
    database_of,
    house_option,
    read_mail_options,
    read_providers,
    require_extra,
)
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from ludoteka.store.maintenance.checks import Finding

Checked = tuple[bool, Message]  # whether something is well, and what was found
MIN_FREE = 200  # megabytes
MAX_CLOCK_OFFSET = 2.0  # seconds between database and machine; with more, match clocks jump when the server changes


@click.command("doctor")
@add_store_options
@house_option("--broker", default="", metavar="URL", help="The Redis server of the house, redis://..., if it has one.")
@PROVIDERS
@add_mail_options
@click.option("--quick", is_flag=True, help="Skip replaying the matches.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(as_json: bool, **house: Any) -> Iterator[str]:
    """Check the games, the database and every match in it, the disk, the clock, and the services that the house uses.

    The house may be open.  Exits with 1 if something is wrong.
    """
    found = []
    for finding in _findings(**house):
        found.append(finding)
        if not as_json:
            yield f"{'ok' if finding.is_well else '!!'}  {reader().say(finding.message)}"
            yield from (f"      {match}" for match in finding.matches)
    is_well = all(one.is_well for one in found)
    if as_json:
        findings = [{**one._asdict(), "message": reader().say(one.message)} for one in found]
        yield json.dumps({"is_well": is_well, "findings": findings}, ensure_ascii=False, indent=1)
    sys.exit(0 if is_well else 1)


def _findings(
    data: Path | None, database: str, broker: str, identity_providers: Path | None, quick: bool, **mail: Any
) -> "Iterator[Finding]":
    from ludoteka.games import faults, games
    from ludoteka.store.backends.dispatch import display_name, open_for_reading
    from ludoteka.store.maintenance.checks import Finding, check_house

    broken = faults()  # before anything else opens the games, or the log would report their faults
    versions = {"version": __version__, "python": platform.python_version(), "system": platform.platform()}
    yield Finding("program", True, Message("Ludoteka {version}, Python {python}, {system}", **versions))
    yield Finding("program", True, _moves())
    yield Finding("program", True, _thinking())
    yield from (Finding("games", False, fault) for fault in broken)
    yield Finding("games", True, Message("Games: {games}", games=", ".join(games())))
    try:
        place = database_of(data, database)
        with open_for_reading(place) as engine:
            yield Finding("database", *_database(engine, display_name(place)))
            if engine.dialect.name == "postgresql":
                yield Finding("clock", *_clock(engine))
            yield from check_house(engine, quick)
    except Refused as refused:
        yield Finding("database", False, refused.message)
    yield Finding("disk", *_disk(data or data_folder()))
    for topic, checked in (
        ("broker", _broker(broker) if broker else ()),
        ("identity-providers", _identity_providers(identity_providers)),
        ("mail", _mail_server(mail)),
    ):
        try:
            yield from (Finding(topic, *one) for one in checked)
        except Refused as refused:
            yield Finding(topic, False, refused.message)


def _moves() -> Message:
    """Say how the house accepts and shows a move."""
    from ludoteka.compilation import compiled_modules

    if number := len(compiled_modules()):
        return Message("Moves are accepted and shown by compiled modules: {number}", number=number)
    return Message("Moves are accepted and shown by plain Python; a wheel for this system may have compiled modules")


def _thinking() -> Message:
    """Say how computers think."""
    from ludoteka.core.twins import is_compiler_installed

    if is_compiler_installed():
        return Message("Computers think in machine code, which numba compiles")
    return Message("Computers think in plain Python, more slowly than with numba, which is not installed")


def _database(engine: "Engine", name: str) -> Checked:
    from ludoteka.store.schema import HEAD

    with engine.connect() as connection:
        version = ".".join(map(str, connection.dialect.server_version_info or ()))
        database = {"database": name, "kind": connection.dialect.name, "version": version, "revision": HEAD}
    return True, Message("{database}: {kind} {version}, revision {revision}", **database)


def _clock(engine: "Engine") -> Checked:
    """Compare the clock of the database, which times matches, with that of this machine."""
    from ludoteka.store.queries import clock_offset

    with engine.connect() as connection:
        offset = clock_offset(connection)
    return abs(offset) < MAX_CLOCK_OFFSET, Message(
        "The clocks of the database and this machine differ by {milliseconds} ms.",
        milliseconds=round(abs(offset) * 1000),
    )


def _disk(folder: Path) -> Checked:
    """Check the free space of the disk on which the folder is, or will be."""
    there = next(one for one in [folder.absolute(), *folder.absolute().parents] if one.exists())
    free = shutil.disk_usage(there).free >> 20
    return free >= MIN_FREE, Message("Free space in {folder}: {free} MB", folder=str(folder), free=free)


def _broker(url: str) -> Iterator[Checked]:
    require_extra("Redis")
    from redis.exceptions import RedisError

    from ludoteka.server.broker.thinking_queue import redis_address, redis_client

    async def answer() -> Checked:
        client = redis_client(url)
        try:
            await client.ping()  # type: ignore[misc]  # the annotation also covers the synchronous client
        except (RedisError, OSError) as error:
            return False, Message(
                "The broker at {place} does not answer ({reason}).", place=redis_address(client), reason=str(error)
            )
        finally:
            await client.aclose()
        return True, Message("The broker at {place} answers.", place=redis_address(client))

    yield asyncio.run(answer())


def _identity_providers(file: Path | None) -> Iterator[Checked]:
    """Check that the discovery document and the keys of each provider can be read."""
    from ludoteka.features.sign_in.providers import check_provider

    for provider in read_providers(file):
        if fault := asyncio.run(check_provider(provider)):
            text = Message("Identity provider {provider} can't be used ({reason}).", provider=provider.id, reason=fault)
        else:
            text = Message(
                "Identity provider {provider}: its discovery document and its keys can be read.", provider=provider.id
            )
        yield not fault, text


def _mail_server(options: dict[str, Any]) -> Iterator[Checked]:
    from ludoteka.server.mail.mailer import MailNotTaken, MailServer

    address, settings = read_mail_options(options)
    if settings is None:
        return
    try:
        asyncio.run(MailServer(settings, address).check())
    except MailNotTaken as failure:
        yield (
            False,
            Message("The mail server {place} can't be used ({reason}).", place=settings.server, reason=failure.reason),
        )
    else:
        yield True, Message("The mail server {place} can be used.", place=settings.server)
