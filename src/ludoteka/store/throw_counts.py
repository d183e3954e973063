"""Counting the throws of all matches from their logs.

Only throws after the commitment to a seed count.  Those before it were made elsewhere and imported with a record.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from ludoteka.store.schema import events, matches

PAGE_SIZE = 5000  # rows in memory
Key = tuple[str, str, str]  # game, kind of dice, text
LOG = (
    select(events.c.match, events.c.kind, events.c.text)
    .where(or_(events.c.kind == "commit", and_(events.c.kind == "act", events.c.seat == "chance")))
    .order_by(events.c.match, events.c.number)
)


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
