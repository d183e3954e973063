"""Ways to divide people into tables: all of them, one after another."""

from itertools import combinations


def all_groupings(people, sizes):
    """Yield every way to seat people at tables of these sizes."""
    if not people:
        yield []
        return
    first, *rest = people
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            free = [one for one in rest if one not in others]
            for tables in all_groupings(free, left):
                yield [[first, *others], *tables]


def fewest_repeats(people, sizes, met):
    """Return the smallest number of repeated meetings, and the smallest cost of points with it; `met` counts meetings."""
    points, times = met
    return min(
        (
            sum(times[frozenset(pair)] for table in tables for pair in combinations(table, 2)),
            sum((points[one] - points[other]) ** 2 for table in tables for one, other in combinations(table, 2)),
        )
        for tables in all_groupings(people, sizes)
    )
