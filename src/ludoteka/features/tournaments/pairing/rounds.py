"""The next round of a tournament that is played in rounds."""

from ludoteka.features.tournaments.model import RoundPairing, TournamentProgress
from ludoteka.features.tournaments.pairing.knockout import pair_knockout, pair_round_robin
from ludoteka.features.tournaments.pairing.swiss import pair_swiss
from ludoteka.features.tournaments.pairing.tables import pair_tables
from ludoteka.server.matches import TWO


def usual_rounds(count: int, size: int = TWO) -> int:
    """Return the default number of rounds of a Swiss tournament, in which only one player can win all matches."""
    rounds = 1
    while size**rounds < count:
        rounds += 1
    return rounds


def next_round(kind: str, progress: TournamentProgress, rounds: int, size: int = TWO) -> list[RoundPairing]:
    """Return the pairings of the next round, or none if the tournament is over; all matches so far must be over.

    `rounds` is the number of rounds of a Swiss tournament, and `size` its table size; other kinds end by themselves.
    """
    if len(progress.ranked()) < TWO:
        return []
    if kind == "knockout":
        return pair_knockout(progress)
    if kind == "round-robin":
        return pair_round_robin(progress)
    if progress.last_round >= rounds:
        return []
    return pair_swiss(progress) if size == TWO else pair_tables(progress, size)
