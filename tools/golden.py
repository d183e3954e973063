"""Golden playthroughs: one match of every game for every value of its options, ply by ply (`make golden`).

A test replays them and compares every ply with these files in tests/golden, so that a change of the rules, of a text
or of a scene shows as a difference that can be read.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.surfaces.text import scene_lines
from ludoteka.surfaces.texts import texts_in
from ludoteka.testing.walks import chooser, variants

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
PLIES = 400  # of a match with default options; the seed decides whether it is over by then
PLIES_OF_OTHERS = 120  # with other options
SEEDS = 20  # tried in search of a match that ends
LISTED = 8  # legal actions that are listed; longer lists are replaced by a digest
LONG = 160  # characters; longer positions are not written at every ply
DRAWN = (0, 7, 40)  # plies at which the scene is drawn, in addition to the end
ENGLISH = texts_in("en")
HEAD = re.compile(r"(?P<game>\S+) (?P<options>\{.*\})\nseed (?P<seed>\d+), (?P<plies>\d+) plies at most\n")


def stories() -> Iterator[tuple[str, Game, dict[str, Any], int]]:
    """Yield the matches to play: file name, game, options other than the defaults, plies."""
    for game in games().values():
        usual, *others = variants(game)
        yield f"{game.name}.txt", game, {}, PLIES
        for options in others:
            changed = {name: value for name, value in options.items() if value != usual[name]}
            name = "-".join(f"{key}-{re.sub('[^a-z0-9]+', '-', str(value).lower())}" for key, value in changed.items())
            yield f"{game.name}-{name}.txt", game, changed, PLIES_OF_OTHERS


def play_text(game: Game, options: dict[str, Any], seed: int, plies: int) -> str:
    """Return the text of a random match."""
    head = f"{game.name} {json.dumps(options)}\nseed {seed}, {plies} plies at most\n"
    return "\n".join([head, *_told(Match(game, options), seed, plies)]) + "\n"


def told_again(text: str) -> str:
    """Replay the match of a golden playthrough, and return the text that it has now."""
    found = HEAD.match(text)
    if not found:
        raise ValueError("this is not a golden playthrough")
    return play_text(games()[found["game"]], json.loads(found["options"]), int(found["seed"]), int(found["plies"]))


def _told(match: Match, seed: int, plies: int) -> Iterator[str]:
    choose = chooser(seed)
    for ply in range(plies):
        legal = match.legal()
        if not legal:
            break
        yield _position(match, ply in DRAWN)
        if ply in DRAWN:
            yield from _drawn(match)
        texts = match.legal_texts()
        action = match.text_of(legal[choose(len(legal))])
        actor = match.letter(match.seat)
        match.play(action)
        answers = match.log_entries[-1].answers if match.game.answers else ()
        said = " ".join([action, *(["->", *answers] if answers else [])])
        yield f"  {ply + 1}. {actor} {said}   [{_listed(texts)}]"
    yield _position(match, is_whole=True)
    yield from _drawn(match)
    yield f"result {json.dumps(match.returns())}"


def _position(match: Match, is_whole: bool) -> str:
    text = match.position_text
    return text if is_whole or len(text) <= LONG else f"({len(text)} characters, {_digest(text)})"


def _listed(texts: list[str]) -> str:
    listed = " ".join(texts)
    return listed if len(texts) <= LISTED else f"{len(texts)} legal, {_digest(listed)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _drawn(match: Match) -> list[str]:
    """Return the scene of the seat to act, or of a spectator, as text."""
    seat = match.seat if match.seat not in (CHANCE, NOBODY) else NOBODY
    scene = match.scene(seat)
    return ["", *(f"    {line}".rstrip() for line in scene_lines(scene, ENGLISH)), ""]


def best(game: Game, options: dict[str, Any], plies: int) -> str:
    """Return the first match that ends, or else the first one."""
    several = [play_text(game, options, seed, plies) for seed in range(SEEDS)]
    return next((text for text in several if not text.endswith("result null\n")), several[0])


if __name__ == "__main__":
    wanted = {name: best(game, options, plies) for name, game, options, plies in stories()}
    for path in FOLDER.glob("*.txt"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, "utf-8")
