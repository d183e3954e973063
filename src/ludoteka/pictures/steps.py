"""The steps of a recorded match: what was to be seen after each action."""

from collections.abc import Iterator
from typing import NamedTuple

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Scene, track_pieces
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.replay import begin_match, replay_plies

RESIGNATION = "resign"  # the text of a step in which a seat gives up


class Step(NamedTuple):
    """One action of a record."""

    actor: str  # the letter of the seat; "chance" for a throw, "" for the start
    text: str  # the action text
    comment: str
    scene: Scene  # after it, with marks for what has changed


def replay_steps(record: MatchRecord, game: Game) -> Iterator[Step]:
    """Yield the start of a match and each of its steps; a record hides nothing, so nothing is hidden here.

    Raises:
        Refused: as `records.replay.replay`.
    """
    match = begin_match(record, game)
    scene = _draw(match, None)
    yield Step("", "", record.comment, scene)
    for actor, ply in replay_plies(record, match):
        if ply.resigns:
            yield Step(actor, RESIGNATION, ply.comment, scene._replace(marks=()))
            continue
        scene = _draw(match, scene)
        yield Step(actor, ply.text, ply.comment, scene)


def final_scene(record: MatchRecord, game: Game) -> Scene:
    """Return what is to be seen at the end of a record.  Raises the same as `replay_steps`."""
    *_, last = replay_steps(record, game)
    return last.scene


def _draw(match: Match, before: Scene | None) -> Scene:
    """Return the present scene; where all is revealed, what players carry comes and goes, so nothing is marked."""
    if revealed := match.reveal(len(match.actions)):
        return track_pieces(None, revealed)
    return track_pieces(before, match.with_marks(match.game.scene(match.seen(NOBODY), [])))
