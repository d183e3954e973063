"""The positions of a finished match, for stepping through it."""

from collections.abc import Sequence
from typing import Any

from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Scene, track_pieces
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.encoded_scene import EncodedScene
from ludoteka.referee.views.names import name_players, player_names, uses_names
from ludoteka.referee.views.status_text import status_text


def build_position(referee: Referee, holder: str, number: int, line: Sequence[str] = ()) -> dict[str, Any]:
    """Return the scene after the first `number` actions of a finished match, as plain data.

    A game that reveals its secrets shows the whole position; any other game shows what this person's seat saw.  In a
    game without secrets, a `line` of further actions may follow, which were not played.

    Raises:
        Refused: "not-over", "no-such-position", or the game's reason why the line is not legal.
    """
    if referee.result is None:
        raise Refused("not-over", Message("The match is not over yet."))
    if number > len(referee.actors) or (line and referee.game.has_secrets):
        raise Refused("no-such-position", Message("The match has no such position."))
    scene = _scene_after(referee, holder, number, line)
    if uses_names(referee.game.seats(referee.setup.options)):
        scene = name_players(scene, player_names(referee))
    status = status_text(referee, scene.status) if number == len(referee.actors) and not line else scene.status
    return {
        "number": number,
        "scene": EncodedScene(scene, scene.pieces, scene.marks, status, lambda: scene).build_whole(shows_actions=False),
    }


def _scene_after(referee: Referee, holder: str, number: int, line: Sequence[str]) -> Scene:
    revealed = referee.match.reveal(number)
    if revealed:
        return track_pieces(None, revealed)
    match = Match(referee.game, referee.setup.options, referee.setup.position)
    mine = referee.held_by(holder)
    seats = (seat.number for seat in referee.game.seats(referee.setup.options) if seat.letter in mine)
    viewpoint = next(seats, NOBODY)
    before = None
    for text in (*referee.match.actions[:number], *line):
        before = match.state.copy()
        match.play(text)
    earlier = track_pieces(None, match.scene(viewpoint, before)) if number or line else None
    return track_pieces(earlier, match.scene(viewpoint))
