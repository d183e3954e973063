"""Refusing: whatever cannot be done is refused with a code, a sentence and known places."""

import re
from collections.abc import Iterator
from itertools import islice, product

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.scene import Scene
from ludoteka.testing.messages import faults
from ludoteka.testing.texts import BAD_TEXTS, spoiled
from ludoteka.testing.walks import offered

CODE = re.compile("[a-z]+(-[a-z]+)*")
STRIDE = 97  # between the action numbers, and the paths, that one position tries; the next tries others
MANY = 20_000  # the lowest numbers, of which the first position and the last try each one
HIGHER = 100  # tried above these at most, by each position
SPOILED = 3  # legal actions whose texts are spoiled


def refused_actions(match: Match) -> Iterator[str]:
    """Complain about an action that is neither legal nor refused as it should be.

    Every number, or as many as can be, is tried in the first position and the last, and some of them in between.
    A number that no text names may be left out: then `action_text` raises LookupError.
    """
    game, seen, legal = match.game, match.seen(), set(match.game.legal(match.state))
    places, ply = _names(_scene(match))[0], len(match.actions)
    first, stride = (0, 1) if not legal or ply == 0 else (ply % STRIDE, STRIDE)
    moderator, count = game.moderator, game.rules.NUM_ACTIONS
    lowest = range(first, min(MANY, count), stride)
    for action in (*lowest, *range(MANY + first, count, max(stride, count // HIGHER))):
        if action in legal or (moderator and moderator.accepts(match.state, action)):
            continue
        try:
            text = game.notation.action_text(seen, action)
        except LookupError:
            continue
        refused = moderator.refusal(match.state, action) if moderator else game.notation.refusal(seen, action)
        yield from _faults(text, refused, places)
        if not legal and refused.code != "game-over":
            yield f"{text} is refused as {refused.code} when the game is over"


def refused_texts(match: Match) -> Iterator[str]:
    """Complain about a text that is neither that of a legal action nor refused as it should be."""
    places, legal = _names(_scene(match))[0], match.legal_texts()
    texts = [bad for text in legal[:SPOILED] for bad in spoiled(text)]
    for text in (*BAD_TEXTS, *texts):
        try:
            match.check(text)
            if text not in legal:
                yield f"{text!r} is played, though it is the text of no legal action"
        except Refused as refused:
            yield from _faults(repr(text), refused, places)


def refused_paths(match: Match) -> Iterator[str]:
    """Complain about picks that begin no legal action and are not refused as they should be."""
    scene = _scene(match)
    places, names = _names(scene)
    begun = {path[:length] for path in scene.paths for length in range(len(path) + 1)}
    singles = [(), ("no such name",), *((name,) for name in sorted(names))]
    pairs = islice(product(sorted(names), repeat=2), len(match.actions) % STRIDE, None, STRIDE)
    longer = [(*path, name) for path in islice(scene.paths, SPOILED) for name in (path[-1], "no such name")]
    for path in (*singles, *pairs, *longer):
        if path not in begun:
            yield from _faults(repr(path), match.game.notation.refused_path(match.seen(), path), places)


def _scene(match: Match) -> Scene:
    return match.game.scene(match.seen(), offered(match))


def _names(scene: Scene) -> tuple[set[str], set[str]]:
    """Return the names of the places, and all names that can be picked."""
    places = {place.name for place in scene.places}
    return places, places | {choice.name for choice in scene.choices}


def _faults(what: str, refused: Refused, places: set[str]) -> Iterator[str]:
    if not isinstance(refused, Refused):
        yield f"{what} is answered by {refused!r}, not by Refused"
        return
    if not CODE.fullmatch(refused.code):
        yield f"{what} is refused with the code {refused.code!r}"
    for fault in faults(refused.message):
        yield f"{what} is refused as {refused.code}, but {fault}"
    if not isinstance(refused.places, tuple) or not set(refused.places) <= places:
        yield f"{what} is refused for {refused.places!r}, which are no places of the scene"
