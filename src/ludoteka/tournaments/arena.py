"""Arena tournaments: for a fixed time, players who finish a match are paired again at once.

A win scores two points and a draw one; at a table of more than two, a place scores twice its score.  After two wins in a
row, a player is on a streak: their matches score double until they fail to win.  These are the rules of lichess's arenas
(https://lichess.org/tournament/help), except for its rule about consecutive draws.
"""

from collections.abc import Collection, Sequence

from ludoteka.tournaments.model import Result, RoundPairing, TournamentProgress, exact
from ludoteka.tournaments.sides import order_sides

STREAK = 2  # wins in a row, after which matches score double


def arena_points(results: Sequence[Result]) -> float:
    """Return the points for a player's results, oldest first."""
    points, wins = 0.0, 0
    for one in results:
        points += 2 * one.score * (2 if wins >= STREAK else 1)
        wins = wins + 1 if one.is_win else 0
    return exact(points)


def is_on_streak(results: Sequence[Result]) -> bool:
    """Tell whether the player's next match scores double."""
    return len(results) >= STREAK and all(one.is_win for one in results[-STREAK:])


def arena_ranked(progress: TournamentProgress, waiting: Collection[str]) -> list[str]:
    """Return the waiting players in the order of the standings."""
    points = {player: arena_points(progress.results[player]) for player in waiting}
    return sorted(waiting, key=lambda player: (-points[player], progress.entries[player].seed))


def pair_arena(
    progress: TournamentProgress, waiting: Collection[str], computers: Collection[str] = ()
) -> list[RoundPairing]:
    """Pair waiting players who are close in the standings, but not the same two twice in a row.

    Computers meet people only.  If only the same two wait, they meet again.  An odd player keeps waiting.
    """
    left = arena_ranked(progress, waiting)
    number = progress.last_round + 1
    paired = []
    while len(left) > 1:
        one = left.pop(0)
        able = [other for other in left if not (one in computers and other in computers)]
        new = [other for other in able if not have_just_met(progress, one, other)]
        others = new or (able if len(waiting) == 2 else [])
        if others:
            left.remove(others[0])
            paired.append(RoundPairing(number, order_sides(progress, one, others[0])))
    return paired


def have_just_met(progress: TournamentProgress, one: str, other: str) -> bool:
    """Tell whether the last match of either was against the other."""
    last = [(other, progress.results[one][-1:]), (one, progress.results[other][-1:])]
    return any(results and opponent in results[0].opponents for opponent, results in last)
