"""What takes long because it replays a whole match, or generates one.

A background process calls these functions, so this module imports neither web server nor database.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refusal
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord, decode
from ludoteka.records.replay import begin_match
from ludoteka.records.verification import verify
from ludoteka.referee.events import Event, Occupant, Person, Setup
from ludoteka.referee.match_creation import SEED_BYTES, opening_events
from ludoteka.referee.record_conversion import build_record, restore_referee
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import BAD_SEATS, create_occupant
from ludoteka.referee.views.snapshots import NO_SUCH_POSITION, build_position
from ludoteka.server.protocol.messages import encode

Build = Callable[[Setup, list[Event]], Referee]
Answer = TypeVar("Answer")

NO_SUCH_GAME = Refusal("no-such-game", Message("There is no such game here."), 404)
OTHER_RULES = Refusal(
    "other-rules", Message("This match was played by a version of the rules that this server doesn't know."), 409
)
NO_RETRY = Refusal("no-retry", Message("This game has secrets: a match can't be continued from its middle."), 409)


def game_named(name: str) -> Game:
    """Return a game by its name.  Raises Refused: "no-such-game"."""
    if name not in games():
        raise NO_SUCH_GAME()
    return games()[name]


def game_of(setup: Setup) -> Game:
    """Return the game of a stored match.  Raises Refused: "no-such-game", "other-rules"."""
    game = game_named(setup.game)
    if setup.rules_version != game.rules_version:
        raise OTHER_RULES()
    return game


def build_referee(setup: Setup, events: Sequence[Event]) -> Referee:
    """Return the referee of a stored match.  Raises Refused: "no-such-game", "other-rules"."""
    return Referee(game_of(setup), setup, events)


def begin_referee(game: Game, create: Callable[[], Setup]) -> Referee:
    """Return the referee of a new match; in a game with a random setup, `create` takes a while."""
    setup = create()
    return Referee(game, setup, opening_events(game, setup))


def answer_from(build: Build, setup: Setup, events: list[Event], answer: Callable[[Referee], Answer]) -> Answer:
    """Return what a function makes of a stored match."""
    return answer(build(setup, events))


def record_file(referee: Referee) -> tuple[str, str]:
    """Return the name and the text of a record's file."""
    return f"{referee.setup.game}-{referee.setup.id}.txt", build_record(referee).text()


def reviewed_record(referee: Referee) -> tuple[str, int]:
    """Return the record of a match that is to be reviewed, and its number of actions and throws."""
    return build_record(referee).text(), len(referee.match.actions)


def verification(referee: Referee) -> dict[str, Any]:
    """Return what is needed to verify the dice of a match.  Raises Refused: "nothing-to-verify"."""
    return verify(build_record(referee), referee.game).plain()


def encode_position(referee: Referee, holder: str, number: int, line: Sequence[str] = (), letter: str = "") -> bytes:
    """Return the position after a number of actions and a line, as JSON.  Raises Refused: as `build_position`."""
    return encode(build_position(referee, holder, number, line, letter))


def restore_match(body: bytes, person: Person, now: float) -> Referee:
    """Return the referee of a new match in which a record was played, and in which one person has all seats.

    Raises:
        Refused: "bad-record", "no-such-game", or the game's own reason.
    """
    record = MatchRecord.parse(decode(body))
    game = game_named(record.game)
    options = begin_match(record, game).options
    seats = {seat.letter: Occupant("person", 0, *person) for seat in game.seats(options)}
    return _restore(record, game, options, seats, person.holder, now)


def retry_match(referee: Referee, number: int, seat: str, level: int, person: Person, now: float) -> Referee:
    """Return the referee of a new match that goes on after the first `number` actions of a finished one.

    The person has one seat, and computers of this level have the others.

    Raises:
        Refused: "no-retry", "no-such-position", "bad-seats".
    """
    game = referee.game
    if game.has_secrets:
        raise NO_RETRY()
    record = build_record(referee)
    plies = tuple(ply for ply in record.plies if not ply.resigns)
    if number >= len(plies):
        raise NO_SUCH_POSITION()
    begun = MatchRecord(
        record.game, record.rules_version, record.options, position=record.position, plies=plies[:number]
    )
    options = dict(referee.setup.options)
    letters = [one.letter for one in game.seats(options)]
    if seat not in letters:
        raise BAD_SEATS()
    seats = {
        letter: create_occupant(game, "person" if letter == seat else "computer", level, person) for letter in letters
    }
    return _restore(begun, game, options, seats, person.holder, now)


def _restore(
    record: MatchRecord, game: Game, options: dict[str, Any], seats: dict[str, Occupant], holder: str, now: float
) -> Referee:
    match, seed = secrets.token_urlsafe(9), secrets.token_bytes(SEED_BYTES)
    position = record.position
    setup = Setup(match, game.name, game.rules_version, options, seed, seats, now, host=holder, position=position)
    setup = setup._replace(host_knows_secrets=bool(game.chosen_secrets(options)))
    referee = restore_referee(record, game, setup)
    for event in opening_events(game, setup):  # the commitment for later throws
        referee.accept(event._replace(number=referee.number + 1))
    return referee
