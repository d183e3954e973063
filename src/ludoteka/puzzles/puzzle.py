"""A puzzle, and the collections of puzzles that games have in their folders."""

import json
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludoteka.core.game import Game, Options
from ludoteka.core.message import Message, Refusal

WIN, DEFENCE, GAIN = "win", "defence", "gain"  # themes
FIRST_DAY: Final = date(2026, 1, 1).toordinal()
NO_SUCH_PUZZLE = Refusal("no-such-puzzle", Message("There is no such puzzle."), 404)


class Puzzle(NamedTuple):
    """A position in which one play is clearly the best; a play is an action, or the whole turn after a throw."""

    game: str
    number: int  # in the collection of the game, from 1
    position: str
    options: Options  # those that differ from the defaults
    solution: tuple[str, ...]  # the actions of both sides; ends with one of the side that solves
    theme: str
    moves: int  # a win takes this many of the solver's moves; 0 with other themes
    level: int  # the lowest level of the computer that finds the first play, as does the next; above the highest if none does
    depth: int  # to which the search has compared all plays

    def plain(self) -> dict[str, Any]:
        """Return the puzzle as it is stored in its collection."""
        stored = self._asdict()
        return {name: stored[name] for name in self._fields if name not in ("game", "number")}


def collection_path(game: Game) -> Path:
    """Return the file with the puzzles of a game."""
    return game.folder / "puzzles" / "puzzles.json"


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first; none if it has no collection."""
    path = collection_path(game)
    if not path.is_file():
        return ()
    stored = json.loads(path.read_text("utf-8"))["puzzles"]
    return tuple(
        Puzzle(**one | {"game": game.name, "number": number, "solution": tuple(one["solution"])})
        for number, one in enumerate(stored, 1)
    )


def find_puzzle(game: Game, number: int) -> Puzzle:
    """Return a puzzle by its number.

    Raises:
        Refused: "no-such-puzzle".
    """
    known = puzzles_of(game)
    if not 1 <= number <= len(known):
        text = Message("There is no such puzzle. The puzzles have the numbers 1 to {count}.", count=len(known))
        raise NO_SUCH_PUZZLE(text if known else Message("This game has no puzzles."))
    return known[number - 1]


def daily_puzzle(puzzles: list[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day among these: the same in every house, and each once before one comes again."""
    mixed = sorted(puzzles, key=lambda one: sha256(f"{one.game} {one.position}".encode()).digest())
    return mixed[(day.toordinal() - FIRST_DAY) % len(mixed)]
