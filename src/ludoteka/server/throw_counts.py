"""How the dice of all matches fell, and how well that goes with fair dice (docs/dice.md)."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludoteka.games import games
from ludoteka.server.chi_square import chi_square, chi_square_probability
from ludoteka.store import Store
from ludoteka.store.throw_counts import ThrowCount

FRESH = 60.0  # seconds for which counts are told again
ENOUGH = 5  # of each face, as chi-square wants; and dice from a bag do not fall independently of each other
IDLE = 100  # times as long as the counting took it is not repeated


class ThrowCounts:
    """How the dice fell so far, counted anew from the log at times."""

    def __init__(self, store: Store, fresh: float = FRESH) -> None:
        self._store = store
        self._fresh = fresh
        self._told: list[dict[str, Any]] = []
        self._until = 0.0  # by the monotonic clock
        self._lock = asyncio.Lock()  # who asks while it is counted waits for that

    async def told(self) -> list[dict[str, Any]]:
        """Return the counts, which may be a minute old, or older where counting is slow."""
        async with self._lock:
            begun = time.monotonic()
            if begun >= self._until:
                with_dice = [game for game in games().values() if game.die]
                private = [game.name for game in with_dice if game.has_private_views]
                public = [game.name for game in with_dice if not game.has_private_views]
                self._told = counted(await self._store.count_throws(public, private))
                now = time.monotonic()
                self._until = now + max(self._fresh, IDLE * (now - begun))
            return self._told


def counted(tallies: Iterable[ThrowCount]) -> list[dict[str, Any]]:
    """Return for every game and kind of dice how often each face fell, and how well that goes with fair dice."""
    groups: dict[tuple[str, str], list[ThrowCount]] = {}
    for tally in tallies:
        groups.setdefault((tally.game, tally.kind), []).append(tally)
    return [_counted(game, kind, groups[game, kind]) for game, kind in sorted(groups)]


def _counted(name: str, kind: str, fallen: list[ThrowCount]) -> dict[str, Any]:
    game, faces = games()[name], Counter[int]()
    for one in fallen:
        for sign in filter(str.isdecimal, one.text):  # these are what the dice showed, as `Game.die` says
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
