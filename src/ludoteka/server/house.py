"""The house: what is shared by all requests, and the making of matches."""

import secrets
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games, planned
from ludoteka.players.levels import levels
from ludoteka.players.thinker import Thinker
from ludoteka.referee.beginning import new_match, options_again
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.referee.referee import Referee
from ludoteka.server.messages import MatchWish, SeatWish
from ludoteka.server.rooms import Rooms, not_stored
from ludoteka.store import NotStored, Store


class House:
    """A running house: its games, its store, its rooms."""

    def __init__(self, store: Store, moment: float) -> None:
        self.store = store
        self.thinker = Thinker()
        self.rooms = Rooms(store, self.thinker, self.referee, moment)

    async def close(self) -> None:
        """Stop thinking, write what waits, close."""
        await self.rooms.close()
        await self.thinker.close()
        await self.store.close()

    def referee(self, setup: Setup, events: list[Event]) -> Referee:
        """Return the referee of a stored match.  Raises Refused: "no-such-game"."""
        return Referee(game_named(setup.game), setup, events)

    async def make(self, wish: MatchWish, holder: str) -> str:
        """Make a match and return its id.

        Raises:
            Refused: "no-such-game", "bad-option", "bad-seats", "not-stored".
        """
        game = game_named(wish.game)
        options = game.checked(wish.options)
        seats = [seat.letter for seat in game.seats(options)]
        if set(wish.seats) != set(seats):
            raise Refused("bad-seats", Message("Say for every seat who sits there, and for no other."))
        occupants = {letter: _occupant(game, wish.seats[letter], holder) for letter in seats}
        if all(one.kind == "computer" for one in occupants.values()):
            raise Refused("bad-seats", Message("At least one seat must be a person's."))
        return await self._make(game, options, occupants, "")

    async def rematch(self, match: str, holder: str) -> str:
        """Make a match with the same settings in which everybody has moved one seat on; return its id.

        Raises:
            Refused: "no-such-match", "not-your-seat", "not-over".
        """
        try:
            return await self._rematch(match, holder)
        finally:
            await self.rooms.leave(match)

    async def _rematch(self, match: str, holder: str) -> str:
        room = await self.rooms.room(match)
        referee = room.referee
        if not referee.seats_of(holder):
            raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
        if referee.seat != NOBODY:
            raise Refused("not-over", Message("The match is not over yet."))
        letters, people = list(referee.setup.seats), list(referee.setup.seats.values())
        occupants = dict(zip(letters, people[1:] + people[:1], strict=True))
        options = options_again(referee.game, referee.setup.options)
        made = await self._make(referee.game, options, occupants, match)
        room.tell({"t": "rematch", "d": {"id": made}})
        return made

    async def _make(self, game: Game, options: dict[str, Any], seats: dict[str, Occupant], previous: str) -> str:
        match = secrets.token_urlsafe(9)
        setup = new_match(game, options, seats, match, previous)
        try:
            await self.store.create(setup)
        except NotStored as error:
            raise not_stored() from error
        return match


def game_named(name: str) -> Game:
    """Return a game.

    Raises:
        Refused: "no-such-game".
    """
    if name in planned():
        raise Refused("no-such-game", Message("{game} is still being built.", game=planned()[name].title))
    if name not in games():
        raise Refused("no-such-game", Message("There is no such game here."))
    return games()[name]


def _occupant(game: Game, wish: SeatWish, holder: str) -> Occupant:
    if wish.kind == "person":
        return Occupant("person", 0, holder)
    if not 1 <= wish.level <= levels(game):
        raise Refused("bad-seats", Message("The computer has no such level in this game."))
    return Occupant("computer", wish.level)


def description() -> dict[str, Any]:
    """Return what the house offers, as GET /api/house tells it."""
    return {
        "games": [_described(game) for game in games().values()],
        "planned": [
            {"name": one.name, "title": one.title.plain(), "summary": one.summary.plain()} for one in planned().values()
        ],
    }


def _described(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title.plain(),
        "summary": game.summary.plain(),
        "seats": [{"letter": one.letter, "title": one.title.plain()} for one in game.seats(game.checked({}))],
        "options": [
            {
                "name": option.name,
                "title": option.title.plain(),
                "choices": [{"value": value, "title": title.plain()} for value, title in option.choices],
            }
            for option in game.options
        ],
        "levels": levels(game),
    }
