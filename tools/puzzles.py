"""Find puzzles for a game and write its collection: `tools/puzzles.py GAME COUNT SEED` (docs/puzzles.md)."""

import itertools
import json
import os
import sys
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
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
    """Write the collection after every match, so that nothing is lost if the search is stopped."""
    game = games()[name]
    for made, puzzles in collect(game, count, seed):
        write_collection(collection_path(game), made, puzzles)


def collect(game: Game, count: int, seed: int) -> Iterator[tuple[dict[str, Any], list[Puzzle]]]:
    """Play matches until there are enough puzzles; after every match, yield how they were found, and the puzzles."""
    found: dict[str, Puzzle] = {}
    wins: Counter[tuple[int, int]] = Counter()
    for number, puzzles in enumerate(search_matches(game.name, seed)):
        for puzzle in puzzles:
            wins[puzzle.moves, puzzle.level] += puzzle.moves > 0
            if wins[puzzle.moves, puzzle.level] <= max(count // PARTS, 1):
                found.setdefault(puzzle.position, puzzle)
                sys.stderr.write(f"match {number}: {len(found)} {puzzle}\n")
        yield {"seed": seed, "matches": number + 1, "digest": digest(game)}, list(found.values())[:count]
        if len(found) >= count:
            return


def search_matches(name: str, seed: int) -> Iterator[list[Puzzle]]:
    """Yield the puzzles of each match, in the order of their numbers, without end; every core plays matches."""
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        running = deque(pool.submit(search_match, name, seed, number) for number in range(2 * cores))
        for number in itertools.count(len(running)):
            yield running.popleft().result()
            running.append(pool.submit(search_match, name, seed, number))


def search_match(name: str, seed: int, number: int) -> list[Puzzle]:
    """Return the puzzles of a match."""
    turns = finders(name)
    return list(turns[number % len(turns)].search_match(f"{name} {seed} {number}"))


@cache
def finders(name: str) -> list[Finder]:
    """Return a finder for each variant of a game, once in each process."""
    game = games()[name]
    return [Finder(game, prepared_search(game), options) for options in variants(game)]


def variants(game: Game) -> list[dict[str, Any]]:
    """Return the options of the first matches, which are then repeated.

    Every second match is played with those that new matches begin with, and the others with one option changed.
    """
    ours = [option for option in game.options if option.name not in (REPETITION.name, QUIET.name, DICE.name)]
    usual = game.check_options({our.name: our.suggestion for our in ours})
    others = [usual | {our.name: value} for our in ours for value, _ in our.choices if value != usual[our.name]]
    return [options for other in others for options in (usual, other)] or [usual]


def digest(game: Game) -> str:
    """Return the digest of the sources of a game, the searches, the levels and the finder: with others, other puzzles are found."""
    package = Path(ludoteka.__file__).parent
    sources = [
        *game.folder.rglob("*.py"),
        *game.folder.rglob("network.json"),
        *(package / "search").glob("*.py"),
        *(package / "puzzles").glob("*.py"),
    ]
    sources.append(package / "players" / "levels.py")
    return sha256(b"".join(path.read_bytes() for path in sorted(sources))).hexdigest()[:16]


def write_collection(path: Path, made: dict[str, Any], puzzles: list[Puzzle]) -> None:
    """Write puzzles, the easiest first."""
    path.parent.mkdir(exist_ok=True)
    ordered = sorted(puzzles, key=lambda one: (one.level, len(one.solution), one.position))
    lines = ",\n".join(json.dumps(one.plain(), ensure_ascii=False) for one in ordered)
    path.write_text(f'{{"made": {json.dumps(made)}, "puzzles": [\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
