"""The steps of a recorded match: what was to be seen after each action."""

from collections.abc import Iterator, Sequence, Set
from typing import Any, NamedTuple

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


def replay_steps(record: MatchRecord, game: Game, wanted: Set[int] | None = None) -> Iterator[Step]:
    """Yield the start of a match and each of its steps, or only those with the `wanted` numbers.

    A record hides nothing, so nothing is hidden here.

    Raises:
        Refused: as `records.replay.replay`.
    """
    match = begin_match(record, game)
    states = [match.state.copy()]  # of a game that reveals its secrets: each of its scenes tells the way to it
    scene = _draw(match, None, states)
    if wanted is None or 0 in wanted:
        yield Step("", "", record.comment, scene)
    for number, (actor, ply) in enumerate(replay_plies(record, match), 1):
        states += [match.state.copy()] if game.reveal and not ply.resigns else []
        if wanted is not None and not {number, number + 1} & wanted:  # marks need the step before
            continue
        scene = _draw(match, None if ply.resigns else scene, states)
        if wanted is None or number in wanted:
            text, marks = (RESIGNATION, ()) if ply.resigns else (ply.text, scene.marks)
            yield Step(actor, text, ply.comment, scene._replace(marks=marks))


def final_scene(record: MatchRecord, game: Game) -> Scene:
    """Return what is to be seen at the end of a record.  Raises the same as `replay_steps`."""
    (last,) = replay_steps(record, game, {len(record.plies)})
    return last.scene


def _draw(match: Match, before: Scene | None, states: Sequence[Any]) -> Scene:
    """Return the present scene; where all is revealed, what players carry comes and goes, so nothing is marked."""
    if match.game.reveal:
        return track_pieces(None, match.game.reveal(states))
    return track_pieces(before, match.game.with_pieces(match.frame_without_paths(NOBODY), match.state))
