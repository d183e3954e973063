"""The house: what is shared by all requests, and the making of matches."""

import asyncio
import secrets
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.players.levels import levels
from ludoteka.players.thinker import Thinker
from ludoteka.referee.beginning import new_match, options_again
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import occupant_for
from ludoteka.server.limits import Limit
from ludoteka.server.messages import MatchWish
from ludoteka.server.rooms import Rooms, not_stored
from ludoteka.server.settings import Settings
from ludoteka.store import NotStored, Standing, Store


class House:
    """A running house: its games, its store, its rooms."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.thinker = Thinker()
        self.rooms = Rooms(store, self.thinker, self.referee, settings.moment)
        self.limit = Limit()
        self._rematching = asyncio.Lock()  # two who ask at once for the same rematch get one

    async def close(self) -> None:
        """Stop thinking, write what waits, close."""
        await self.rooms.close()
        await self.thinker.close()
        await self.store.close()

    def referee(self, setup: Setup, events: list[Event]) -> Referee:
        """Return the referee of a stored match.

        Raises:
            Refused: "no-such-game", "other-rules".
        """
        game = game_named(setup.game)
        if setup.rules_version != game.rules_version:
            text = Message("This match was played by an edition of the rules that this house does not know.")
            raise Refused("other-rules", text)
        return Referee(game, setup, events)

    async def rename(self, holder: str, name: str) -> None:
        """Call a guest as he wishes, at once and in all his matches.  Raises Refused: "not-stored"."""
        try:
            await self.store.rename(holder, name)
        except NotStored as error:
            raise not_stored() from error
        await self.rooms.rename(holder, name)

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
        name = await self.store.name_of(holder)
        wishes = {letter: wish.seats[letter] for letter in seats}
        occupants = {letter: occupant_for(game, one.kind, one.level, holder, name) for letter, one in wishes.items()}
        if all(one.kind == "computer" for one in occupants.values()):
            raise Refused("bad-seats", Message("At least one seat must be a person's."))
        return await self._make(new_match(game, options, occupants, secrets.token_urlsafe(9), host=holder))

    async def rematch(self, match: str, holder: str) -> str:
        """Make a match with the same settings in which everybody has moved one seat on; return its id.

        Raises:
            Refused: "no-such-match", "not-your-seat", "not-over".
        """
        try:
            async with self._rematching:
                return await self._rematch(match, holder)
        finally:
            await self.rooms.leave(match)

    async def _rematch(self, match: str, holder: str) -> str:
        room = await self.rooms.room(match)
        referee = room.referee
        if not referee.held_by(holder):
            raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
        if referee.seat != NOBODY:
            raise Refused("not-over", Message("The match is not over yet."))
        earlier = await self.store.rematch_of(match)
        if earlier:
            return earlier
        setup = referee.setup
        letters, people = list(setup.seats), list(setup.seats.values())
        occupants = dict(zip(letters, people[1:] + people[:1], strict=True))
        options = options_again(referee.game, setup.options)
        match_again = new_match(
            referee.game, options, occupants, secrets.token_urlsafe(9), match, holder, setup.position
        )
        made = await self._make(match_again)
        room.follow(made)
        return made

    async def _make(self, setup: Setup) -> str:
        course = self.referee(setup, [])
        try:
            await self.store.create(setup, [], Standing(course.result, course.awaited))
        except NotStored as error:
            raise not_stored() from error
        return setup.id


def game_named(name: str) -> Game:
    """Return a game.

    Raises:
        Refused: "no-such-game".
    """
    if name not in games():
        raise Refused("no-such-game", Message("There is no such game here."))
    return games()[name]


def description() -> dict[str, Any]:
    """Return what the house offers, as GET /api/house tells it."""
    return {"games": [_described(game) for game in games().values()]}


def _described(game: Game) -> dict[str, Any]:
    usual = _seats(game, {})
    return {
        "name": game.name,
        "title": game.title.plain(),
        "summary": game.summary.plain(),
        "seats": usual,
        "options": [
            {
                "name": option.name,
                "title": option.title.plain(),
                "choices": [
                    {"value": value, "title": title.plain()} | _other_seats(game, {option.name: value}, usual)
                    for value, title in option.choices
                ],
                "file": option.is_secret,  # what nobody is told is not typed in where others look on
            }
            for option in game.options
        ],
        "levels": levels(game),
    }


def _other_seats(game: Game, options: dict[str, Any], usual: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the seats that there are with a choice, where they are not the usual ones."""
    seats = _seats(game, options)
    return {} if seats == usual else {"seats": seats}


def _seats(game: Game, options: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"letter": one.letter, "title": one.title.plain()} for one in game.seats(game.checked(options))]
