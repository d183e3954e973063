"""Assignment of seats."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteka.late_module import LateModule
from ludoteka.tournaments.model import TournamentProgress

if TYPE_CHECKING:
    import rustworkx
else:
    rustworkx = LateModule("rustworkx")

_HAD = 10**4  # the weight of a repeated seat, in units of the default order
_MOST = 10**12  # more than all of them together


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
            graph.add_edge(place, count + seat, _MOST - had[seat] ** 2 * _HAD - turned**2)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    places = {max(pair) - count: min(pair) for pair in found}
    return tuple(by_seed[places[seat]] for seat in range(count))
