"""The positions of the analysis board: what is shown, and what the engine is asked.

A background process calls these functions, so this module imports neither web server nor database.
"""

from typing import Any, NamedTuple

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY, weight
from ludoteka.core.scene import track_pieces
from ludoteka.features.analysis.requests import PositionRequest, read_lines_request, read_position_request
from ludoteka.players.analysis import AnalysisQuestion
from ludoteka.players.turn import build_turn
from ludoteka.referee.views.encoded_scene import EncodedScene
from ludoteka.referee.views.words import draw_text
from ludoteka.server.protocol.messages import encode
from ludoteka.server.whole_matches import game_named


def open_game(name: str) -> Game:
    """Return a game that can be analysed.

    Raises:
        Refused: "no-such-game", or "no-analysis" if the game has secrets.
    """
    game = game_named(name)
    if game.has_secrets:
        text = Message("{game} has secrets, so it can't be analysed: nobody knows the whole position.", game=game.title)
        raise Refused("no-analysis", text)
    return game


def encode_analysed(body: bytes) -> bytes:
    """Return the answer to a `PositionRequest` as JSON.

    Raises:
        Refused: "bad-message", "no-such-game", "no-analysis", "bad-option", "bad-position", or the game's own reason.
    """
    match, moves = _replay(read_position_request(body))
    seats = match.game.seats(match.options)
    return encode(
        {
            "options": match.options,
            "position": match.position_text,
            "seats": [
                {"letter": one.letter, "number": one.number, "title": one.title.plain(), "turned": one.sits_opposite}
                for one in seats
            ],
            "to_act": match.letter(match.seat),
            "scene": _scene_of(match),
            "throws": _throws_of(match),
            "moves": moves,
            "says": [one.plain() for one in match.remarks[-1]] if match.remarks else [],
            "result": match.returns(),
        }
    )


class LinesQuestion(NamedTuple):
    """What a `LinesRequest` asks the engine, and what the answer needs besides."""

    question: AnalysisQuestion
    letter: str  # of the seat to act or throw
    seats: int  # how many there are
    weights: dict[str, int]  # of the throws, by their texts; empty if no throw is due


def build_question(body: bytes) -> LinesQuestion:
    """Return what a `LinesRequest` asks the engine.

    Raises:
        Refused: as `encode_analysed`; and "game-over", "throw-first".
    """
    request = read_lines_request(body)
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
    return LinesQuestion(question, str(match.letter(seat)), len(game.seats(match.options)), dict(_throws_of(match)))


def _replay(request: PositionRequest) -> tuple[Match, list[tuple[str | None, str]]]:
    """Return the match after the actions of a request; and the letter of the actor and the text of each."""
    match, moves = Match(open_game(request.game), request.options, request.position), []
    for text in request.actions:
        moves.append((match.letter(match.seat), text))
        match.play(text)
    if request.action:
        action = request.action
        text = action if isinstance(action, str) else match.text_of(match.find(tuple(action)))
        moves.append((match.letter(match.seat), text))
        match.play(text)
    return match, moves


def _scene_of(match: Match) -> dict[str, Any]:
    """Return the scene for the seat to act, with its paths and the marks of the last action."""
    viewpoint = NOBODY if match.seat == CHANCE else match.seat
    earlier = track_pieces(None, match.scene(viewpoint, match.previous_state)) if match.actions else None
    scene = track_pieces(earlier, match.scene(viewpoint))
    status = draw_text(match.draw_reason) if match.draw_reason else scene.status
    return EncodedScene(scene, scene.pieces, scene.marks, status, lambda: scene).build_whole(shows_actions=True)


def _throws_of(match: Match) -> list[tuple[str, int]]:
    """Return the possible throws, each with the number of equally likely rolls that give it."""
    weigh = getattr(match.game.rules, "weight", weight)
    throws = match.legal() if match.seat == CHANCE else []
    return [(match.text_of(throw), weigh(match.state, throw)) for throw in throws]
