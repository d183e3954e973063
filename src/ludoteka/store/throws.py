"""What fell in all matches, counted by the database.

Only throws after the commitment to a seed count: those before it fell elsewhere, and came here with a record.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, String, Subquery, and_, func, select

from ludoteka.store.schema import events, matches


class Tally(NamedTuple):
    """How often a throw fell, and how often in a row within one match at most."""

    game: str
    kind: str  # of the dice, "fair" or "bag"
    text: str
    times: int
    in_a_row: int


def tallies(connection: Connection, games: Collection[str]) -> list[Tally]:
    """Return what fell in matches of these games, also in those that go on: everybody has seen it."""
    throws = _throws(games)
    key = (throws.c.game, throws.c.kind, throws.c.text)
    in_match = func.row_number().over(partition_by=throws.c.match, order_by=throws.c.number)
    of_text = func.row_number().over(partition_by=(throws.c.match, throws.c.text), order_by=throws.c.number)
    numbered = select(*key, throws.c.match, (in_match - of_text).label("island")).subquery()  # the same within a run
    columns = (numbered.c.game, numbered.c.kind, numbered.c.text)
    runs = (
        select(*columns, func.count().label("length"))
        .group_by(*columns, numbered.c.match, numbered.c.island)
        .subquery()
    )
    columns = (runs.c.game, runs.c.kind, runs.c.text)
    counted = select(*columns, func.sum(runs.c.length), func.max(runs.c.length)).group_by(*columns)
    return [Tally(*row[:3], int(row[3]), int(row[4])) for row in connection.execute(counted)]


def _throws(games: Collection[str]) -> Subquery:
    """Return the throws that count, each with its match, game and kind of dice."""
    committed = (
        select(events.c.match, func.min(events.c.number).label("number"))
        .where(events.c.kind == "commit")
        .group_by(events.c.match)
        .subquery()
    )
    kind = func.coalesce(matches.c.options["dice"].as_string(), "fair").cast(String).label("kind")
    return (
        select(events.c.match, events.c.number, events.c.text, matches.c.game, kind)
        .join(committed, and_(committed.c.match == events.c.match, committed.c.number < events.c.number))
        .join(matches, matches.c.id == events.c.match)
        .where(events.c.kind == "act", events.c.seat == "chance", matches.c.game.in_(list(games)))
        .subquery()
    )
