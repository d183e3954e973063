"""The queries of the store; each runs on one connection, in one transaction."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    bindparam,
    case,
    exists,
    func,
    literal_column,
    null,
    select,
)

from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.store.models import ChatLine, MatchHeader, MatchStatus, StoredMatch
from ludoteka.store.people import accounts, guests
from ludoteka.store.schema import chat, events, keys, matches, seats

CLOCK_PROBES = 3
MAX_OVERDUE = 500  # matches returned at once
LISTED_SECONDS = 15 * 60.0  # for which a match stays in the lobby after its players have left
SLOW_LISTED_SECONDS = 3 * 24 * 3600.0  # the same for a match with days for each turn, whose players come now and then
DAYS_MARK = "/day"  # the end of such a time control
SETUP = [matches.c[name] for name in Setup._fields if name != "seats"]
STATUS = [matches.c[name] for name in MatchStatus._fields]
EVENT = [events.c[name] for name in Event._fields]
CHAT_LINE = [chat.c[name] for name in ChatLine._fields]
TITLES: list[ColumnElement[str]] = []  # columns for the name of what a match belongs to; a feature adds its own
UNFINISHED = matches.c.result.is_(None)
# Literals, not bound parameters: otherwise databases would not use the partial index of the lobby
PUBLIC = matches.c.visibility == literal_column("'public'")
HAS_FREE_SEAT = (
    exists().where(seats.c.match == matches.c.id, seats.c.kind == literal_column("'free'")).correlate(matches)
)
# Built once: each time that SQLAlchemy builds it, two kilobytes are left for the garbage collector
_SEATS = select(seats).where(seats.c.match.in_(bindparam("names", expanding=True))).order_by(seats.c.place)


def guest_key(connection: Connection) -> bytes:
    """Return the key that signs guests' cookies."""
    return bytes(connection.execute(select(keys.c.key).where(keys.c.name == "guests")).scalar_one())


def find_match(
    connection: Connection, name: str, after: int = 0, limit: int | None = None
) -> tuple[Setup, list[Event]] | None:
    """Return the setup of a match and the events that follow a number, at most `limit`; or None."""
    found = connection.execute(select(*SETUP).where(matches.c.id == name)).mappings().first()
    if found is None:
        return None
    return Setup(seats=_seats(connection, [name])[name], **found), events_after(connection, name, after, limit)


def find_header(connection: Connection, name: str) -> MatchHeader | None:
    """Return what is known of a match without reading its log, or None."""
    found = connection.execute(select(*SETUP, *STATUS).where(matches.c.id == name)).mappings().first()
    if found is None:
        return None
    occupants = _seats(connection, [name])[name]
    return MatchHeader(_setup(found, occupants), _status(found), last_numbers(connection, [name])[name])


def _setup(found: RowMapping, occupants: dict[str, Occupant]) -> Setup:
    return Setup(seats=occupants, **{one.name: found[one.name] for one in SETUP})


def _status(found: RowMapping) -> MatchStatus:
    return MatchStatus(**{one.name: found[one.name] for one in STATUS})


def find_matches(connection: Connection, after: str, limit: int) -> list[tuple[Setup, list[Event], MatchStatus]]:
    """Return a page of matches with their logs and statuses, ordered by id and starting after the id `after`."""
    wanted = select(*SETUP, *STATUS).where(matches.c.id > after).order_by(matches.c.id).limit(limit)
    found = {row["id"]: row for row in connection.execute(wanted).mappings()}
    occupants, logs = _seats(connection, found), {name: list[Event]() for name in found}
    of_these = select(events.c.match, *EVENT).where(events.c.match.in_(found)).order_by(events.c.match, events.c.number)
    for name, *event in connection.execute(of_these):
        logs[name].append(Event(*event))
    return [(_setup(row, occupants[name]), logs[name], _status(row)) for name, row in found.items()]


