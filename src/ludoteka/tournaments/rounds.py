"""The next round of a tournament that is played in rounds."""

import math

from ludoteka.tournaments.knockout import pair_knockout
from ludoteka.tournaments.model import RoundPairing, TournamentProgress
from ludoteka.tournaments.round_robin import pair_round_robin
from ludoteka.tournaments.swiss import pair_swiss


def usual_rounds(count: int) -> int:
    """Return how many rounds a Swiss tournament should have, so that only one player can win all of them."""
    return max(1, math.ceil(math.log2(max(2, count))))


def next_round(kind: str, progress: TournamentProgress, rounds: int) -> list[RoundPairing]:
    """Return the pairings of the next round, or nothing if the tournament is over; all matches so far are.

    `rounds` is the number of rounds of a Swiss tournament; other kinds end by themselves.
    """
    if len(progress.ranked()) < 2:
        return []
    if kind == "knockout":
        return pair_knockout(progress)
    if kind == "round-robin":
        return pair_round_robin(progress)
    return pair_swiss(progress) if progress.last_round < rounds else []
