"""Checks of the diagrams on the rules pages."""

from collections.abc import Iterator

from ludoteka.core.game import Diagram, Game
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.scene import track_pieces


def diagrams(game: Game) -> Iterator[str]:
    """Complain about a diagram that can't be played, or whose outcome is not the declared one."""
    for name, diagram in game.diagrams.items():
        try:
            complaints = list(_diagram(game, diagram))
        except Refused as refused:
            complaints = [f"is refused, {refused}"]
        for complaint in complaints:
            yield f"the diagram {name} {complaint}"


def _diagram(game: Game, diagram: Diagram) -> Iterator[str]:
    match = Match(game, position=diagram.position)
    for action in diagram.actions[:-1]:
        match.play(action)
    before = match.scene()
    if diagram.reach and not any(path[0] == diagram.reach for path in before.paths):
        yield f"shows no way from {diagram.reach}"
    for text, code in diagram.refused.items():
        yield from _refused(match, text, code)
    for action in diagram.actions[-1:]:
        match.play(action)
        captured = {mark.place for mark in track_pieces(before, match.scene()).marks if mark.kind == "captured"}
        if captured != set(diagram.captured):
            yield f"captures on {sorted(captured)}, not on {sorted(diagram.captured)}"
    winners = _winners(match)
    if winners != ([diagram.winner] if diagram.winner else []):
        yield f"is won by {winners or 'nobody'}"


def _winners(match: Match) -> list[str]:
    """Return the letters of the winners; with scores, those with the highest score, unless all scores are equal."""
    found = match.returns() or {}
    if match.game.scores is None:
        return [letter for letter, value in found.items() if value > 0]
    is_drawn = len(set(found.values())) < min(len(found), 2)
    return [letter for letter, value in found.items() if value == max(found.values()) and not is_drawn]


def _refused(match: Match, text: str, code: str) -> Iterator[str]:
    try:
        match.check(text)
    except Refused as refused:
        if refused.code != code:
            yield f"refuses {text} as {refused.code}, not {code}"
    else:
        yield f"lets {text} be played"
