"""The positions of a match, for stepping through it."""

from collections.abc import Sequence
from typing import Any

from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refusal
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Scene, track_pieces
from ludoteka.referee.record_conversion import NOT_OVER
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import BAD_SEATS
from ludoteka.referee.views.encoded_scene import EncodedScene
from ludoteka.referee.views.names import name_players, player_names, uses_names
from ludoteka.referee.views.status_text import status_text

NO_SUCH_POSITION = Refusal("no-such-position", Message("The match has no such position."), 404)


def build_position(
    referee: Referee, holder: str, number: int, line: Sequence[str] = (), letter: str = ""
) -> dict[str, Any]:
    """Return the scene after the first `number` actions of a match, as plain data; in a game with secrets, once it is over.

    A game that reveals its secrets shows the whole position; any other game shows what this person's seat saw.  In a
    game without secrets, a `line` of further actions may follow, which were not played.  With the `letter` of a seat, the
    scene is what that seat saw then.

    Raises:
        Refused: "not-over", "no-such-position", "bad-seats", or the game's reason why the line is not legal.
    """
    if referee.result is None and referee.game.has_secrets:
        raise NOT_OVER()
    if number > len(referee.actors) or (line and referee.game.has_secrets):
        raise NO_SUCH_POSITION()
    scene = _scene_after(referee, _viewpoint(referee, holder, letter), number, line)
    if uses_names(referee.game.seats(referee.setup.options)):
        scene = name_players(scene, player_names(referee))
    status = status_text(referee, scene.status) if number == len(referee.actors) and not line else scene.status
    return {
        "number": number,
        "scene": EncodedScene(scene, scene.pieces, scene.marks, status, lambda: scene).build_whole(shows_actions=False),
    }


def _viewpoint(referee: Referee, holder: str, letter: str) -> int | None:
    """Return the seat whose view is shown; None if nothing is hidden.  Raises Refused: "bad-seats"."""
    if not letter and referee.game.reveal:
        return None
    wanted = [letter] if letter else referee.held_by(holder)
    seats = [seat.number for seat in referee.game.seats(referee.setup.options) if seat.letter in wanted]
    if letter and not seats:
        raise BAD_SEATS()
    return seats[0] if seats else NOBODY


def _scene_after(referee: Referee, viewpoint: int | None, number: int, line: Sequence[str]) -> Scene:
    revealed = referee.match.reveal(number) if viewpoint is None else None
    if revealed:
        return track_pieces(None, revealed)
    match = Match(referee.game, referee.setup.options, referee.setup.position)
    before = None
    for text in (*referee.match.actions[:number], *line):
        before = match.state.copy()
        match.play(text)
    earlier = track_pieces(None, match.scene(viewpoint, before)) if number or line else None
    return track_pieces(earlier, match.scene(viewpoint))
