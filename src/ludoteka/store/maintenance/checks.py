"""Looking for what is wrong with all that a house keeps (`ludoteka doctor`)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine, func, or_, select, text

from ludoteka.core.message import Message
from ludoteka.games import games
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import occupant_after
from ludoteka.store import queries
from ludoteka.store.models import MatchStatus
from ludoteka.store.schema import events

MATCHES = 100  # looked at together
DURABLE = {"fsync": {"on"}, "full_page_writes": {"on"}}  # what of PostgreSQL's settings nothing is safe without


class Finding(NamedTuple):
    """What was found at one look."""

    name: str
    is_well: bool
    message: Message
    matches: Sequence[str] = ()  # those in which something is wrong


def check_house(engine: Engine, is_quick: bool = False) -> Iterator[Finding]:
    """Look at everything; replay the matches too, unless it is to be quick."""
    with engine.connect() as connection:
        yield _integrity(connection)
        yield _gaps(connection)
    looks = MatchChecks()
    after = ""
    while True:
        with engine.connect() as connection:
            found = queries.find_matches(connection, after, MATCHES)
        if not found:
            break
        for setup, log, standing in found:
            looks.at(setup, log, standing, is_quick)
        after = found[-1][0].id
    yield from looks.findings(is_quick)


def _integrity(connection: Connection) -> Finding:
    """Ask the database whether it is whole, and whether what it has acknowledged is safe."""
    if connection.dialect.name == "sqlite":
        told = list(connection.execute(text("pragma integrity_check(5)")).scalars())
        told = [] if told == ["ok"] else told
        if connection.execute(text("pragma foreign_key_check")).first():
            told.append("foreign_key_check")
    else:
        settings = {name: connection.execute(text(f"show {name}")).scalar() for name in DURABLE}
        told = [f"{name} = {value}" for name, value in settings.items() if value not in DURABLE[name]]
    if told:
        return Finding("integrity", False, Message("The database is not safe: {reason}", reason="; ".join(told)))
    return Finding("integrity", True, Message("The database is whole, and keeps what it has acknowledged."))


def _gaps(connection: Connection) -> Finding:
    first, last, count = func.min(events.c.number), func.max(events.c.number), func.count()
    wanted = select(events.c.match).group_by(events.c.match).having(or_(first != 1, last != count))
    broken = list(connection.execute(wanted.order_by(events.c.match)).scalars())
    total = connection.execute(select(func.count()).select_from(events)).scalar_one()
    if broken:
        return Finding("log", False, Message("Events are missing in matches: {count}", count=len(broken)), broken)
    return Finding("log", True, Message("Events, without gaps: {count}", count=total))


class MatchChecks:
    """What was found in one match after another."""

    def __init__(self) -> None:
        self.count = 0
        self.other_rules = 0
        self.unplayable: list[str] = []
        self.misseated: list[str] = []
        self.misjudged: list[str] = []

    def at(self, setup: Setup, log: list[Event], standing: MatchStatus, is_quick: bool) -> None:
        """Look at a match."""
        self.count += 1
        if not _is_seated(setup, log):
            self.misseated.append(setup.id)
        game = games().get(setup.game)
        if game is None or game.rules_version != setup.rules_version:
            self.other_rules += 1
        elif not is_quick:
            try:
                result = Referee(game, setup, log).result
            except Exception:  # noqa: BLE001 - whatever a log does that is not one
                self.unplayable.append(setup.id)
            else:
                if result != standing.result:
                    self.misjudged.append(setup.id)

    def findings(self, is_quick: bool) -> Iterator[Finding]:
        """Say it."""
        bad = self.misseated
        if bad:
            message = Message("Matches whose seats are not those of their log: {count}", count=len(bad))
        else:
            message = Message("The seats of all matches are those of their logs: {count}", count=self.count)
        yield Finding("seats", not bad, message, bad)
        if not is_quick:
            yield from self._replays()
        if self.other_rules:
            other = Message("Matches of other rules, or of games that are not here: {count}", count=self.other_rules)
            yield Finding("other-rules", True, other)

    def _replays(self) -> Iterator[Finding]:
        replayed = self.count - self.other_rules
        if self.unplayable:
            text = Message("Matches that cannot be replayed: {count}", count=len(self.unplayable))
            yield Finding("replay", False, text, self.unplayable)
        else:
            yield Finding("replay", True, Message("Matches replayed by their rules: {count}", count=replayed))
        if self.misjudged:
            text = Message("Matches whose result is not that of their log: {count}", count=len(self.misjudged))
            yield Finding("results", False, text, self.misjudged)


def _is_seated(setup: Setup, log: list[Event]) -> bool:
    """Tell whether those sit in the seats who came last by the log; a name may have changed since."""
    last = {event.seat: occupant_after(event) for event in log if event.kind in ("sit", "leave")}
    return all(setup.seats.get(letter, one)._replace(name="") == one._replace(name="") for letter, one in last.items())
