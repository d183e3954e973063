"""The strength of the levels: neighbouring levels of every game play each other, and docs/levels.md says how it ended.

`make levels` runs this.  Results are kept in build/levels.jsonl, so that an interrupted run goes on, and only what is
missing is played.  Delete the file after a change of judgement or levels.
"""

import argparse
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

from rich.progress import track

from ludoteka.arena.summaries import TournamentSummary, summarize
from ludoteka.arena.tournament import Duel, ResultsFile, Tournament, create_terms, play_tournament
from ludoteka.core.game import Game
from ludoteka.games import games
from ludoteka.players.levels import LEVELS, Level, search_level

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "build" / "levels.jsonl"
PAGE = ROOT / "docs" / "levels.md"
OPTIONS: dict[str, dict[str, Any]] = {
    "labyrinth": {"maze": "small"},
    "quagmire": {"seats": "bt"},
    "scripta": {"pieces": 3},
}  # else what set-up screens offer
NEAR = ("looks at the board after its action", "plays its turn to the end", "looks one throw ahead")  # by the depth
FAR = 10  # a depth that only other limits end
DEEP = 5  # plies, from which on a search does not always finish the last one
PIECE = 100  # the value of a plain piece
BLIND = 20  # pieces; who may misjudge an action by so many judges hardly anything
SEED = 1
START = """# The levels of the computer

The computer has ten levels. Where a search plays, each is weaker than the next because it **sees less far or judges less
exactly**; none blunders on purpose. No level above 4 misses a win in one move. In games without dice, none of these gives
one away that another move would have prevented. Labyrinth has a player of its own, without a search.
`make levels` plays the games and writes this page; [the arena](arena.md) explains pairs, scores and intervals. An interval
that contains 50 % leaves open which of the two levels is stronger. Thousands of quicker games between the settings of the
levels show more for the [games with dice](strength.md#the-levels-of-the-games-with-dice), and dozens for
[Labyrinth](strength.md#the-levels-of-labyrinth) and [Moksha](strength.md#the-levels-of-moksha).
With ten men and more, the levels of XII Scripta have other errors than the table says.
Levels 9 and 10 of Tavlei judge by [a network](strength.md#tavlei-a-network-that-corrects-the-evaluation), and level 10 of Moksha by
[learned weights](strength.md#moksha-weights-for-the-kinds-of-cubes).
A game of Moksha's level 10 takes an hour and more; [games with fewer positions](strength.md#the-levels-of-moksha) say how much stronger it is.
"""


def options_of(game: Game) -> dict[str, Any]:
    """Return the options of the games that are played."""
    return game.check_options(game.suggested_options(between_computers=True) | OPTIONS.get(game.name, {}))


def play(game: Game, playing: range, pairs: int, seconds: float, jobs: int) -> TournamentSummary:
    """Let neighbouring ones of the levels `playing` play until they have their pairs or the time is up; return the summary of all."""
    terms = create_terms(game, options_of(game), SEED, None, None)
    tournament = Tournament(terms, tuple(f"level:{number}" for number in range(1, len(LEVELS) + 1)), pairs, True)
    names = {f"level:{number}" for number in playing}
    file, until = ResultsFile(RESULTS), monotonic() + seconds
    duels: list[Duel] = file.read(tournament)
    done = {(one.players, one.number) for one in duels}
    missing = [one for one in tournament.duels() if one not in done and names.issuperset(one[0])] if seconds > 0 else []
    with closing(play_tournament(terms, missing, jobs)) as results:
        for duel in track(results, game.name, len(missing)) if missing else ():
            file.add(terms, duel)
            duels.append(duel)
            if monotonic() > until:
                break
    return summarize(tournament, duels, game.scores is not None, None)


def page(game: Game, summary: TournamentSummary) -> Iterator[str]:
    """Yield the lines about one game."""
    options = ", ".join(f"`{name}={value}`" for name, value in OPTIONS.get(game.name, {}).items())
    ends = ", ".join(f"{count} by {end}" for end, count in summary.ends.items())
    yield f"\n## {game.title.text}\n"
    if not summary.games:
        yield "Not played yet.\n"
    else:
        yield f"{summary.games} games of {summary.mean_plies:.0f} plies on average{f', with {options}' if options else ''}. Ended: {ends}.\n"
    yield "| level | what it sees | games against the level below | score | 95 % | s per move | longest |"
    yield "|---|---|---|---|---|---|---|"
    for number in range(1, len(LEVELS) + 1):
        player, below = summary.players[number - 1], summary.pairings[number - 2] if number > 1 else None
        played = below.won + below.drawn + below.lost if below else 0
        score = times = "– | –"
        if below and played:
            score = f"{1 - below.score.value:.1%} | {1 - below.score.high:.0%} … {1 - below.score.low:.0%}"
        if player.games:
            times = f"{player.mean_seconds:.3f} | {player.longest_seconds:.2f}"
        yield f"| {number} | {character(game, number)} | {played or '–'} | {score} | {times} |"


def character(game: Game, number: int) -> str:
    """Describe what a level sees and how well it judges."""
    if game.evaluation is None:
        return game.describe_level(number) if game.describe_level else "the game's own player"
    level = search_level(game, number, options_of(game))
    return f"{_sight(game, level)}; {_judgement(level.noise)}"


def _sight(game: Game, level: Level) -> str:
    depth, nodes = level.limits.depth, level.limits.nodes
    if depth >= FAR:
        return f"looks as far ahead as {nodes:,} positions or {level.limits.seconds:g} s reach"
    if game.throw:
        return (*NEAR, f"looks {depth - 1} throws ahead")[min(depth, len(NEAR))]
    up_to = "up to " if depth >= DEEP else ""
    return f"looks {up_to}{depth} {'ply' if depth == 1 else 'plies'} ahead"


def _judgement(noise: int) -> str:
    if noise >= BLIND * PIECE:
        return "judges hardly anything but wins and losses"
    return f"may misjudge an action by {noise / PIECE:g} pieces" if noise else "adds no error of its own"


def main() -> None:
    """Play and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50, help="of games, of each level with the next")
    parser.add_argument("--minutes", type=float, default=60.0, help="for each game; 0: only write the page")
    parser.add_argument("--lowest", type=int, default=1, help="the lowest level that plays")
    parser.add_argument("--highest", type=int, default=len(LEVELS), help="the highest one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    rated = [game.name for game in games().values() if game.evaluation or game.decide]
    parser.add_argument("games", nargs="*", default=rated, help="that are played; the page is about all of them")
    order = parser.parse_args()
    RESULTS.parent.mkdir(exist_ok=True)
    lines = [START]
    for name in rated:
        seconds = 60 * order.minutes if name in order.games else 0
        playing = range(order.lowest, order.highest + 1)
        lines += page(games()[name], play(games()[name], playing, order.pairs, seconds, order.jobs))
    PAGE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
