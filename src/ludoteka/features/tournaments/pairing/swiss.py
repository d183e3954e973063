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
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteka.features.tournaments.model import WIN, RoundPairing, TournamentProgress
from ludoteka.late_module import LateModule

if TYPE_CHECKING:
    import rustworkx
else:
    rustworkx = LateModule("rustworkx")


_HAD = 10**4  # the weight of a repeated seat, in units of the default order
_MOST_COST = 10**12  # more than all of them together


def surplus(progress: TournamentProgress, player: str) -> int:
    """Return how many times more a player had the first seat of two than the second."""
    return sum(1 - 2 * one.seat for one in progress.results[player] if len(one.opponents) == 1)


def order_sides(progress: TournamentProgress, one: str, other: str) -> tuple[str, str]:
    """Return two players in seat order.

    The first seat goes to the player who had it less often; if equal, to the one who did not have it last; then to the better
    seed in odd rounds and to the other one in even rounds.
    """
    one, other = sorted((one, other), key=lambda player: progress.entries[player].seed)
    if surplus(progress, one) != surplus(progress, other):
        return (one, other) if surplus(progress, one) < surplus(progress, other) else (other, one)
    was_first, was_other_first = _last(progress, one), _last(progress, other)
    if was_first != was_other_first:
        return (other, one) if was_first else (one, other)
    return (one, other) if (progress.last_round + progress.entries[one].seed) % 2 else (other, one)


def _last(progress: TournamentProgress, player: str) -> bool:
    """Tell whether a player had the first seat in their last match."""
    played = [one.seat for one in progress.results[player] if not one.is_bye]
    return played[-1:] == [0]


def order_table(progress: TournamentProgress, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players at a table in seat order.

    Among all orders, it is one in which players have had their seats least often and, secondly, one that varies whether the
    best seeds begin.
    """
    if len(players) == 2:
        return order_sides(progress, *players)
    count = len(players)
    by_seed = sorted(players, key=lambda player: progress.entries[player].seed)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(2 * count))  # the players, then the seats
    for place, player in enumerate(by_seed):
        had = Counter(one.seat for one in progress.results[player] if not one.is_bye)
        for seat in range(count):
            turned = (seat - place - progress.last_round) % count
            graph.add_edge(place, count + seat, _MOST_COST - had[seat] ** 2 * _HAD - turned**2)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    places = {max(pair) - count: min(pair) for pair in found}
    return tuple(by_seed[places[seat]] for seat in range(count))


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
