"""Facts about a house for its owner: versions, database, limits."""

import asyncio
import platform
import shutil
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select

from ludoteka import __version__
from ludoteka.server.house import House
from ludoteka.store.schema import HEAD, accounts


async def house_facts(house: House) -> dict[str, Any]:
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
