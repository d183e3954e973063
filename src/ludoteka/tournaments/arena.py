"""Arenas: for some time, whoever has finished a match gets the next one at once.

A win counts two points and a draw one.  Whoever has won twice in a row is on a streak: until they fail to win, their
matches count double.  So it is in lichess's arenas (https://lichess.org/tournament/help), apart from their rule for
several draws in a row.
"""

from collections.abc import Collection, Sequence

from ludoteka.tournaments.model import DRAW, WIN, Result, RoundPairing, TournamentProgress
from ludoteka.tournaments.sides import order_sides

STREAK = 2  # wins in a row, after which matches count double


def arena_points(results: Sequence[Result]) -> int:
    """Return the points for results, oldest first."""
    points = wins = 0
    for one in results:
        worth = 2 if one.score == WIN else 1 if one.score == DRAW else 0
        points += worth * (2 if wins >= STREAK else 1)
        wins = wins + 1 if one.score == WIN else 0
    return points


def is_on_streak(results: Sequence[Result]) -> bool:
    """Tell whether the next match counts double."""
    return len(results) >= STREAK and all(one.score == WIN for one in results[-STREAK:])


def pair_arena(
    progress: TournamentProgress, waiting: Collection[str], cannot_meet: Collection[frozenset[str]] = ()
) -> list[RoundPairing]:
    """Return pairings among those who wait; neighbours in the standings meet, but not the same two twice in a row.

    If only the same two wait, they meet again.  An odd one waits on.
    """
    points = {player: arena_points(progress.results[player]) for player in waiting}
    left = sorted(waiting, key=lambda player: (-points[player], progress.entries[player].seed))
    number = progress.last_round + 1
    paired = []
    while len(left) > 1:
        one = left.pop(0)
        able = [other for other in left if frozenset((one, other)) not in cannot_meet]
        new = [other for other in able if not _met_last(progress, one, other)]
        others = new or (able if len(waiting) == 2 else [])
        if others:
            left.remove(others[0])
            paired.append(RoundPairing(number, order_sides(progress, one, others[0])))
    return paired


def _met_last(progress: TournamentProgress, one: str, other: str) -> bool:
    """Tell whether the last match of either was against the other."""
    last = [(player, progress.results[player][-1:]) for player in (one, other)]
    return any(results and results[0].opponent in (one, other) for _, results in last)
