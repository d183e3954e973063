"""The games of the house, with their seats, options and levels."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from ludoteka import __version__
from ludoteka.core import game as core
from ludoteka.core.message import Message
from ludoteka.games import games_to_offer
from ludoteka.pictures.availability import has_animation
from ludoteka.players.levels import highest_level, usual_level
from ludoteka.puzzles.puzzle import puzzles_of
from ludoteka.review.history import is_reviewable
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.calls.call import PUBLIC, Calls
from ludoteka.server.matches import can_be_rated, sizes_of
from ludoteka.server.own_settings import LiveSettings
from ludoteka.server.rooms.chat import PHRASES
from ludoteka.server.whole_matches import game_named


class Seat(Answer):
    """A seat that the host of a match fills; those of guests stay free."""

    letter: str
    title: Message


class Choice(Answer):
    """A value of an option."""

    value: Any
    title: Message
    seats: list[Seat] | UnsetType = UNSET  # of a match with this choice, if they aren't the usual ones


class Option(Answer):
    """An option of a game (docs/protocol.md)."""

    name: str
    title: Message
    choices: list[Choice]
    offered: Whole  # index of the choice that clients preselect; a request without the option means the first choice
    in_tournaments: Whole | UnsetType = UNSET  # the same for tournaments and matches between computers, if it differs
    file: bool | UnsetType = UNSET  # it is not typed where others can see it
    at_tables: bool | UnsetType = UNSET
    for_guests: bool | UnsetType = UNSET  # asked only if other people may join; otherwise the first choice applies
    usual: Annotated[int, Meta(ge=1)] | UnsetType = UNSET  # so many choices, from the first, are shown side by side


class Game(Answer):
    """A game of the house."""

    name: str
    title: Message
    summary: Message
    seats: list[Seat]
    players: tuple[Whole, Whole]
    options: list[Option]
    levels: Whole
    usual_level: Whole
    scores: bool
    analysis: bool
    review: bool
    rated: bool
    tables: list[Whole]
    puzzles: Whole
    minutes: tuple[Whole, Whole] | UnsetType = UNSET  # that a match takes
    luck: Literal["none", "some", "much"] | UnsetType = UNSET  # how much it decides
    for_beginners: bool | UnsetType = UNSET  # the game to start with


class GameTip(Answer):
    """A note for somebody's first match, and the conditions under which clients show it (`core/tips.py`)."""

    key: str
    text: Message
    seat: str
    action: str
    heard: str


class Phrase(Answer):
    """A preset phrase of the chat."""

    id: str
    text: Message


class House(Answer):
    """What a client needs to know of the house."""

    version: str
    welcome: str
    games: list[Game]
    phrases: list[Phrase]
    animations: bool  # whether records can be saved as animated pictures


calls = Calls()


@calls.add("GET /api/house", costs={"read": 1}, scope=PUBLIC)
async def describe_house(settings: LiveSettings) -> House:
    """The games of the house."""
    phrases = [Phrase(name, text) for name, text in PHRASES.items()]
    return House(__version__, settings.own.welcome, describe_games(), phrases, has_animation())


@calls.add("GET /api/games/{game}/tips", costs={"read": 1}, scope=PUBLIC)
async def list_tips(game: str) -> list[GameTip]:
    """The tips of a game for somebody's first match."""
    return [GameTip(*tip) for tip in game_named(game).tips]


def describe_games() -> list[Game]:
    """Return the games as GET /api/house lists them."""
    return [_describe(game) for game in games_to_offer()]


def _describe(game: core.Game) -> Game:
    usual = _seats(game, {})
    options = [_option(game, option, usual) for option in game.options]
    sizes = {len(usual), *(len(choice.seats) for one in options for choice in one.choices if choice.seats)}
    return Game(
        game.name,
        game.title,
        game.summary,
        usual,
        (min(sizes), max(sizes)),
        options,
        highest_level(game),
        usual_level(game),
        scores=game.scores is not None,
        analysis=not game.has_secrets,
        review=is_reviewable(game),
        rated=can_be_rated(game),
        tables=sizes_of(game),
        puzzles=len(puzzles_of(game)),
        minutes=game.minutes or UNSET,
        luck=game.luck or UNSET,
        for_beginners=game.is_for_beginners or UNSET,
    )


def _option(game: core.Game, option: core.Option, usual: list[Seat]) -> Option:
    values = [value for value, _ in option.choices]
    choices = []
    for value, title in option.choices:
        seats = _seats(game, {option.name: value})
        choices.append(Choice(value, title, UNSET if seats == usual else seats))
    return Option(
        option.name,
        option.title,
        choices,
        values.index(option.suggestion),
        in_tournaments=UNSET if option.in_tournaments is None else values.index(option.in_tournaments),
        file=option.is_secret or UNSET,
        at_tables=True if option.at_tables else UNSET,
        for_guests=option.for_guests or UNSET,
        usual=option.usual or UNSET,
    )


def _seats(game: core.Game, options: dict[str, Any]) -> list[Seat]:
    seats = game.seats(game.check_options(options))
    return [Seat(seat.letter, seat.title) for seat in seats if not seat.is_guest]
