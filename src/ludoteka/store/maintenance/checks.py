"""Checking the database of a house (`ludoteka doctor`)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine, func, or_, select, text

from ludoteka.core.dice import commitment
from ludoteka.core.message import Message
from ludoteka.games import games
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import occupant_after
from ludoteka.store import queries
from ludoteka.store.models import MatchStatus
from ludoteka.store.schema import events

PAGE_SIZE = 100  # matches
DURABLE = {"fsync": {"on"}, "full_page_writes": {"on"}}  # the settings of PostgreSQL that durability depends on
IDENTITY = 3  # fields of an occupant: kind, level and holder


class Finding(NamedTuple):
    """The result of one check."""

    name: str
    is_well: bool
    message: Message
    matches: Sequence[str] = ()  # the ids of the matches with a fault


def check_house(engine: Engine, is_quick: bool = False) -> Iterator[Finding]:
    """Check everything; `is_quick` skips replaying the matches."""
    with engine.connect() as connection:
        yield _integrity(connection)
        yield _gaps(connection)
    checks = MatchChecks()
    after = ""
    while True:
        with engine.connect() as connection:
            found = queries.find_matches(connection, after, PAGE_SIZE)
        if not found:
            break
        for setup, log, standing in found:
            checks.add(setup, log, standing, is_quick)
        after = found[-1][0].id
    yield from checks.findings(is_quick)


def _integrity(connection: Connection) -> Finding:
    """Check the integrity of the database, and the settings that make commits durable."""
    if connection.dialect.name == "sqlite":
        faults = list(connection.execute(text("pragma integrity_check(5)")).scalars())
        faults = [] if faults == ["ok"] else faults
        if connection.execute(text("pragma foreign_key_check")).first():
            faults.append("foreign_key_check")
    else:
        settings = {name: connection.execute(text(f"show {name}")).scalar() for name in DURABLE}
        faults = [f"{name} = {value}" for name, value in settings.items() if value not in DURABLE[name]]
    if faults:
        return Finding("integrity", False, Message("The database is not safe: {reason}", reason="; ".join(faults)))
    return Finding("integrity", True, Message("The database is intact and its commits are durable."))


def _finding(name: str, bad: Sequence[str], fault: Message, well: Message) -> Finding:
    """Return the finding of a check: the fault, with the ids of the bad matches, or that all is well."""
    return Finding(name, not bad, fault if bad else well, bad)


def _gaps(connection: Connection) -> Finding:
    first, last, count = func.min(events.c.number), func.max(events.c.number), func.count()
    wanted = select(events.c.match).group_by(events.c.match).having(or_(first != 1, last != count))
    broken = list(connection.execute(wanted.order_by(events.c.match)).scalars())
    total = connection.execute(select(func.count()).select_from(events)).scalar_one()
    fault = Message("Matches with missing events: {count}", count=len(broken))
    return _finding("log", broken, fault, Message("Events without gaps: {count}", count=total))


class MatchChecks:
    """The checks of single matches, summed up."""

    def __init__(self) -> None:
        self.count = 0
        self.other_rules = 0
        self.unplayable: list[str] = []
        self.misseated: list[str] = []
        self.misjudged: list[str] = []
        self.committed = 0  # to a seed
        self.reseeded: list[str] = []

    def add(self, setup: Setup, log: list[Event], status: MatchStatus, is_quick: bool) -> None:
        self.count += 1
        if not _is_seated(setup, log):
            self.misseated.append(setup.id)
        published = {event.text for event in log if event.kind == "commit"}
        self.committed += bool(published)
        if published - {commitment(setup.seed)}:
            self.reseeded.append(setup.id)
        game = games().get(setup.game)
        if game is None or game.rules_version != setup.rules_version:
            self.other_rules += 1
        elif not is_quick:
            try:
                result = Referee(game, setup, log).result
            except Exception:  # noqa: BLE001 - a corrupt log may raise anything
                self.unplayable.append(setup.id)
            else:
                if result != status.result:
                    self.misjudged.append(setup.id)

    def findings(self, is_quick: bool) -> Iterator[Finding]:
        fault = Message("Matches whose seats differ from their logs: {count}", count=len(self.misseated))
        well = Message("Matches whose seats agree with their logs: {count}", count=self.count)
        yield _finding("seats", self.misseated, fault, well)
        fault = Message("Matches whose seeds differ from their commitments: {count}", count=len(self.reseeded))
        well = Message("Matches whose seeds agree with their commitments: {count}", count=self.committed)
        yield _finding("seeds", self.reseeded, fault, well)
        if not is_quick:
            fault = Message("Matches that cannot be replayed: {count}", count=len(self.unplayable))
            well = Message("Matches replayed without errors: {count}", count=self.count - self.other_rules)
            yield _finding("replay", self.unplayable, fault, well)
        if self.misjudged:
            text = Message("Matches whose result differs from their log: {count}", count=len(self.misjudged))
            yield Finding("results", False, text, self.misjudged)
        if self.other_rules:
            text = Message(
                "Matches of other rules versions, or of games not installed: {count}", count=self.other_rules
            )
            yield Finding("other-rules", True, text)


def _is_seated(setup: Setup, log: list[Event]) -> bool:
    """Tell whether the stored occupants are the last ones of the log; names and standings may have changed since."""
    last = {event.seat: occupant_after(event) for event in log if event.kind in ("sit", "leave")}
    return all(setup.seats.get(letter, one)[:IDENTITY] == one[:IDENTITY] for letter, one in last.items())
