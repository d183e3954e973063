"""What fell in all matches, counted from their logs.

Only throws after the commitment to a seed count: those before it fell elsewhere, and came here with a record.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from ludoteka.store.schema import events, matches

AT_ONCE = 5000  # rows that are in memory
Key = tuple[str, str, str]  # game, kind of dice, text
LOG = (
    select(events.c.match, events.c.kind, events.c.text)
    .where(or_(events.c.kind == "commit", and_(events.c.kind == "act", events.c.seat == "chance")))
    .order_by(events.c.match, events.c.number)
)


class ThrowCount(NamedTuple):
    """How often a throw fell, and how often in a row within one match at most."""

    game: str
    kind: str  # of the dice, "fair" or "bag"
    text: str
    times: int
    in_a_row: int


def count_throws(connection: Connection, games: Collection[str], private: Collection[str] = ()) -> list[ThrowCount]:
    """Return what fell in matches of these games, also in those that go on: everybody has seen it.

    Of the games in which a throw may be `private`, only matches that are over count.  A million throws take some
    three seconds.
    """
    is_told = and_(matches.c.game.in_(list(private)), matches.c.result.is_not(None))
    wanted = select(matches.c.id, matches.c.game, matches.c.options).where(
        or_(matches.c.game.in_(list(games)), is_told)
    )
    dice = {one: (game, options.get("dice", "fair")) for one, game, options in connection.execute(wanted)}
    times, longest = Counter[Key](), Counter[Key]()
    rows = connection.execute(LOG, execution_options={"yield_per": AT_ONCE})
    for match, log in groupby(rows, itemgetter(0)):
        if match in dice:
            for text, length in _runs((kind, text) for _, kind, text in log):
                key = (*dice[match], text)
                times[key] += length
                longest[key] = max(longest[key], length)
    return [ThrowCount(*key, count, longest[key]) for key, count in times.items()]


def _runs(log: Iterator[tuple[str, str]]) -> Iterator[tuple[str, int]]:
    """Yield the throws after the commitment, and how often each fell in a row."""
    for kind, _ in log:
        if kind == "commit":
            break
    for text, run in groupby(text for kind, text in log if kind != "commit"):
        yield text, sum(1 for _ in run)
