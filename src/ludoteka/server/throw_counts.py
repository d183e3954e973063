"""Statistics of all throws in the house, with a test of fairness (docs/dice.md)."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludoteka.games import games
from ludoteka.server.chi_square import chi_square, chi_square_probability
from ludoteka.store import Store
from ludoteka.store.throw_counts import ThrowCount

FRESH_SECONDS = 60.0  # for which counts are cached
ENOUGH = 5  # throws of each face, for the chi-square test; it does not suit a bag, whose throws are not independent
IDLE_FACTOR = 100  # the pause before the next count lasts at least this many times as long as the last count


class ThrowCounts:
    """Counts of all throws so far, from the logs; cached."""

    def __init__(self, store: Store, fresh: float = FRESH_SECONDS) -> None:
        self._store = store
        self._fresh = fresh
        self._statistics: list[dict[str, Any]] = []
        self._until = 0.0  # monotonic time
        self._lock = asyncio.Lock()  # so that simultaneous requests share one count

    async def statistics(self) -> list[dict[str, Any]]:
        """Return the statistics, which may be a minute old, or older if counting is slow."""
        async with self._lock:
            begun = time.monotonic()
            if begun >= self._until:
                with_dice = [game for game in games().values() if game.die]
                private = [game.name for game in with_dice if game.has_private_views]
                public = [game.name for game in with_dice if not game.has_private_views]
                self._statistics = summarize_throws(await self._store.count_throws(public, private))
                now = time.monotonic()
                self._until = now + max(self._fresh, IDLE_FACTOR * (now - begun))
            return self._statistics


def summarize_throws(tallies: Iterable[ThrowCount]) -> list[dict[str, Any]]:
    """Return the frequency of each face and the test of fairness, for every game and kind of dice."""
    groups: dict[tuple[str, str], list[ThrowCount]] = {}
    for tally in tallies:
        groups.setdefault((tally.game, tally.kind), []).append(tally)
    return [_summarize(game, kind, groups[game, kind]) for game, kind in sorted(groups)]


def _summarize(name: str, kind: str, fallen: list[ThrowCount]) -> dict[str, Any]:
    game, faces = games()[name], Counter[int]()
    for one in fallen:
        for sign in filter(str.isdecimal, one.text):  # the faces of the dice
            faces[int(sign)] += one.times
    counts = [faces[face] for face in range(1, game.die + 1)]
    longest = max(fallen, key=lambda one: (one.in_a_row, one.times))
    off = chi_square(counts)
    return {
        "game": name,
        "title": game.title.plain(),
        "kind": kind,
        "faces": game.die,
        "throws": sum(one.times for one in fallen),
        "counts": counts,
        "chi_square": off,
        "degrees": game.die - 1,
        "p": chi_square_probability(off, game.die - 1) if kind == "fair" and min(counts) >= ENOUGH else None,
        "run": {"text": longest.text, "length": longest.in_a_row},
    }
