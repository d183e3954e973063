"""Prints how strong a policy is: the table of its results in an arena (docs/arena.md)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from ludoteka.arena.tournament import create_terms, play_duel, play_tournament
from ludoteka.games import games
from ludoteka.players.policies import Policy

SEED = 1  # of dice and choices


def print_table(file: Path, options: Mapping[str, Any], opponents: Sequence[str], count: int, jobs: int) -> None:
    """Print the share of points that a policy wins against each opponent, in pairs of games with seats swapped.

    Several `jobs` are processes; one is this process.
    """
    if count < 4:
        return
    game, name = games()[Policy.load(file).game], f"policy:{file}"
    terms = create_terms(game, dict(options), SEED, None, None)
    print(f"{'against':12} {'games':>6} {'points':>8}   95 %", flush=True)
    for opponent in opponents:
        duels = [((name, opponent), number) for number in range(count // 2)]
        alone = (play_duel(terms, *duel) for duel in duels)
        played = play_tournament(terms, duels, jobs) if jobs > 1 else alone
        scores = [fmean(one.score for one in duel.games) for duel in played]
        spread = 1.96 * stdev(scores) / len(scores) ** 0.5
        print(f"{opponent:12} {2 * len(scores):6} {fmean(scores):8.1%}   ±{spread:.1%}", flush=True)
