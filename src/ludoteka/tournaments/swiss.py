"""The Swiss system: each round pairs players with similar points who have not met, and nobody is eliminated.

The pairing of a round maximises the sum of weights, which express these rules in order of priority:

1. no two players meet twice;
2. as many players as possible play;
3. the points of opponents differ as little as possible (the sum of the squares of the differences);
4. no player gets one side much more often than the other;
5. within equal points, the upper half by seed meets the lower half, in order.

These are the aims of the FIDE (Dutch) system, but weighed for the whole round at once, whereas its handbook proceeds
through the score groups from the top.
"""

import itertools
from typing import TYPE_CHECKING

from ludoteka.late_module import LateModule
from ludoteka.tournaments.model import WIN, RoundPairing, TournamentProgress
from ludoteka.tournaments.sides import order_sides, surplus

if TYPE_CHECKING:
    import rustworkx
else:
    rustworkx = LateModule("rustworkx")

_POINTS, _SIDES = 10**12, 10**6  # the weights of rules 3 and 4 in units of rule 5
_MOST = 10**18  # more than all of them together


def pair_swiss(progress: TournamentProgress) -> list[RoundPairing]:
    """Return the pairings of the next round, best players first, and the bye; empty if no new pairs are possible."""
    players = progress.ranked()
    number = progress.last_round + 1
    bye = _find_bye(progress, players)
    playing = [one for one in players if one != bye]
    met = {(player, other) for player in playing for one in progress.results[player] for other in one.opponents}
    graph: rustworkx.PyGraph[str, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(playing)
    halves = _halves(progress, playing)
    for (i, one), (j, other) in itertools.combinations(enumerate(playing), 2):
        if (one, other) not in met:
            graph.add_edge(i, j, _MOST - _cost(progress, one, other) - abs(j - i - halves[one]) ** 2)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted(tuple(sorted(pair)) for pair in found)
    paired = [RoundPairing(number, order_sides(progress, playing[i], playing[j])) for i, j in pairs]
    if not paired:
        return []
    idle = [one for place, one in enumerate(playing) if not any(place in pair for pair in pairs)]
    byes = [RoundPairing(number, (one,), (WIN,)) for one in (*idle, bye) if one]
    return paired + byes


def _find_bye(progress: TournamentProgress, players: list[str]) -> str:
    """Return the player with the bye if the number is odd: the lowest-ranked of those with the fewest byes; else ""."""
    if len(players) % 2 == 0:
        return ""
    counts = {player: sum(one.is_bye for one in progress.results[player]) for player in players}
    least = min(counts.values())
    return next(player for player in reversed(players) if counts[player] == least)


def _halves(progress: TournamentProgress, players: list[str]) -> dict[str, int]:
    """Return, for each player, half the number of players with equal points."""
    points = [progress.points(one) for one in players]
    return {player: points.count(mine) // 2 for player, mine in zip(players, points, strict=True)}


def _cost(progress: TournamentProgress, one: str, other: str) -> int:
    """Return the cost of a pair by rules 3 and 4."""
    difference = round(2 * abs(progress.points(one) - progress.points(other)))
    both = surplus(progress, one) + surplus(progress, other)  # large if both have had the same side too often
    return difference**2 * _POINTS + both**2 * _SIDES
