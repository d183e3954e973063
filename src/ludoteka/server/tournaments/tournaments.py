"""Creating, joining, starting and leaving tournaments."""

import secrets
from collections.abc import Awaitable, Callable

from ludoteka.accounts.names import MAX_LENGTH
from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.core.visible_text import compose, has_link, has_pile, has_unseen
from ludoteka.games import games
from ludoteka.players.levels import highest_level
from ludoteka.ratings.changes import computers_rating
from ludoteka.ratings.eligibility import can_be_rated, late_refusal
from ludoteka.ratings.glicko2 import CENTRE
from ludoteka.ratings.pools import pool_of
from ludoteka.referee.events import Person
from ludoteka.server.protocol.tournament_requests import TournamentRequest
from ludoteka.server.rooms.room import storage_refusal
from ludoteka.store import NotStored
from ludoteka.store.ratings.rating_store import RatingStore
from ludoteka.store.tournaments.tournament_store import TournamentStore
from ludoteka.tournaments.model import AT_TABLES
from ludoteka.tournaments.state import StoredEntry, StoredTournament, TournamentState
from ludoteka.tournaments.tables import TWO, options_at, sizes_of

ID_BYTES = 12
MOST_OPEN = 5  # unfinished tournaments of one host
MOST_ENTRIES = 500
SEEN_SECONDS = 15.0  # after which a player's readiness is stored again


class Tournaments:
    """The tournaments of a house."""

    def __init__(
        self,
        store: TournamentStore,
        ratings: RatingStore,
        now: Callable[[], float],
        person: Callable[[str], Awaitable[Person]],
    ) -> None:
        self.store = store
        self._ratings = ratings
        self._now = now
        self._person = person  # finds a person by their holder

    async def create(self, wish: TournamentRequest, host: str) -> str:
        """Create a tournament and return its id.

        Raises:
            Refused: "bad-tournament", "no-such-game", "bad-option", "bad-clock", "not-rated", "too-many-tournaments", "not-stored".
        """
        game = games().get(wish.game)
        if game is None:
            raise Refused("no-such-game", Message("There is no such game here."))
        _check_tables(game, wish)
        options = dict(options_at(game, game.check_options(wish.options), wish.table_size))
        clock = TimeControl.parse(wish.clock)
        _check(game, options, clock, wish)
        if len(await self.store.of_host(host)) >= MOST_OPEN:
            raise Refused("too-many-tournaments", Message("You have as many tournaments as this server allows."))
        now, made = self._now(), secrets.token_urlsafe(ID_BYTES)
        starts_at = None if wish.starts_in is None else now + 60.0 * wish.starts_in
        terms = (wish.kind, game.name, options, clock.text, wish.rated, wish.visibility, wish.rounds, wish.minutes)
        tournament = StoredTournament(made, _clean(wish.name), host, *terms, now, starts_at, table_size=wish.table_size)
        try:
            await self.store.create(
                tournament, [_computer(game, level, place, now) for place, level in enumerate(wish.computers)]
            )
        except NotStored as error:
            raise storage_refusal() from error
        return made

    async def load(self, name: str) -> TournamentState:
        """Return a tournament.  Raises Refused: "no-such-tournament"."""
        state = await self.store.load(name)
        if state is None or state.tournament.game not in games():
            raise _no_such_tournament()
        return state

    async def join(self, name: str, holder: str) -> None:
        """Add a player.  Bots can join private tournaments only, by their link, so that nobody has to play against one.

        Raises:
            Refused: "no-such-tournament", "no-bots", "tournament-over", "tournament-full", "entries-closed", "not-stored".
        """
        state, now = await self.load(name), self._now()
        tournament = state.tournament
        if tournament.ended_at is not None:
            raise Refused("tournament-over", Message("The tournament is over."))
        if tournament.visibility == "public" and (await self._person(holder)).standing == "bot":
            raise Refused("no-bots", Message("Bots take part only in tournaments by a link."))
        known = any(one.holder == holder for one in state.entries)
        if tournament.started_at is not None and tournament.kind in ("round-robin", "knockout"):
            raise Refused("entries-closed", Message("This tournament has begun, and nobody can join it any more."))
        if not known and len(state.entries) >= MOST_ENTRIES:
            raise Refused("tournament-full", Message("No more people can join this tournament."))
        try:
            if known:
                await self.store.set_in(name, holder, now, is_in=True)
                return
            pool = pool_of(TimeControl.parse(tournament.clock), tournament.table_size)
            found = (await self._ratings.states(holder)).get((tournament.game, pool))
            rating = found.rating.rating if found else CENTRE
            await self.store.join(name, StoredEntry(holder, 0, rating, now, now, is_in=True))
        except NotStored as error:
            if not error.is_conflict:  # otherwise they have just joined from another page
                raise storage_refusal() from error

    async def withdraw(self, name: str, holder: str) -> None:
        """Withdraw a player, who gets no more matches.  Raises Refused: "no-such-tournament", "not-in-tournament", "not-stored"."""
        await self._find_entry(name, holder)
        try:
            await self.store.set_in(name, holder, self._now(), is_in=False)
        except NotStored as error:
            raise storage_refusal() from error

    async def be_ready(self, name: str, holder: str) -> None:
        """Record that a player is ready for their next match.

        Raises:
            Refused: "no-such-tournament", "not-in-tournament", "not-stored".
        """
        (tournament, entry), now = await self._find_entry(name, holder), self._now()
        if entry.is_in and entry.seen_at < now - SEEN_SECONDS and tournament.ended_at is None:
            try:
                await self.store.see(name, holder, now)
            except NotStored as error:
                raise storage_refusal() from error

    async def start(self, name: str, holder: str) -> None:
        """Start a tournament now.

        Raises:
            Refused: "no-such-tournament", "not-host", "has-started", "too-few-players", "not-stored".
        """
        state = await self.load(name)
        if state.tournament.host != holder:
            raise Refused("not-host", Message("Only the person who created the tournament can start it."))
        if state.tournament.started_at is not None or state.tournament.ended_at is not None:
            raise Refused("has-started", Message("The tournament has started already."))
        if sum(one.is_in for one in state.entries) < TWO:
            raise Refused("too-few-players", Message("A tournament needs at least two players."))
        try:
            await self.store.start(name, self._now())
        except NotStored as error:
            raise storage_refusal() from error

    async def _find_entry(self, name: str, holder: str) -> tuple[StoredTournament, StoredEntry]:
        """Return a tournament and a player's entry.  Raises Refused: "no-such-tournament", "not-in-tournament"."""
        tournament, entry = await self.store.entry(name, holder) or (None, None)
        if tournament is None or tournament.game not in games():
            raise _no_such_tournament()
        if entry is None:
            raise Refused("not-in-tournament", Message("You don't take part in this tournament."))
        return tournament, entry


