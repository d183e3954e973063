"""The chances of the seats to win, computed from the values of a search."""

from collections.abc import Mapping, Sequence
from math import exp

Chances = tuple[int, ...]  # of every seat, in the order of the seats; their sum is WHOLE

WHOLE = 1_000_000
SPREAD = 500  # hundredths of a plain piece; with two seats, a piece more on one side then gives a chance of 60 %


def chances_of(values: Sequence[int], won: int) -> Chances:
    """Return the chances of seats with these values; the chance of each is in proportion to exp(value / SPREAD).

    A value of `won` or more is a certain win.
    """
    highest = max(values)
    if highest >= won:
        return divide([int(value == highest) for value in values])
    return divide([round(exp((value - highest) / SPREAD) * WHOLE) for value in values])


def result_chances(returns: Sequence[int]) -> Chances:
    """Return the chances at the end of a match: the seats with the best result share everything."""
    return divide([int(value == max(returns)) for value in returns])


def divide(shares: Sequence[int]) -> Chances:
    """Return chances in proportion to shares; what is lost by rounding goes to the last seat that has a share."""
    total = sum(shares)
    parts = [share * WHOLE // total for share in shares]
    last = max(seat for seat, share in enumerate(shares) if share)
    parts[last] += WHOLE - sum(parts)
    return tuple(parts)


def mean(outcomes: Mapping[int, Chances], weights: Mapping[int, int]) -> Chances:
    """Return the mean of the chances after each throw."""
    total = sum(weights[throw] for throw in outcomes)
    sums = [
        sum(weights[throw] * one[seat] for throw, one in outcomes.items())
        for seat in range(len(next(iter(outcomes.values()))))
    ]
    parts = [one // total for one in sums]
    parts[-1] += WHOLE - sum(parts)
    return tuple(parts)


def change(before: Chances, after: Chances) -> tuple[int, ...]:
    """Return by how much the chance of each seat has changed."""
    return tuple(new - old for old, new in zip(before, after, strict=True))
