"""Reading and writing tournaments.

The pairings of a round and their matches are one transaction, and (tournament, round, board) is a primary key.  So if two
servers pair a round at the same time, one of them writes nothing.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Exists,
    Select,
    String,
    bindparam,
    cast,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from ludoteka.core.game import LateSeats
from ludoteka.features.tournaments.model import StoredEntry, StoredPairing, StoredTournament, TournamentRecord
from ludoteka.features.tournaments.tables import tournament_entries, tournament_pairings, tournaments
from ludoteka.referee.events import Event, Setup
from ludoteka.store.metadata import columns_of
from ludoteka.store.models import MatchStatus
from ludoteka.store.people import Account, accounts
from ludoteka.store.queries import TITLES, UNFINISHED, is_seat_of
from ludoteka.store.schema import events, matches, seats
from ludoteka.store.store import Store, StorePart, reads
from ludoteka.store.writing.owners import IS_DELETED, end_with_accounts, repair_orphans
from ludoteka.store.writing.statements import HOLDER, Statements, Write, creation, event_writes, update_rows


class NewMatch(NamedTuple):
    """A match to be created together with its pairing."""

    setup: Setup
    log: list[Event]
    status: MatchStatus


_THIS = tournaments.c.id == bindparam("which")
_ENTRY = {"tournament": "which", "holder": "who"}
_PLAYS = tournament_entries.c.is_in & tournament_entries.c.holder.in_(select(HOLDER).where(IS_DELETED))
_writes = Statements("tournaments")
_LEAVE = update(tournament_entries).values(is_in=False)
end_with_accounts(_writes.add(_LEAVE.where(tournament_entries.c.holder == bindparam("whose"))), HOLDER)
repair_orphans(tournament_entries.c.holder, _PLAYS, _LEAVE.where(_PLAYS))
# before the rows that refer to it
INSERT_TOURNAMENT = _writes.add(insert(tournaments))
SET_STARTED = _writes.add(
    update(tournaments).where(_THIS, tournaments.c.started_at.is_(None)).values(started_at=bindparam("when"))
)
SET_CALLED_OFF = _writes.add(
    update(tournaments)
    .where(_THIS, tournaments.c.started_at.is_(None), tournaments.c.ended_at.is_(None))
    .values(ended_at=bindparam("when"))
)
SET_ENDED = _writes.add(
    update(tournaments).where(_THIS, tournaments.c.ended_at.is_(None)).values(ended_at=bindparam("when"))
)
INSERT_ENTRY = _writes.add(insert(tournament_entries), holder=HOLDER)
SET_IN = _writes.add(update_rows(tournament_entries, _ENTRY, is_in="now_in", seen_at="when"), who=HOLDER)
SET_SEEN = _writes.add(update_rows(tournament_entries, _ENTRY, seen_at="when"))
SET_SCORES = _writes.add(
    update_rows(tournament_pairings, {"tournament": "which", "round": "in_round", "board": "at_board"}, scores="found")
)
INSERT_PAIRING = _writes.add(insert(tournament_pairings))


TOURNAMENT = columns_of(tournaments, StoredTournament)
ENTRY = [tournament_entries.c[name] for name in StoredEntry._fields[:-2]]
LISTS = ("players", "scores")
PAIRING = [
    cast(tournament_pairings.c[name], String) if name in LISTS else tournament_pairings.c[name]
    for name in StoredPairing._fields[:-2]
]  # lists as JSON texts
MOST_REMEMBERED = 50_000  # pairings, which take some 25 megabytes
LEAVE_TEXT = LateSeats._field_defaults["leave_text"]  # of the action by which a seat leaves, in all games so far
GIVING_UP = ("resign", "flag", "claim")  # kinds of events by which a seat gives up

TITLES.append(select(tournaments.c.name).where(tournaments.c.id == matches.c.tournament).scalar_subquery())


_NUMBER = (
    select(func.count())
    .where(tournament_entries.c.tournament == tournaments.c.id, tournament_entries.c.is_in)
    .scalar_subquery()
)


def _open_pairings(*, is_over: bool) -> Exists:
    """Return the condition that a tournament has unscored pairings whose matches are over, or still in progress."""
    pairing = tournament_pairings.c
    result = matches.c.result.is_not(None) if is_over else matches.c.result.is_(None)
    return exists().where(
        pairing.tournament == tournaments.c.id, pairing.scores.is_(None), matches.c.id == pairing.match, result
    )


def _entry(connection: Connection, name: str, holder: str) -> tuple[StoredTournament | None, StoredEntry | None]:
    """Return a tournament and a person's entry in it, each None if there is none."""
    found = connection.execute(select(*TOURNAMENT).where(tournaments.c.id == name)).first()
    own = connection.execute(_entries(name).where(tournament_entries.c.holder == holder)).first()
    return StoredTournament._make(found) if found else None, StoredEntry._make(own) if own else None


