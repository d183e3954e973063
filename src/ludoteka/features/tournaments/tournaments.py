"""Creating, joining, starting and leaving tournaments."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refusal
from ludoteka.core.visible_text import compose, has_link, has_pile, has_unseen
from ludoteka.features.ratings.glicko2 import CENTRE
from ludoteka.features.ratings.pools import pool_of
from ludoteka.features.ratings.rating import computers_rating
from ludoteka.features.ratings.store import RatingStore
from ludoteka.features.tournaments.model import AT_TABLES, Kind, StoredEntry, StoredTournament, TournamentRecord
from ludoteka.features.tournaments.pairings import options_at
from ludoteka.features.tournaments.scoreboards import Scoreboards
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.games import games
from ludoteka.players.levels import highest_level
from ludoteka.referee.events import Person
from ludoteka.server.matches import NOT_RATED, TWO, can_be_rated, sizes_of
from ludoteka.server.people.names import MAX_LENGTH
from ludoteka.server.protocol.messages import ClientContent
from ludoteka.server.whole_matches import NO_SUCH_GAME, game_named

Text = Annotated[str, msgspec.Meta(max_length=300)]  # longer than what is accepted, which is refused with a reason
MOST_ROUNDS, MOST_MINUTES, MOST_COMPUTERS, MOST_AT_TABLE = 30, 720, 100, 32
MOST_WAIT = 60 * 24 * 60  # minutes until the start


class TournamentRequest(ClientContent, kw_only=True):
    """A new tournament."""

    name: Text
    kind: Kind
    game: Text
    clock: Text
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    rated: bool = False
    table_size: Annotated[int, msgspec.Meta(ge=2, le=MOST_AT_TABLE)] = 2  # the most players at a table
    visibility: Literal["public", "private"] = "public"
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0  # of a Swiss tournament; 0 for the default
    minutes: Annotated[int, msgspec.Meta(ge=5, le=MOST_MINUTES)] = 60  # of an arena
    starts_in: Annotated[int, msgspec.Meta(ge=0, le=MOST_WAIT)] | None = None  # minutes; None if the host starts it
    computers: Annotated[list[int], msgspec.Meta(max_length=MOST_COMPUTERS)] = msgspec.field(
        default_factory=list
    )  # their levels


NO_SUCH_TOURNAMENT = Refusal("no-such-tournament", Message("There is no such tournament here."), 404)
BAD_TOURNAMENT = Refusal("bad-tournament")
TOO_MANY_TOURNAMENTS = Refusal(
    "too-many-tournaments", Message("You have as many tournaments as this server allows."), 409
)
TOURNAMENT_OVER = Refusal("tournament-over", Message("The tournament is over."), 409)
NO_BOTS = Refusal("no-bots", Message("Bots take part only in tournaments by a link."))
ENTRIES_CLOSED = Refusal("entries-closed", Message("This tournament has begun, and nobody can join it any more."), 409)
TOURNAMENT_FULL = Refusal("tournament-full", Message("No more people can join this tournament."), 409)
NOT_HOST = Refusal("not-host", Message("Only the person who created the tournament can start it or call it off."), 403)
HAS_STARTED = Refusal("has-started", Message("The tournament has started already, or was called off."), 409)
TOO_FEW_PLAYERS = Refusal("too-few-players", Message("A tournament needs at least two players."), 409)
NOT_IN_TOURNAMENT = Refusal("not-in-tournament", Message("You don't take part in this tournament."), 409)
CREATION_REFUSALS = (BAD_TOURNAMENT, TOO_MANY_TOURNAMENTS, NO_SUCH_GAME, NOT_RATED, "bad-option", "bad-clock")
ID_BYTES = 12
MOST_OPEN = 5  # unfinished tournaments of one host
MOST_ENTRIES = 500
SEEN_SECONDS = 15.0  # after which a player's readiness is stored again


@dataclass
class Tournaments:
    """The tournaments of a house."""

    store: TournamentStore
    ratings: RatingStore
    now: Callable[[], float]
    person: Callable[[str], Awaitable[Person]]  # finds a person by their holder

    @cached_property
    def scoreboards(self) -> Scoreboards:
        """What is shown of them."""
        return Scoreboards(self.load)

    async def create(self, wish: TournamentRequest, host: str) -> str:
        """Create a tournament and return its id.  Raises Refused: one of `CREATION_REFUSALS`, "not-stored"."""
        game = game_named(wish.game)
        _check_tables(game, wish)
        options = dict(options_at(game, game.check_options(wish.options), wish.table_size))
        clock = TimeControl.parse(wish.clock)
        _check(game, options, clock, wish)
        if await self.store.open_count(host) >= MOST_OPEN:
            raise TOO_MANY_TOURNAMENTS()
        now, made = self.now(), secrets.token_urlsafe(ID_BYTES)
        starts_at = None if wish.starts_in is None else now + 60.0 * wish.starts_in
        terms = (wish.kind, game.name, options, clock.text, wish.rated, wish.visibility, wish.rounds, wish.minutes)
        tournament = StoredTournament(made, _clean(wish.name), host, *terms, now, starts_at, table_size=wish.table_size)
        await self.store.create(
            tournament, [_computer(game, level, place, now) for place, level in enumerate(wish.computers)]
        )
        return made

    async def load(self, name: str) -> TournamentRecord:
        """Return a tournament.  Raises Refused: "no-such-tournament"."""
        state = await self.store.load(name)
        if state is None or state.tournament.game not in games():
            raise NO_SUCH_TOURNAMENT()
        return state

    async def join(self, name: str, holder: str) -> None:
        """Add a player.  Bots can join private tournaments only, by their link, so that nobody has to play against one.

        Raises:
            Refused: "no-such-tournament", "no-bots", "tournament-over", "tournament-full", "entries-closed", "not-stored".
        """
        state, now = await self.load(name), self.now()
        tournament = state.tournament
        if tournament.ended_at is not None:
            raise TOURNAMENT_OVER()
        if tournament.visibility == "public" and (await self.person(holder)).standing == "bot":
            raise NO_BOTS()
        known = any(entry.holder == holder for entry in state.entries)
        if tournament.started_at is not None and tournament.kind in ("round-robin", "knockout"):
            raise ENTRIES_CLOSED()
        if not known and len(state.entries) >= MOST_ENTRIES:
            raise TOURNAMENT_FULL()
        if known:
            await self.store.set_in(name, holder, now, is_in=True)
            return
        pool = pool_of(TimeControl.parse(tournament.clock), tournament.table_size)
        found = (await self.ratings.states(holder)).get((tournament.game, pool))
        rating = found.rating.rating if found else CENTRE
        await self.store.join(name, StoredEntry(holder, 0, rating, now, now, is_in=True))

    async def withdraw(self, name: str, holder: str) -> None:
        """Withdraw a player, who gets no more matches.  Raises Refused: "no-such-tournament", "not-in-tournament", "not-stored"."""
        await self._find_entry(name, holder)
        await self.store.set_in(name, holder, self.now(), is_in=False)

    async def be_ready(self, name: str, holder: str) -> None:
        """Record that a player is ready for their next match.  Raises Refused: as `withdraw`."""
        (tournament, entry), now = await self._find_entry(name, holder), self.now()
        if entry.is_in and entry.seen_at < now - SEEN_SECONDS and tournament.ended_at is None:
            await self.store.see(name, holder, now)

    async def start(self, name: str, holder: str) -> None:
        """Start a tournament now.

        Raises:
            Refused: "no-such-tournament", "not-host", "has-started", "too-few-players", "not-stored".
        """
        state = await self._load_open(name, holder)
        if sum(entry.is_in for entry in state.entries) < TWO:
            raise TOO_FEW_PLAYERS()
        await self.store.start(name, self.now())

    async def call_off(self, name: str, holder: str) -> None:
        """End a tournament before its start.  Raises Refused: "no-such-tournament", "not-host", "has-started", "not-stored"."""
        await self._load_open(name, holder)
        await self.store.call_off(name, self.now())

    async def _load_open(self, name: str, host: str) -> TournamentRecord:
        """Return a tournament of this host that has not started."""
        state = await self.load(name)
        if state.tournament.host != host:
            raise NOT_HOST()
        if state.tournament.started_at is not None or state.tournament.ended_at is not None:
            raise HAS_STARTED()
        return state

    async def _find_entry(self, name: str, holder: str) -> tuple[StoredTournament, StoredEntry]:
        tournament, entry = await self.store.entry(name, holder)
        if tournament is None or tournament.game not in games():
            raise NO_SUCH_TOURNAMENT()
        if entry is None:
            raise NOT_IN_TOURNAMENT()
        return tournament, entry


def _check_tables(game: Game, wish: TournamentRequest) -> None:
    """Check that the game and the kind of tournament allow tables of this size.  Raises Refused: "bad-tournament"."""
    sizes = sizes_of(game)
    if not sizes:
        raise BAD_TOURNAMENT(Message("This game isn't played in tournaments."))
    if wish.table_size not in sizes:
        text = Message("Players at a table in this game: {least} to {most}.", least=sizes[0], most=sizes[-1])
        raise BAD_TOURNAMENT(
            Message("Tournaments of this game are played by two at a table.") if sizes == [TWO] else text
        )
    if wish.table_size > TWO and wish.kind not in AT_TABLES:
        raise BAD_TOURNAMENT(
            Message("With more than two at a table, a tournament is an arena or follows the Swiss system.")
        )
    if wish.computers and game.late is not None:
        raise BAD_TOURNAMENT(
            Message("In this game, computers don't take part in tournaments: people drop out while others play.")
        )


def _check(game: Game, options: dict[str, object], clock: TimeControl, wish: TournamentRequest) -> None:
    if game.chosen_secrets(options):
        raise BAD_TOURNAMENT(Message("In a tournament, nobody may know what is hidden."))
    if clock.kind == "none" or (wish.kind == "arena" and not clock.is_live):
        raise BAD_TOURNAMENT(Message("A tournament needs a clock, and an arena one with minutes."))
    if wish.computers and wish.kind != "arena":
        raise BAD_TOURNAMENT(Message("Computers take part in arenas only."))
    if any(not 1 <= level <= highest_level(game) for level in wish.computers):
        raise BAD_TOURNAMENT(Message("The computer has no such level in this game."))
    if wish.rated and not can_be_rated(game):
        raise NOT_RATED()
    if wish.rated and wish.computers and not game.level_ratings:
        raise NOT_RATED(Message("The computer has no ratings in this game."))


def _clean(typed: str) -> str:
    """Return the name of a tournament as it is stored.  Raises Refused: "bad-tournament"."""
    name = compose(typed)
    if not 2 < len(name) <= MAX_LENGTH or has_unseen(name) or has_pile(name) or has_link(name):
        raise BAD_TOURNAMENT(Message("Give the tournament a name of 3 to 40 characters, without links."))
    return name


def _computer(game: Game, level: int, place: int, now: float) -> StoredEntry:
    rating = computers_rating(game, level).rating if game.level_ratings else CENTRE
    return StoredEntry(f"computer {level}.{place + 1}", level, rating, now, now, is_in=True)
