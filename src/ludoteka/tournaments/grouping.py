"""Grouping of players into tables of more than two.

The best grouping into tables of given sizes has the fewest repeated meetings and, among those, the smallest differences of
points within tables (the sum of the squares).  For few players, the search is exhaustive.  For many, it is heuristic: it
starts from the order of the standings, and makes the best exchange for one player after another who would meet somebody
again (min-conflicts with a tabu list: Minton et al. 1992, Glover 1989).  It is deterministic, so that every server finds
the same grouping.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

REPEAT = 10**13  # the cost of a repeated meeting, in units of squared differences of points
EXACT = 12  # players, up to which the search is exhaustive
NEAR = 24  # the greatest distance in the standings of two exchanged players
REST = 7  # steps for which an exchanged player stays
STEPS = 6  # per player
PASSES = 4  # over all players, at the end

Tables = list[list[int]]
Costs = Sequence[Sequence[int]]


def group(sizes: Sequence[int], points: Sequence[int], meetings: Callable[[int, int], int]) -> Tables:
    """Return tables of these sizes, for players 0, 1, … in the order of the standings.

    `points` are integers, and `meetings` tells how often two players have met.
    """
    count = len(points)
    costs = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        cost = meetings(one, other) * REPEAT + (points[one] - points[other]) ** 2
        costs[one][other] = costs[other][one] = cost
    tables = _polish(_settle(_deal(sizes, points), costs), costs)
    if count <= EXACT:
        tables = _search(sizes, costs, tables)
    return sorted(sorted(table) for table in tables)


def grouping_cost(tables: Tables, costs: Costs) -> int:
    """Return the total cost of all pairs at all tables."""
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def _deal(sizes: Sequence[int], points: Sequence[int]) -> Tables:
    """Return tables in the order of the standings; players with equal points are dealt out back and forth by seed."""
    tables: Tables = [[] for _ in sizes]
    first = 0
    while first < len(points):
        equals = [place for place in range(first, len(points)) if points[place] == points[first]]
        first += len(equals)
        _deal_equals(equals, tables, sizes)
    return tables


def _deal_equals(equals: list[int], tables: Tables, sizes: Sequence[int]) -> None:
    """Seat players with equal points at the first tables with room for them."""
    free = [size - len(table) for table, size in zip(tables, sizes, strict=True)]
    rooms, needed = [0] * len(free), len(equals)
    for place, room in enumerate(free):
        rooms[place] = min(room, needed)
        needed -= rooms[place]
    order = [place for place, room in enumerate(rooms) if room]
    while equals:
        for place in order:
            if rooms[place] and equals:
                tables[place].append(equals.pop(0))
                rooms[place] -= 1
        order.reverse()


def _settle(tables: Tables, costs: Costs) -> Tables:
    """Return tables with fewer repeated meetings, if exchanges of two players find any."""
    best, best_cost, count = tables, grouping_cost(tables, costs), len(costs)
    tables, cost, until = [list(table) for table in tables], best_cost, [0] * count
    for step in range(1, STEPS * count):
        if cost < REPEAT:
            break
        who = _meeting_again(tables, costs, until, step)
        change = _best_exchange(tables, costs, who, until, step) if who else None
        if change is None:
            continue  # the step at which each player may be exchanged again
        gain, one, other = change
        _exchange(tables, one, other)
        cost += gain
        until[one] = until[other] = step + REST
        if cost < best_cost:
            best, best_cost = [list(table) for table in tables], cost
    return best


def _meeting_again(tables: Tables, costs: Costs, until: Sequence[int], step: int) -> tuple[int, int] | None:
    """Return the table and number of the first player with a repeated meeting who may be exchanged now."""
    for at, table in enumerate(tables):
        for one in table:
            if until[one] <= step and any(costs[one][other] >= REPEAT for other in table):
                return at, one
    return None


def _best_exchange(
    tables: Tables, costs: Costs, who: tuple[int, int], until: Sequence[int], step: int
) -> tuple[int, int, int] | None:
    """Return the cost change of a player's best exchange, and the two players."""
    at, one = who
    found = [
        (_gain(costs, tables[at], one, table, other), one, other)
        for there, table in enumerate(tables)
        if there != at
        for other in table
        if abs(other - one) <= NEAR and until[other] <= step
    ]
    return min(found, default=None)


def _gain(costs: Costs, mine: list[int], one: int, theirs: list[int], other: int) -> int:
    """Return the cost change if two players swap tables."""
    own, others = costs[one], costs[other]
    here = sum(others[player] - own[player] for player in mine if player != one)
    return here + sum(own[player] - others[player] for player in theirs if player != other)


def _exchange(tables: Tables, one: int, other: int) -> None:
    for table in tables:
        for place, player in enumerate(table):
            if player in (one, other):
                table[place] = other if player == one else one


def _polish(tables: Tables, costs: Costs) -> Tables:
    """Return the tables after all improving exchanges of two players."""
    where = {player: table for table in tables for player in table}
    for _ in range(PASSES):
        is_better = False
        for one, other in _neighbours(len(costs)):
            mine, theirs = where[one], where[other]
            if mine is not theirs and _gain(costs, mine, one, theirs, other) < 0:
                mine[mine.index(one)], theirs[theirs.index(other)] = other, one
                where[one], where[other] = theirs, mine
                is_better = True
        if not is_better:
            break
    return tables


def _neighbours(count: int) -> Iterator[tuple[int, int]]:
    for one in range(count):
        for other in range(one + 1, min(count, one + NEAR + 1)):
            yield one, other


def _search(sizes: Sequence[int], costs: Costs, tables: Tables) -> Tables:
    """Return the optimal tables, or the given ones if none are better (depth-first branch and bound)."""
    best, best_cost = tables, grouping_cost(tables, costs)
    open_ones: list[tuple[int, Tables, tuple[int, ...], tuple[int, ...]]] = [
        (0, [], tuple(range(len(costs))), tuple(sizes))
    ]
    while open_ones:
        cost, done, left, rest = open_ones.pop()
        if cost >= best_cost:
            continue
        if not left:
            best, best_cost = done, cost
            continue
        for size in set(rest):
            smaller = list(rest)
            smaller.remove(size)
            for others in combinations(left[1:], size - 1):
                table = [left[0], *others]
                more = cost + grouping_cost([table], costs)
                if more < best_cost:
                    free = tuple(player for player in left if player not in table)
                    open_ones.append((more, [*done, table], free, tuple(smaller)))
    return best