def _entries(name: str) -> Select[Any]:
    columns = (*ENTRY, accounts.c.name, func.coalesce(accounts.c.is_bot, false()))
    wanted = select(*columns).join(accounts, accounts.c.holder == tournament_entries.c.holder, isouter=True)
    return wanted.where(tournament_entries.c.tournament == name)


def _load(connection: Connection, name: str, known: list[StoredPairing]) -> TournamentRecord | None:
    found = connection.execute(select(*TOURNAMENT).where(tournaments.c.id == name)).first()
    if found is None:
        return None
    seeds = (tournament_entries.c.rating.desc(), tournament_entries.c.joined_at, tournament_entries.c.holder)
    entries = [StoredEntry._make(row) for row in connection.execute(_entries(name).order_by(*seeds))]
    last = known[-1].round if known else 0
    first = min((one.round for one in known if one.scores is None), default=last + 1)  # that may have changed
    same = [one for one in known if one.round < first]
    return TournamentRecord(StoredTournament._make(found), entries, same + _pairings(connection, name, first))


def _pairings(connection: Connection, name: str, first: int) -> list[StoredPairing]:
    wanted = select(*PAIRING).where(tournament_pairings.c.tournament == name, tournament_pairings.c.round >= first)
    found = connection.execute(wanted.order_by(tournament_pairings.c.round, tournament_pairings.c.board)).all()
    rounds, boards, names, *lists = zip(*found, strict=True) if found else ((),) * len(PAIRING)
    players, scores = (_decoded(texts) for texts in lists)
    results = _results(connection, [one for one, known in zip(names, scores, strict=True) if one and known is None])
    forfeits = _forfeits(connection, list(results)) if results else {}
    return [
        StoredPairing(
            *(number, board, match, tuple(seated), None if points is None else tuple(points)),
            *(results.get(match), frozenset(forfeits.get(match, ()))),
        )
        for number, board, match, seated, points in zip(rounds, boards, names, players, scores, strict=True)
    ]


def _decoded(texts: Iterable[str | None]) -> list[Any]:
    """Decode many short JSON texts at once, which takes a tenth of the time."""
    return json.loads(f"[{','.join(text or 'null' for text in texts)}]")  # type: ignore[no-any-return]


def _results(connection: Connection, names: Sequence[str]) -> dict[str, dict[str, int]]:
    over = select(matches.c.id, matches.c.result).where(matches.c.id.in_(names), matches.c.result.is_not(None))
    return dict(connection.execute(over).fetchall()) if names else {}


def _forfeits(connection: Connection, names: Sequence[str]) -> dict[str, set[str]]:
    """Return the letters of the seats that gave up, or left the match by an action, by match."""
    has_left = (events.c.kind == "act") & (events.c.text == LEAVE_TEXT)
    gone = select(events.c.match, events.c.seat).where(events.c.match.in_(names))
    found: dict[str, set[str]] = {}
    for match, seat in connection.execute(gone.where(events.c.kind.in_(GIVING_UP) | has_left)):
        found.setdefault(match, set()).add(seat)
    return found


def _row(name: str, one: StoredEntry | StoredPairing) -> dict[str, Any]:
    return dict(zip(one._fields[:-2], one, strict=False)) | {"tournament": name}