def events_after(connection: Connection, name: str, after: int = 0, limit: int | None = None) -> list[Event]:
    """Return the events of a match that follow a number, at most `limit`."""
    wanted = select(*EVENT).where(events.c.match == name, events.c.number > after).order_by(events.c.number)
    wanted = wanted.limit(limit)
    return [Event(*row) for row in connection.execute(wanted)]


def last_numbers(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """Return the number of the last event of each match, 0 if it has none; unknown matches are left out."""
    last = select(func.max(events.c.number)).where(events.c.match == matches.c.id).scalar_subquery()
    found = connection.execute(select(matches.c.id, last).where(matches.c.id.in_(names)))
    return {name: number or 0 for name, number in found}


def overdue_matches(connection: Connection, now: float) -> list[str]:
    """Return the ids of unfinished matches in which a clock has run out, longest overdue first."""
    wanted = select(matches.c.id).where(matches.c.due < now, UNFINISHED).order_by(matches.c.due).limit(MAX_OVERDUE)
    return list(connection.execute(wanted).scalars())


def abandoned_matches(
    connection: Connection, unbegun_since: float, idle_since: float, limit: int = 500
) -> dict[str, int]:
    """Return the numbers of the last events of abandoned matches, by match, oldest first.

    These are the unfinished matches in which nobody has acted and nothing has happened since `unbegun_since`, and those
    in which nothing has happened since `idle_since`; both are house times.  Those of tournaments end by their clocks.
    """

    def has_event(*conditions: Any) -> ColumnElement[bool]:
        return exists().where(events.c.match == matches.c.id, *conditions)

    made_at, last = matches.c.made_at, select(func.max(events.c.number)).where(events.c.match == matches.c.id)
    has_begun = has_event(events.c.kind == "act") | has_event(events.c.at >= unbegun_since)
    is_idle = (made_at < idle_since) & ~has_event(events.c.at >= idle_since)
    wanted = (
        select(matches.c.id, func.coalesce(last.scalar_subquery(), 0))
        .where(UNFINISHED, matches.c.tournament == "", made_at < max(unbegun_since, idle_since))
        .where(((made_at < unbegun_since) & ~has_begun) | is_idle)
        .order_by(made_at)
        .limit(limit)
    )
    return dict(connection.execute(wanted).fetchall())


def matches_of(connection: Connection, holder: str, limit: int = 20) -> list[StoredMatch]:
    """Return the matches in which a person has a seat, newest first."""
    return _stored_matches(connection, _listed().where(matches.c.id.in_(_ids_of(holder).limit(limit))))


def match_ids_of(connection: Connection, holder: str) -> list[str]:
    """Return the ids of all matches in which a person has a seat, newest first."""
    return list(connection.execute(_ids_of(holder)).scalars())


def _ids_of(holder: str) -> Select[Any]:
    own = select(seats.c.match).where(*is_seat_of(holder)).group_by(seats.c.made_at, seats.c.match)
    return own.order_by(seats.c.made_at.desc(), seats.c.match)


def is_seat_of(holder: str) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for a seat of a person."""
    return seats.c.holder == holder, seats.c.kind == literal_column("'person'")


def lobby_matches(
    connection: Connection, now: float, game: str = "", is_open: bool | None = None, limit: int = 50
) -> list[StoredMatch]:
    """Return the matches in the lobby, newest first; filtered by game and by whether seats are free, if given.

    If there are more than `limit`, every host gets one place, then every host a second one, and so on.
    """
    place = func.row_number().over(partition_by=matches.c.host, order_by=(matches.c.made_at.desc(), matches.c.id))
    found = select(matches.c.id, matches.c.made_at, place.label("place")).where(*is_in_lobby(now))
    if game:
        found = found.where(matches.c.game == game)
    if is_open is not None:
        found = found.where(HAS_FREE_SEAT if is_open else ~HAS_FREE_SEAT)
    ranked = found.subquery()
    chosen = select(ranked.c.id).order_by(ranked.c.place, ranked.c.made_at.desc(), ranked.c.id).limit(limit)
    return _stored_matches(connection, _listed().where(matches.c.id.in_(chosen)))


def title_of_match() -> ColumnElement[str]:
    """Return the column with the name of the tournament to which a match belongs, or ""."""
    return func.coalesce(null(), *TITLES, "")


def open_table_count(connection: Connection, now: float, host: str) -> int:
    """Return how many matches with free seats a person has in the lobby."""
    wanted = select(func.count()).where(*is_in_lobby(now), HAS_FREE_SEAT, matches.c.host == host)
    return connection.execute(wanted).scalar_one()


def is_in_lobby(now: float) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for a match in the lobby: public, in progress, and a player was there lately.

    A rematch that waits for its people is not for others.
    """
    is_recent = matches.c.attended_at > now - LISTED_SECONDS
    is_slow = matches.c.clock.endswith(DAYS_MARK)
    is_for_all = (matches.c.previous == "") | ~HAS_FREE_SEAT
    return PUBLIC, UNFINISHED, is_for_all, matches.c.attended_at > now - SLOW_LISTED_SECONDS, is_recent | is_slow


def _listed() -> Select[Any]:
    name = func.coalesce(accounts.c.name, guests.c.name, "").label("host_name")
    is_former = accounts.c.deleted_at.is_not(None)
    is_guest = accounts.c.id.is_(None)
    whens = ((is_guest, "guest"), (is_former, "former"), (accounts.c.is_bot, "bot"))
    standing = case(*whens, else_="resident").label("host_standing")
    known = (
        select(matches, name, standing)
        .join(guests, guests.c.holder == matches.c.host, isouter=True)
        .join(accounts, accounts.c.holder == matches.c.host, isouter=True)
    )
    return known.order_by(matches.c.made_at.desc(), matches.c.id)


def stored_matches(connection: Connection, names: Sequence[str]) -> list[StoredMatch]:
    """Return these matches, newest first."""
    return _stored_matches(connection, _listed().where(matches.c.id.in_(names))) if names else []


def _stored_matches(connection: Connection, wanted: Select[Any]) -> list[StoredMatch]:
    found = connection.execute(wanted).mappings().all()
    occupants = _seats(connection, [row["id"] for row in found])
    names = [name for name in StoredMatch._fields if name not in ("seats", "status")]
    return [
        StoredMatch(seats=occupants[row["id"]], status=_status(row), **{name: row[name] for name in names})
        for row in found
    ]


def _seats(connection: Connection, names: Iterable[str]) -> dict[str, dict[str, Occupant]]:
    """Return the occupants of each match by letter, in the order of the seats."""
    occupants: dict[str, dict[str, Occupant]] = {name: {} for name in names}
    for row in connection.execute(_SEATS, {"names": [*occupants]}):
        occupants[row.match][row.letter] = Occupant(row.kind, row.level, row.holder, row.name, row.standing)
    return occupants


def rematch_of(connection: Connection, name: str) -> str | None:
    """Return the id of the rematch of a match, or None."""
    return connection.execute(select(matches.c.id).where(matches.c.previous == name).limit(1)).scalar()


def chat_lines(connection: Connection, name: str, after: int = 0, limit: int = 100) -> list[ChatLine]:
    """Return the newest chat lines of a match that follow a number, oldest first."""
    wanted = select(*CHAT_LINE).where(chat.c.match == name, chat.c.number > after)
    found = connection.execute(wanted.order_by(chat.c.number.desc()).limit(limit))
    return [ChatLine(*row) for row in found][::-1]


def ping(connection: Connection) -> bool:
    """Tell whether the database answers."""
    return connection.exec_driver_sql("select 1").scalar() == 1


def clock_offset(connection: Connection) -> float:
    """Return by how many seconds the clock of a PostgreSQL server is ahead of ours."""
    answers = []
    for _ in range(CLOCK_PROBES):
        before = time.time()
        theirs = connection.exec_driver_sql("select extract(epoch from clock_timestamp())").scalar_one()
        after = time.time()
        answers.append((after - before, float(theirs) - (before + after) / 2))
    return min(answers)[1]  # the fastest round trip is the most precise