def _check_tables(game: Game, wish: TournamentRequest) -> None:
    """Check that the game and the kind of tournament allow tables of this size.  Raises Refused: "bad-tournament"."""
    sizes = sizes_of(game)
    if not sizes:
        raise _bad(Message("This game isn't played in tournaments."))
    if wish.table_size not in sizes:
        text = Message("Players at a table in this game: {least} to {most}.", least=sizes[0], most=sizes[-1])
        raise _bad(Message("Tournaments of this game are played by two at a table.") if sizes == [TWO] else text)
    if wish.table_size > TWO and wish.kind not in AT_TABLES:
        raise _bad(Message("With more than two at a table, a tournament is an arena or follows the Swiss system."))
    if wish.computers and game.late is not None:
        raise _bad(
            Message("In this game, computers don't take part in tournaments: people drop out while others play.")
        )


def _check(game: Game, options: dict[str, object], clock: TimeControl, wish: TournamentRequest) -> None:
    """Check that such a tournament can be played.  Raises Refused: "bad-tournament", "not-rated"."""
    if game.chosen_secrets(options):
        raise _bad(Message("In a tournament, nobody may know what is hidden."))
    if clock.kind == "none" or (wish.kind == "arena" and not clock.is_live):
        raise _bad(Message("A tournament needs a clock, and an arena one with minutes."))
    if wish.computers and wish.kind != "arena":
        raise _bad(Message("Computers take part in arenas only."))
    if any(not 1 <= level <= highest_level(game) for level in wish.computers):
        raise _bad(Message("The computer has no such level in this game."))
    if wish.rated and not can_be_rated(game):
        raise late_refusal()
    if wish.rated and wish.computers and not game.level_ratings:
        raise Refused("not-rated", Message("The computer has no ratings in this game."))


def _clean(typed: str) -> str:
    """Return the name of a tournament as it is stored.  Raises Refused: "bad-tournament"."""
    name = compose(typed)
    if not 2 < len(name) <= MAX_LENGTH or has_unseen(name) or has_pile(name) or has_link(name):
        raise _bad(Message("Give the tournament a name of 3 to 40 characters, without links."))
    return name


def _computer(game: Game, level: int, place: int, now: float) -> StoredEntry:
    rating = computers_rating(game, level).rating if game.level_ratings else CENTRE
    return StoredEntry(f"computer {level}.{place + 1}", level, rating, now, now, is_in=True)


def _no_such_tournament() -> Refused:
    return Refused("no-such-tournament", Message("There is no such tournament here."))


def _bad(text: Message) -> Refused:
    return Refused("bad-tournament", text)
