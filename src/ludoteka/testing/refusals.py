"""Checks of refusals: everything illegal is refused with a code, a message and known places."""

import re
from collections.abc import Iterator
from itertools import islice, product

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path, Scene
from ludoteka.testing.messages import message_faults
from ludoteka.testing.texts import BAD_TEXTS, corrupted_texts

CODE = re.compile("[a-z]+(-[a-z]+)*")
STRIDE = 97  # the distance between the paths tried in one position; the next position tries others
SPOILED = 3  # the number of legal actions whose texts are corrupted


def refused_texts(match: Match) -> Iterator[str]:
    """Complain about a text that is neither a legal action nor refused properly."""
    places, legal = _names(_scene(match))[0], match.legal_texts()
    texts = [bad for text in legal[:SPOILED] for bad in corrupted_texts(text)]
    for text in (*BAD_TEXTS, *texts):
        try:
            match.check(text)
            if text not in legal:
                yield f"{text!r} is played, but is not the text of a legal action"
        except Refused as refused:
            yield from _faults(repr(text), refused, places)


def refused_paths(match: Match) -> Iterator[str]:
    """Complain about picks that don't begin a legal action and are not refused properly."""
    scene = _scene(match)
    places, names = _names(scene)
    begun = {path[:length] for path in scene.paths for length in range(len(path) + 1)}
    singles = [(), ("no such name",), *((name,) for name in sorted(names))]
    pairs = islice(product(sorted(names), repeat=2), len(match.actions) % STRIDE, None, STRIDE)
    longest = max(map(len, scene.paths), default=0)
    longer = [(*path, name) for path in islice(scene.paths, SPOILED) for name in (path[-1], "no such name")]
    for path in (*singles, *pairs, *longer):
        if path not in begun or not match.ways():
            yield from _of_path(match, path, places, is_named=set(path) <= places and len(path) <= longest)


def _of_path(match: Match, path: Path, places: set[str], is_named: bool) -> Iterator[str]:
    """Complain about the refusal of these picks.  The game must know all places, up to the length of an action."""
    try:
        if match.game.attempts or match.seat == NOBODY:
            match.find(path)
        else:
            yield from _faults(repr(path), match.game.notation.refusal(match.seen(), path), places)
    except LookupError as error:
        if is_named and path and match.seat != CHANCE:
            yield f"the picks {path!r} are places of the scene, but refusal does not know {error}"
    except Refused as refused:
        yield from _faults(repr(path), refused, places)


def _scene(match: Match) -> Scene:
    return match.scene()


def _names(scene: Scene) -> tuple[set[str], set[str]]:
    """Return the names of all places, and all names that can be picked."""
    places = {place.name for place in scene.places}
    return places, places | {choice.name for choice in scene.choices}


def _faults(what: str, refused: Refused, places: set[str]) -> Iterator[str]:
    if not isinstance(refused, Refused):
        yield f"{what} is answered by {refused!r}, not by Refused"
        return
    if not CODE.fullmatch(refused.code):
        yield f"{what} is refused with the code {refused.code!r}"
    for fault in message_faults(refused.message):
        yield f"{what} is refused as {refused.code}, but {fault}"
    if not isinstance(refused.places, tuple) or not set(refused.places) <= places:
        yield f"{what} is refused for {refused.places!r}, which are not all places of the scene"
