"""Creation of matches, and the public ones among them."""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game, Options
from ludoteka.core.message import Message, Refusal
from ludoteka.referee.events import WITH_ACCOUNT, Occupant, Person, Setup
from ludoteka.referee.match_creation import create_setup, draw_sides
from ludoteka.referee.seating import BAD_SEATS, RESIDENTS_ONLY, create_occupant
from ludoteka.server.operations import metrics
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.work_queue import WorkQueue
from ludoteka.server.protocol.messages import MatchRequest, SeatRequest
from ludoteka.server.rooms.room import Room, match_status
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.streams.news import News
from ludoteka.server.whole_matches import NO_SUCH_GAME, begin_referee, game_named
from ludoteka.store import NotStored, Store

logger = logging.getLogger(__name__)
MOST_EACH = 3  # of one guest at a time: more people than can be played with at once, and far from a full lobby
CHECK_SECONDS = 2.0  # after which a table whose players have come back is listed again
RENEWAL_SECONDS = 300.0  # a third of the time for which the lobby lists a match without its players
TOO_MANY_TABLES = Refusal(
    "too-many-tables",
    Message(
        "You already have {count} open table. Wait until somebody joins it, or end it first.",
        plural="You already have {count} open tables. Wait until somebody joins one of them, or end one first.",
        count=MOST_EACH,
    ),
    409,
)


