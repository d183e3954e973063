"""Opening a PostgreSQL database, which several servers may share."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from ludoteka.store.backends.database import Database, Inspection, migrate
from ludoteka.store.refusals import StoreRefused, database_refusal
from ludoteka.store.schema import HEAD
from ludoteka.store.writing.batch_marks import IDLE, BatchMarks

SCHEMES = {"postgresql", "postgres", "postgresql+psycopg"}
LOCK = 0x6C75646F  # our advisory lock: "ludo" in ASCII
READERS = 8
CONNECTIONS = READERS + 2  # in the pool; the writer and long readers have their own
CONNECT = {  # defaults for the URL's parameters, so that a dead server is noticed soon
    "connect_timeout": 5,  # seconds
    "keepalives_idle": 15,  # seconds
    "tcp_user_timeout": 10_000,  # milliseconds
    "application_name": "ludoteka",
}
PREPARE = f"""
    select set_config('idle_in_transaction_session_timeout', '{round(IDLE)}s', false),
        set_config('synchronous_commit', case current_setting('synchronous_commit')
            when 'off' then 'on' else current_setting('synchronous_commit') end, false)
"""  # commits wait for the disk, whatever the server's default is
TABLES = """
    select relname from pg_class
    where relkind in ('r', 'p') and relnamespace = to_regnamespace(current_schema())
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
"""  # without the tables of extensions
COLUMNS = "select table_name, column_name from information_schema.columns where table_schema = current_schema()"
OTHER_TABLES = {"42P01", "42P07", "42701", "42703"}  # SQLSTATE: a table or column is missing, or exists already

OTHERS = """
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name = :name and pid <> pg_backend_pid()
"""
LOOKS = 30  # before a database counts as in use
PAUSE = "select pg_sleep(0.1), pg_stat_clear_snapshot()"  # between two of them


def open_database(address: str) -> Database:
    """Open a database, check it and migrate it; other servers may have it open.

    Raises:
        StoreRefused: "bad-database", "store-unreachable", "store-not-ours", "store-corrupt", "store-newer".
    """
    logging.getLogger("psycopg").addFilter(_is_news)
    url = parse_url(address)
    migrator = _engine(url, is_patient=True)
    try:
        with _refusing(url), migrator.begin() as connection:
            connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})  # only one server migrates
            if _revision(connection, url) != HEAD:
                # Migrations may take longer
                connection.execute(text("set local idle_in_transaction_session_timeout = 0"))
                migrate(connection)
                _inspection(connection, url).check_parts()
    finally:
        migrator.dispose()
    engine = _engine(url)
    return Database(engine, _reader(engine), READERS, lambda: None, BatchMarks(engine))


def _is_news(record: logging.LogRecord) -> bool:
    """Tell whether an entry of psycopg's log says more than the error that it raises anyway."""
    return not str(record.msg).startswith("error ignored terminating")


def read_revision(address: str) -> str:
    """Return the revision of a database without changing it, "" for a new one.  Raises the same as `open_database`."""
    url = parse_url(address)
    engine = _engine(url)
    try:
        with _refusing(url), engine.connect() as connection:
            return _revision(connection, url)
    finally:
        engine.dispose()


def create_reader(address: str) -> Engine:
    """Return an engine for reading a database of ours, of any revision; reading may take long."""
    return _reader(_engine(parse_url(address), is_patient=True))


def claim(connection: Connection, url: URL) -> None:
    """Lock the database against servers until the transaction ends, which may take long.

    Raises:
        StoreRefused: "store-in-use", if a house has it open.
    """
    driver: Any = connection.connection.driver_connection
    driver.patience = None
    connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    for _ in range(LOOKS):  # PostgreSQL still lists connections that were closed a moment ago
        if not connection.execute(text(OTHERS), {"name": CONNECT["application_name"]}).scalar_one():
            return
        connection.execute(text(PAUSE))
    raise database_refusal("store-in-use", display_name(url))


def _reader(engine: Engine) -> Engine:
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def parse_url(address: str) -> URL:
    """Parse a URL.  Raises StoreRefused: "bad-database"; the message quotes nothing that might be a password."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise database_refusal("bad-database") from None
    if url.drivername not in SCHEMES or not url.database or "@" in (url.host or ""):
        raise database_refusal("bad-database")
    return url.set(drivername="postgresql+psycopg")


def display_name(url: URL) -> str:
    """Return the name of a database for people, without its password."""
    shown = URL.create("postgresql", url.username, host=url.host, port=url.port, database=url.database)
    return shown.render_as_string()


def _engine(url: URL, is_patient: bool = False) -> Engine:
    """Return an engine; the statements of a patient one may take as long as they like."""
    settings = {name: value for name, value in CONNECT.items() if name not in url.query}
    engine = create_engine(  # it hides parameters, which keeps seeds out of the log
        url, hide_parameters=True, pool_size=CONNECTIONS, pool_timeout=5, connect_args=settings
    )
    event.listen(engine, "do_connect", partial(_connect, is_patient))
    event.listen(engine, "connect", _prepare)
    return engine


def _connect(is_patient: bool, dialect: object, record: object, arguments: Any, settings: dict[str, Any]) -> Any:
    from ludoteka.store.backends.timed_connection import TimedConnection  # noqa: PLC0415 - only now is psycopg needed

    connection = TimedConnection.connect(*arguments, **settings)
    if is_patient:
        connection.patience = None
    return connection


def _prepare(connection: Any, record: object) -> None:
    connection.execute(PREPARE)
    connection.commit()


def _revision(connection: Connection, url: URL) -> str:
    encoding = connection.execute(text("show server_encoding")).scalar()
    if encoding != "UTF8":
        raise database_refusal("store-unreachable", display_name(url), f"{encoding} instead of UTF8")
    return _inspection(connection, url).revision(set(connection.execute(text(TABLES)).scalars()))


def _inspection(connection: Connection, url: URL) -> Inspection:
    refuse = partial(database_refusal, database=display_name(url))
    return Inspection(lambda sql: connection.execute(text(sql)), COLUMNS, refuse)


@contextmanager
def _refusing(url: URL) -> Iterator[None]:
    try:
        yield
    except StoreRefused:
        raise
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        code = "store-corrupt" if getattr(error.orig, "sqlstate", "") in OTHER_TABLES else "store-unreachable"
        raise database_refusal(code, display_name(url), reason) from None
