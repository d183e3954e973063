"""The positions of the analysis board: what clients ask, what is shown, and what the engine is asked.

A background process calls these functions, so this module imports neither web server nor database.
"""

from typing import Annotated, Any

import msgspec

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.core.notation import MANY
from ludoteka.core.rules import CHANCE, NOBODY, weight
from ludoteka.core.scene import track_pieces
from ludoteka.players.analysis import AnalysisQuestion
from ludoteka.players.turn import build_turn
from ludoteka.records.match_record import LONGEST_ACTION
from ludoteka.referee.views.encoded_scene import EncodedScene
from ludoteka.referee.views.words import draw_text
from ludoteka.server.calls.answers import Answer, Result, Whole
from ludoteka.server.protocol.messages import Action, ClientContent, Name, Number, encode, read_message
from ludoteka.server.protocol.views import SceneContent
from ludoteka.server.whole_matches import game_named

NO_ANALYSIS = Refusal("no-analysis", status=409)
MOST_PLIES = 2_000  # from the start to a position
MOST_MOVES = 5_000  # of a tree
MOST_LINES = 5  # of the engine
MOST_SECONDS = 3.0  # of the engine, as for the highest level, so that computer players wait no longer

ActionText = Annotated[str, msgspec.Meta(max_length=LONGEST_ACTION)]
Comment = Annotated[str, msgspec.Meta(max_length=2_000)]


class AnalysisStart(ClientContent, kw_only=True):
    """Where an analysis begins."""

    game: Name
    options: dict[Name, Any] = msgspec.field(default_factory=dict)
    position: Annotated[str, msgspec.Meta(max_length=MANY)] | None = None  # None: the usual start


class PositionRequest(AnalysisStart, kw_only=True):
    """The actions that lead to a position, and perhaps one more to try."""

    actions: Annotated[list[ActionText], msgspec.Meta(max_length=MOST_PLIES)] = msgspec.field(default_factory=list)
    action: Action | None = None  # its text or its picks


class LinesRequest(PositionRequest, kw_only=True):
    """A position, and how long the engine may think about it."""

    lines: Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)] = 3
    seconds: Annotated[float, msgspec.Meta(gt=0, le=MOST_SECONDS)] = 1.0


class AnalysisTree(AnalysisStart, kw_only=True):
    """A tree of moves.

    Each move names the one before it, by its number from 1 in the list, or 0 for the start.  Of the moves that follow the
    same one, the first is the main one.
    """

    comment: Comment = ""
    moves: Annotated[list[tuple[Number, ActionText, Comment]], msgspec.Meta(max_length=MOST_MOVES)] = msgspec.field(
        default_factory=list
    )


class AnalysedSeat(Answer):
    """A seat of the analysed match."""

    letter: str
    number: Whole
    title: Message
    turned: bool


class AnalysedPosition(Answer):
    """A position of an analysis, with the legal actions."""

    options: dict[str, Any]
    position: str
    seats: list[AnalysedSeat]
    to_act: str | None
    scene: SceneContent
    throws: list[tuple[str, int]]  # with the number of equally likely rolls that give each
    moves: list[tuple[str, str]]
    says: list[Message]  # what the last action did
    result: Result | None


_position_decoder = msgspec.json.Decoder(PositionRequest)
_lines_decoder = msgspec.json.Decoder(LinesRequest)


def open_game(name: str) -> Game:
    """Return a game that can be analysed.

    Raises:
        Refused: "no-such-game", or "no-analysis" if the game has secrets.
    """
    game = game_named(name)
    if game.has_secrets:
        text = Message("{game} has secrets, so it can't be analysed: nobody knows the whole position.", game=game.title)
        raise NO_ANALYSIS(text)
    return game


def encode_analysed(body: bytes) -> bytes:
    """Return the answer to a `PositionRequest` as JSON.

    Raises:
        Refused: "bad-message", "no-such-game", "no-analysis", "bad-option", "bad-position", or the game's own reason.
    """
    match, moves = _replay(read_message(_position_decoder, body))
    seats = match.game.seats(match.options)
    return encode(
        AnalysedPosition(
            dict(match.options),
            match.position_text,
            [AnalysedSeat(seat.letter, seat.number, seat.title, seat.sits_opposite) for seat in seats],
            match.letter(match.seat),
            _scene_of(match),
            _throws_of(match),
            moves,
            list(match.remarks[-1]) if match.remarks else [],
            match.returns(),
        )
    )


def build_question(body: bytes) -> tuple[AnalysisQuestion, str, int, dict[str, int]]:
    """Return what a `LinesRequest` asks the engine, and what the answer needs besides.

    That is the letter of the seat to act or throw, the number of seats, and the weights of the throws by their texts; there
    are none if no throw is due.

    Raises:
        Refused: as `encode_analysed`; and "game-over", "throw-first".
    """
    request: LinesRequest = read_message(_lines_decoder, body)
    match, _ = _replay(request)
    game, seat = match.game, match.seat
    if seat == NOBODY:
        raise Refused("game-over", Message("The match is over."))
    thrower = None
    if seat == CHANCE and game.evaluation is None:
        raise Refused("throw-first", Message("The dice must be thrown first."))
    if seat == CHANCE:
        seat = thrower = game.thrower(match.state) if game.thrower else game.seats(match.options)[0].number
    question = AnalysisQuestion(build_turn(match, match.legal(), 0, 0), request.lines, request.seconds, thrower)
    return question, str(match.letter(seat)), len(game.seats(match.options)), dict(_throws_of(match))


def _replay(request: PositionRequest) -> tuple[Match, list[tuple[str, str]]]:
    """Return the match after the actions of a request; and the letter of the actor and the text of each."""
    match, moves = Match(open_game(request.game), request.options, request.position), []
    for text in request.actions:
        moves.append((str(match.letter(match.seat)), text))
        match.play(text)
    if request.action:
        action = request.action
        text = action if isinstance(action, str) else match.text_of(match.find(tuple(action)))
        moves.append((str(match.letter(match.seat)), text))
        match.play(text)
    return match, moves


def _scene_of(match: Match) -> dict[str, Any]:
    """Return the scene for the seat to act, with its paths and the marks of the last action."""
    viewpoint = NOBODY if match.seat == CHANCE else match.seat
    earlier = track_pieces(None, match.scene(viewpoint, match.previous_state)) if match.actions else None
    scene = track_pieces(earlier, match.scene(viewpoint))
    status = draw_text(match.draw_reason) if match.draw_reason else scene.status
    return EncodedScene(scene, [scene.pieces], scene.marks, status, lambda: scene).build_whole(shows_actions=True)


def _throws_of(match: Match) -> list[tuple[str, int]]:
    """Return the possible throws, each with the number of equally likely rolls that give it."""
    weigh = getattr(match.game.rules, "weight", weight)
    throws = match.legal() if match.seat == CHANCE else []
    return [(match.text_of(throw), weigh(match.state, throw)) for throw in throws]