class OpenTables:
    """The public matches of a house, as this server knows them."""

    def __init__(self, store: Store, rooms: Rooms, now: Callable[[], float]) -> None:
        self._store = store
        self._rooms = rooms
        self._now = now
        self._opening: Counter[str] = Counter()  # host -> tables that are being stored
        self._written: dict[str, float] = {}  # matches that players attend -> when that was stored

    @asynccontextmanager
    async def admit(self, setup: Setup) -> AsyncIterator[None]:
        """Check that a guest may have one more open table, while it is stored.  Raises Refused: "too-many-tables"."""
        if setup.visibility != "public" or setup.previous or all(seat.kind != "free" for seat in setup.seats.values()):
            yield
            return
        opening = self._opening[setup.host]  # these may not be in the store yet, so they count in advance
        self._opening[setup.host] += 1
        try:
            if opening + await self._store.open_table_count(self._now(), setup.host) >= MOST_EACH:
                raise TOO_MANY_TABLES()
            yield
        finally:
            self._opening[setup.host] -= 1
            self._opening += Counter()  # forget those at zero

    async def watch(self) -> None:
        """Keep the store informed about the players of public matches."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.renew()
            except NotStored:
                pass  # other parts of the house report it; the next round tries again
            except Exception:
                logger.exception("the players of public matches could not be noted")

    async def renew(self) -> None:
        """Store that players are there, for the matches where they have come or that was last stored a while ago.

        Raises:
            NotStored: nothing was stored.
        """
        now = self._now()
        attended = [room.id for room in self._rooms if _is_attended(room)]
        self._written = {match: self._written[match] for match in attended if match in self._written}
        due = [match for match in attended if now - self._written.get(match, 0.0) >= RENEWAL_SECONDS]
        if due:
            await self._store.set_attended(due, now)
            self._written |= dict.fromkeys(due, now)


def _is_attended(room: Room) -> bool:
    """Tell whether a match belongs in the lobby, and its host or a player has it open on this server."""
    referee = room.referee
    if referee.setup.visibility != "public" or referee.result is not None:
        return False
    return not room.subscribers.holders.isdisjoint({*referee.roster.people, referee.setup.host})


FEWEST = 2  # seats of a rated match
NOT_RATED = Refusal(
    "not-rated", Message("Matches of this game can't be rated: people join and leave while others play."), 409
)
CREATION_REFUSALS = (NO_SUCH_GAME, BAD_SEATS, RESIDENTS_ONLY, NOT_RATED, TOO_MANY_TABLES, "bad-option", "bad-clock")


def plan_match(
    game: Game, request: MatchRequest, person: Person
) -> tuple[dict[str, Any], dict[str, Occupant], TimeControl]:
    """Return the checked options, the occupants of the seats and the time control of a match that a person creates.

    Raises:
        Refused: "bad-option", "bad-seats", "bad-clock", "residents-only", "not-rated".
    """
    options = game.check_options(request.options)
    seats = [seat.letter for seat in game.seats(options)]
    guests = {seat.letter: SeatRequest("free") for seat in game.seats(options) if seat.is_guest}
    asked = guests | request.seats
    if set(asked) != set(seats):
        raise BAD_SEATS(Message("Choose a player for each seat of the game, and for no other seat."))
    requests = {letter: asked[letter] for letter in seats}
    occupants = {letter: create_occupant(game, one.kind, one.level, person) for letter, one in requests.items()}
    if all(occupant.kind == "computer" for occupant in occupants.values()):
        raise BAD_SEATS(Message("At least one seat must be taken by a person."))
    clock = TimeControl.parse(request.clock)
    if request.rated:
        check_rated(game, options, {letter: one.kind for letter, one in occupants.items()}, clock, person.standing)
        occupants = draw_sides(occupants)
    return options, occupants, clock


def can_be_rated(game: Game) -> bool:
    """Tell whether matches of a game can be rated: not if people join or leave while others play."""
    return game.late is None


def check_rated(game: Game, options: Options, kinds: Mapping[str, str], clock: TimeControl, standing: str) -> None:
    """Accept a new match as a rated one; `kinds` are those of the occupants by seat, `standing` is that of the host.

    Raises:
        Refused: "residents-only", "not-rated".
    """
    if standing not in WITH_ACCOUNT:
        raise RESIDENTS_ONLY()
    secrets = any(option.is_secret and options.get(option.name) != option.choices[0][0] for option in game.options)
    if len(kinds) < FEWEST or not can_be_rated(game):
        raise NOT_RATED()
    if list(kinds.values()).count("person") != 1:
        raise NOT_RATED(Message("In a rated match you have one seat; leave the others free, or to the computer."))
    if "computer" in kinds.values() and not game.level_ratings:
        raise NOT_RATED(Message("The computer has no ratings in this game."))
    if clock.kind == "none":
        raise NOT_RATED(Message("A rated match needs a clock."))
    if secrets:
        raise NOT_RATED(Message("In a rated match, nobody may know what is hidden."))


class Matches(NamedTuple):
    """Creates the matches of a house."""

    store: Store
    time: HouseTime
    work: WorkQueue
    open_tables: OpenTables
    news: News

    async def create_match(self, request: MatchRequest, holder: str, address: str = "") -> str:
        """Create a match and return its id.  Raises Refused: any of `CREATION_REFUSALS`, "not-stored"."""
        game, match = game_named(request.game), secrets.token_urlsafe(9)
        options, occupants, clock = plan_match(game, request, await self.store.person(holder))
        rest = (match, "", holder, None, clock.text, request.visibility, self.time.now(), request.rated)
        return await self.create(address, game, partial(create_setup, game, options, occupants, *rest))

    async def create(self, address: str, game: Game, create: Callable[[], Setup]) -> str:
        """Store a new match and return its id; a random setup is generated when it is the address's turn.

        Raises:
            Refused: "too-many-tables", "not-stored".
        """
        begin = partial(begin_referee, game, create)
        referee = await self.work.run(address, begin) if game.generate else begin()
        setup = referee.setup
        async with self.open_tables.admit(setup):
            await self.store.create(setup, referee.events, match_status(referee))
        metrics.MATCHES_STARTED.labels(setup.game).inc()
        self.news.tell({seat.holder for seat in setup.seats.values() if seat.holder})
        return setup.id


TWO = 2  # players at the tables of most games


def sizes_of(game: Game) -> list[int]:
    """Return the possible table sizes of a game's tournaments; empty if it has none."""
    varying = [set(option.at_tables) for option in game.options if option.at_tables]
    if varying:
        return sorted(set.intersection(*varying))
    is_for_two = game.late is None and len(game.seats(game.check_options({}))) == TWO
    return [TWO] if is_for_two else []
