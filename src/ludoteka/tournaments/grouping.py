"""Tables of several: who sits with whom.

Of all ways to divide people into tables of given sizes, the best has the fewest repeated meetings; of those with equally
many, the one in which the points of people at one table differ least (the sum of the squares).  Few people are divided
in the best of all ways.  Many are divided by a search that is not certain to find it: it begins with the order of the
standings, takes one person after another who would meet somebody again, and exchanges them in the best way (min-conflicts
with a tabu list: Minton et al. 1992, Glover 1989).  It has no randomness, so that every server finds the same.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

REPEAT = 10**13  # what meeting again costs, in units of the differences of points
EXACT = 12  # people, up to whom all ways are tried
NEAR = 24  # how far apart in the standings two may be who are exchanged
REST = 7  # steps for which somebody who was exchanged stays
STEPS = 6  # for each person
PASSES = 4  # over everybody, at the end

Tables = list[list[int]]
Costs = Sequence[Sequence[int]]


def group(sizes: Sequence[int], points: Sequence[int], meetings: Callable[[int, int], int]) -> Tables:
    """Return tables of these sizes, for people 0, 1, … in the order of the standings.

    `points` are whole, and `meetings` says how often two have met.
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
    """Return what all pairs at all tables cost together."""
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def _deal(sizes: Sequence[int], points: Sequence[int]) -> Tables:
    """Return tables in the order of the standings; those with equal points are dealt out back and forth by seed."""
    tables: Tables = [[] for _ in sizes]
    first = 0
    while first < len(points):
        equals = [place for place in range(first, len(points)) if points[place] == points[first]]
        first += len(equals)
        _deal_equals(equals, tables, sizes)
    return tables


def _deal_equals(equals: list[int], tables: Tables, sizes: Sequence[int]) -> None:
    """Seat people with equal points at the first tables that have room for them."""
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
    """Return tables with fewer repeated meetings, if exchanges of two find them."""
    best, best_cost, count = tables, grouping_cost(tables, costs), len(costs)
    tables, cost, until = [list(table) for table in tables], best_cost, [0] * count
    for step in range(1, STEPS * count):
        if cost < REPEAT:
            break
        who = _meeting_again(tables, costs, until, step)
        change = _best_exchange(tables, costs, who, until, step) if who else None
        if change is None:
            continue  # until somebody may be exchanged again
        gain, one, other = change
        _exchange(tables, one, other)
        cost += gain
        until[one] = until[other] = step + REST
        if cost < best_cost:
            best, best_cost = [list(table) for table in tables], cost
    return best


def _meeting_again(tables: Tables, costs: Costs, until: Sequence[int], step: int) -> tuple[int, int] | None:
    """Return the table and the number of the first person who meets somebody again, and who may be exchanged now."""
    for at, table in enumerate(tables):
        for one in table:
            if until[one] <= step and any(costs[one][other] >= REPEAT for other in table):
                return at, one
    return None


def _best_exchange(
    tables: Tables, costs: Costs, who: tuple[int, int], until: Sequence[int], step: int
) -> tuple[int, int, int] | None:
    """Return what the best exchange of a person changes, and the two."""
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
    """Return by how much the cost grows if two people change tables."""
    own, others = costs[one], costs[other]
    here = sum(others[player] - own[player] for player in mine if player != one)
    return here + sum(own[player] - others[player] for player in theirs if player != other)


def _exchange(tables: Tables, one: int, other: int) -> None:
    for table in tables:
        for place, player in enumerate(table):
            if player in (one, other):
                table[place] = other if player == one else one


def _polish(tables: Tables, costs: Costs) -> Tables:
    """Return the tables after all exchanges of two that make them better."""
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
    """Return the best tables of all, or the given ones if no others are better (depth first, branch and bound)."""
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
