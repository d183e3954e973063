"""Find puzzles for a game and write its collection: `tools/puzzles.py GAME COUNT SEED` (docs/puzzles.md)."""

import json
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import ludoteka
from ludoteka.core.game import DICE, QUIET, REPETITION, Game
from ludoteka.games import games
from ludoteka.players.computer import prepared_search
from ludoteka.puzzles.finder import Finder
from ludoteka.puzzles.puzzle import Puzzle, collection_path

PARTS = 8  # forced wins of one length and level make up no more than this part of a collection


def main(name: str, count: int, seed: int) -> None:
    """Play matches until there are enough puzzles; whatever was found before is written too."""
    game = games()[name]
    finders = [Finder(game, prepared_search(game), options) for options in variants(game)]
    found: dict[str, Puzzle] = {}
    wins: Counter[tuple[int, int]] = Counter()
    number = 0
    while len(found) < count:
        for puzzle in finders[number % len(finders)].search_match(f"{name} {seed} {number}"):
            wins[puzzle.moves, puzzle.level] += puzzle.moves > 0
            if wins[puzzle.moves, puzzle.level] <= count // PARTS:
                found.setdefault(puzzle.position, puzzle)
                sys.stderr.write(f"match {number}: {len(found)} {puzzle}\n")
        number += 1
        made = {"seed": seed, "matches": number, "digest": digest(game)}
        write_collection(collection_path(game), made, list(found.values())[:count])


def variants(game: Game) -> list[dict[str, Any]]:
    """Return the options that new matches begin with, and for each option of the rules those with its last choice."""
    ours = [option for option in game.options if option.name not in (REPETITION.name, QUIET.name, DICE.name)]
    usual = game.check_options({one.name: one.suggestion for one in ours})
    others = [usual | {one.name: one.choices[-1][0]} for one in ours]
    return [usual, *(options for options in others if options != usual)]


def digest(game: Game) -> str:
    """Return the digest of the sources of a game, the searches and the finder: with others, other puzzles are found."""
    package = Path(ludoteka.__file__).parent
    sources = [
        path for folder in (game.folder, package / "search", package / "puzzles") for path in folder.glob("*.py")
    ]
    return sha256(b"".join(path.read_bytes() for path in sorted(sources))).hexdigest()[:16]


def write_collection(path: Path, made: dict[str, Any], puzzles: list[Puzzle]) -> None:
    """Write puzzles, the easiest first."""
    path.parent.mkdir(exist_ok=True)
    ordered = sorted(puzzles, key=lambda one: (one.level, len(one.solution), one.position))
    lines = ",\n".join(json.dumps(one.plain(), ensure_ascii=False) for one in ordered)
    path.write_text(f'{{"made": {json.dumps(made)}, "puzzles": [\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
