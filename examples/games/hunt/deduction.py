"""What a seat makes of what it heard: where the fugitive can be, worked out from the log alone."""

from collections.abc import Collection
from typing import NamedTuple

from ludoteka.core.game import Log
from ludoteka.games.hunt import rules

LETTERS = ("f", "h")  # of the seats
KINDS = ("walk", "tram", "boat")


class Knowledge(NamedTuple):
    """What a seat sees."""

    town: rules.Observation
    possible: frozenset[int]  # the places where the fugitive can be, for all that the hunters know


def deduce(observation: rules.Observation, log: Log) -> Knowledge:
    """Return what a seat sees that observes this and has heard this: the kinds of way are all that it needs."""
    hunters = [place for place, now in zip(rules.BEGINNINGS, observation.hunters, strict=True) if now]
    possible, mover = frozenset(range(1, rules.PLACES + 1)) - {*hunters}, 0
    for told in log:
        kind, _, place = str(told.text).partition("-")
        if told.seat == LETTERS[rules.HUNTERS]:
            hunters[mover] = int(place or hunters[mover])
            mover += 1
        else:
            possible, mover = reachable(possible, kind) if kind in KINDS else possible, 0
        possible -= {*hunters}
        for code in told.answers:
            possible = frozenset({int(code.partition(":")[2])})
    return Knowledge(observation, possible)


def reachable(places: Collection[int], kind: str) -> frozenset[int]:
    """Return where one comes to from these places by a way of that kind."""
    ways = [way for way in range(0, len(rules.WAYS), rules.WIDTH) if KINDS[rules.WAYS[way]] == kind]
    return frozenset(rules.other_end(way, place) for way in ways for place in places) - {rules.NOWHERE}
