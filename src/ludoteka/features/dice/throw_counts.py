"""Statistics of all throws in the house, with a test of fairness (docs/dice.md)."""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from ludoteka.core.message import Message
from ludoteka.games import games
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.store import Store
from ludoteka.store.schema import events, matches

FRESH_SECONDS = 60.0  # for which counts are cached
ENOUGH = 5  # throws of each face, for the chi-square test; it does not suit a bag, whose throws are not independent
IDLE_FACTOR = 100  # the pause before the next count lasts at least this many times as long as the last count
PAGE_SIZE = 5000  # rows in memory
Key = tuple[str, str, str]  # game, kind of dice, text
LOG = (
    select(events.c.match, events.c.kind, events.c.text)
    .where(or_(events.c.kind == "commit", and_(events.c.kind == "act", events.c.seat == "chance")))
    .order_by(events.c.match, events.c.number)
)


def chi_square(counts: Sequence[int]) -> float:
    """Return how far counts are from being equal; 0 if nothing was counted."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def chi_square_probability(chi_square: float, degrees: int) -> float:
    """Return the probability that fair dice deviate at least that much; `degrees` of freedom are the faces minus one.

    This is the upper regularized gamma function of `degrees` / 2, which is a finite sum at halves of whole numbers
    (Abramowitz and Stegun, 26.4.4 and 26.4.5).
    """
    half = chi_square / 2
    if half <= 0:
        return 1.0
    part = degrees % 2 / 2  # the sum starts here, at 0 or 1/2, and advances in steps of 1
    terms = (math.exp((k + part) * math.log(half) - half - math.lgamma(k + part + 1)) for k in range(degrees // 2))
    return min(1.0, (math.erfc(math.sqrt(half)) if part else 0.0) + sum(terms))


class ThrowCount(NamedTuple):
    """How often a throw occurred, and the longest run of it within one match."""

    game: str
    kind: str  # of the dice, "fair" or "bag"
    text: str
    times: int
    in_a_row: int


def count_throws(connection: Connection, games: Collection[str], private: Collection[str] = ()) -> list[ThrowCount]:
    """Count the throws in all matches of these games, including matches in progress.

    In `private` games, where not everybody sees every throw, only finished matches count.  A million throws take about
    three seconds.
    """
    is_revealed = and_(matches.c.game.in_(list(private)), matches.c.result.is_not(None))
    wanted = select(matches.c.id, matches.c.game, matches.c.options).where(
        or_(matches.c.game.in_(list(games)), is_revealed)
    )
    dice = {one: (game, options.get("dice", "fair")) for one, game, options in connection.execute(wanted)}
    times, longest = Counter[Key](), Counter[Key]()
    rows = connection.execute(LOG, execution_options={"yield_per": PAGE_SIZE})
    for match, log in groupby(rows, itemgetter(0)):
        if match in dice:
            for text, length in _runs((kind, text) for _, kind, text in log):
                key = (*dice[match], text)
                times[key] += length
                longest[key] = max(longest[key], length)
    return [ThrowCount(*key, count, longest[key]) for key, count in times.items()]


def _runs(log: Iterator[tuple[str, str]]) -> Iterator[tuple[str, int]]:
    """Yield the throws after the commitment, with the length of each run of equal throws."""
    for kind, _ in log:
        if kind == "commit":
            break
    for text, run in groupby(text for kind, text in log if kind != "commit"):
        yield text, sum(1 for _ in run)


class Run(Answer):
    """The longest run of equal throws."""

    text: str
    length: Whole


class GameDice(Answer):
    """The throws of a kind of dice in all matches of a game, and the test of fairness."""

    game: str
    title: Message
    kind: str  # "fair" or "bag"
    faces: Whole
    throws: Whole
    counts: list[Whole]  # by face, from 1
    chi_square: float
    degrees: Whole
    p: float | None  # the probability that fair dice are at least as uneven; None for bags and for few throws
    run: Run


class ThrowCounts:
    """Counts of all throws so far, from the logs; cached."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._statistics: list[GameDice] = []
        self._until = 0.0  # monotonic time
        self._lock = asyncio.Lock()  # so that simultaneous requests share one count

    async def statistics(self) -> list[GameDice]:
        """Return the statistics, which may be a minute old, or older if counting is slow."""
        async with self._lock:
            begun = time.monotonic()
            if begun >= self._until:
                with_dice = [game for game in games().values() if game.die]
                private = [game.name for game in with_dice if game.has_private_views]
                public = [game.name for game in with_dice if not game.has_private_views]
                self._statistics = summarize_throws(
                    await self._store.read_long(partial(count_throws, games=public, private=private))
                )
                now = time.monotonic()
                self._until = now + max(FRESH_SECONDS, IDLE_FACTOR * (now - begun))
            return self._statistics


def summarize_throws(tallies: Iterable[ThrowCount]) -> list[GameDice]:
    """Return the frequency of each face and the test of fairness, for every game and kind of dice."""
    by_dice = attrgetter("game", "kind")
    groups = groupby(sorted(tallies, key=by_dice), by_dice)
    return [_summarize(game, kind, list(found)) for (game, kind), found in groups]


def _summarize(name: str, kind: str, fallen: list[ThrowCount]) -> GameDice:
    game, faces = games()[name], Counter[int]()
    for one in fallen:
        for sign in filter(str.isdecimal, one.text):  # the faces of the dice
            faces[int(sign)] += one.times
    counts = [faces[face] for face in range(1, game.die + 1)]
    longest = max(fallen, key=lambda one: (one.in_a_row, one.times))
    off = chi_square(counts)
    return GameDice(
        name,
        game.title,
        kind,
        game.die,
        sum(one.times for one in fallen),
        counts,
        off,
        game.die - 1,
        chi_square_probability(off, game.die - 1) if kind == "fair" and min(counts) >= ENOUGH else None,
        Run(longest.text, longest.in_a_row),
    )
