"""What a seat deduces from its log: the places where the fugitive may be."""

from collections.abc import Collection
from typing import NamedTuple

from ludoteka.core.game import Log
from ludoteka.games.hunt import rules

LETTERS = ("f", "h")  # of the seats
KINDS = ("walk", "tram", "boat")


class Knowledge(NamedTuple):
    """What a seat knows."""

    town: rules.Observation
    possible: frozenset[int]  # the places where the fugitive can be, for all that the hunters know


def deduce(observation: rules.Observation, log: Log) -> Knowledge:
    """Combine an observation and a log into what the seat knows; of the log, only the means of travel matter."""
    hunters = [place for place, now in zip(rules.BEGINNINGS, observation.hunters, strict=True) if now]
    possible, mover = frozenset(range(1, rules.PLACES + 1)) - {*hunters}, 0
    for entry in log:
        kind, _, place = str(entry.text).partition("-")
        if entry.seat == LETTERS[rules.HUNTERS]:
            hunters[mover] = int(place or hunters[mover])
            mover += 1
        else:
            possible, mover = reachable(possible, kind) if kind in KINDS else possible, 0
        possible -= {*hunters}
        for code in entry.answers:
            possible = frozenset({int(code.partition(":")[2])})
    return Knowledge(observation, possible)


def reachable(places: Collection[int], kind: str) -> frozenset[int]:
    """Return the places that can be reached from these places by one way of a kind."""
    ways = [way for way in range(0, len(rules.WAYS), rules.WIDTH) if KINDS[rules.WAYS[way]] == kind]
    return frozenset(rules.other_end(way, place) for way in ways for place in places) - {rules.NOWHERE}