class TournamentStore(StorePart):
    """The tournaments in a store."""

    entry = reads(_entry)

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._read: OrderedDict[str, TournamentRecord] = OrderedDict()  # the most recently read one last

    async def create(self, tournament: StoredTournament, entries: Sequence[StoredEntry]) -> None:
        writes: list[Write] = [(INSERT_TOURNAMENT, tournament._asdict())]
        await self._store.write(writes + [(INSERT_ENTRY, _row(tournament.id, entry)) for entry in entries])

    async def all(self, limit: int) -> list[tuple[StoredTournament, int]]:
        """Return the public tournaments and the numbers of their players: first those that are not over, the newest first."""
        wanted = select(*TOURNAMENT, _NUMBER).where(tournaments.c.visibility == "public")
        order = (tournaments.c.ended_at.is_not(None), tournaments.c.ended_at.desc(), tournaments.c.made_at.desc())
        return await self._with_numbers(wanted.order_by(*order).limit(limit))

    async def _with_numbers(self, wanted: Select[Any]) -> list[tuple[StoredTournament, Any]]:
        """Return tournaments, each with the value of one more column."""
        return await self.read(
            lambda connection: [(StoredTournament._make(row[:-1]), row[-1]) for row in connection.execute(wanted)]
        )

    async def open_count(self, host: str) -> int:
        """Return the number of a host's unfinished tournaments."""
        return await self._count(tournaments.c.host == host, tournaments.c.ended_at.is_(None))

    async def export(self, account: Account) -> dict[str, Any]:
        """Return a user's tournaments, oldest first, for the export of their account."""
        wanted = select(*TOURNAMENT, tournament_entries.c.joined_at).join(tournament_entries)
        wanted = wanted.where(tournament_entries.c.holder == account.holder).order_by(tournament_entries.c.joined_at)
        return {
            "tournaments": [
                {"id": one.id, "name": one.name, "kind": one.kind, "game": one.game, "joined_at": at}
                for one, at in await self._with_numbers(wanted)
            ]
        }

    async def to_advance(self, now: float) -> list[str]:
        """Return the ids of the tournaments that may be ready for a step.

        These are arenas, tournaments due to start, and those in which a match or a whole round is over, so that a
        correspondence tournament isn't read every second.
        """
        is_running = tournaments.c.started_at.is_not(None)
        has_news = or_(tournaments.c.kind == "arena", _open_pairings(is_over=True), ~_open_pairings(is_over=False))
        is_due = or_(tournaments.c.starts_at <= now, is_running) & or_(~is_running, has_news)
        wanted = select(tournaments.c.id).where(tournaments.c.ended_at.is_(None), is_due)
        return await self._values(wanted)

    async def load(self, name: str) -> TournamentRecord | None:
        """Return a tournament with its entries and pairings, or None.

        It reads only pairings that may have changed since the last time, because scores don't change.
        """
        known = self._read.get(name)
        found = await self.read(lambda connection: _load(connection, name, known.pairings if known else []))
        if found is not None:
            self._read[name] = found
            self._read.move_to_end(name)
            while len(self._read) > 1 and sum(len(one.pairings) for one in self._read.values()) > MOST_REMEMBERED:
                self._read.popitem(last=False)
        return found

    async def match_of(self, name: str, holder: str) -> str | None:
        """Return a player's current match in a tournament, or None."""
        pairing = tournament_pairings.c
        wanted = (
            select(pairing.match)
            .join(matches, matches.c.id == pairing.match)
            .join(seats, seats.c.match == pairing.match)
            .where(pairing.tournament == name, pairing.scores.is_(None), UNFINISHED, *is_seat_of(holder))
            .order_by(pairing.round.desc())
        )
        return await self.read(lambda connection: connection.execute(wanted.limit(1)).scalar())

    async def left_alone(self) -> list[str]:
        """Return the ids of tournament matches that can proceed without a person: a computer moves, or a pass is due."""
        pairing = tournament_pairings.c
        wanted = (
            select(matches.c.id)
            .join(tournament_pairings, pairing.match == matches.c.id)
            .join(tournaments, tournaments.c.id == pairing.tournament)
            .where(tournaments.c.ended_at.is_(None), pairing.scores.is_(None))
            .where(matches.c.result.is_(None), matches.c.awaited == "")
        )
        return await self._values(wanted)

    async def join(self, name: str, entry: StoredEntry) -> None:
        """Add an entry, unless it exists already."""
        await self._write_once([(INSERT_ENTRY, _row(name, entry))])

    async def set_in(self, name: str, holder: str, at: float, *, is_in: bool) -> None:
        await self._store.write([(SET_IN, {"which": name, "who": holder, "now_in": is_in, "when": at})])

    async def see(self, name: str, holder: str, at: float) -> None:
        await self._store.write([(SET_SEEN, {"which": name, "who": holder, "when": at})])

    async def start(self, name: str, at: float) -> None:
        await self._store.write([(SET_STARTED, {"which": name, "when": at})])

    async def call_off(self, name: str, at: float) -> None:
        """End a tournament, unless it has started."""
        await self._store.write([(SET_CALLED_OFF, {"which": name, "when": at})])

    async def end(self, name: str, at: float) -> None:
        await self._store.write([(SET_ENDED, {"which": name, "when": at})])

    async def score(self, name: str, scored: Sequence[StoredPairing]) -> None:
        """Store the scores of pairings whose matches are over."""
        await self._store.write(
            [
                (SET_SCORES, {"which": name, "in_round": one.round, "at_board": one.board, "found": one.scores})
                for one in scored
            ]
        )

    async def pair(
        self, name: str, pairings: Sequence[StoredPairing], made: Sequence[NewMatch], *, is_told: bool = False
    ) -> None:
        """Store the pairings of a round and create their matches; if it `is_told`, notify the players.

        Raises:
            NotStored: also if the round was paired already.
        """
        writes: list[Write] = []
        for setup, log, status in made:
            writes += creation(setup, status, log)
            writes += event_writes("round", setup.id, setup.made_at) if is_told else []
        await self._store.write(writes + [(INSERT_PAIRING, _row(name, pairing)) for pairing in pairings])
