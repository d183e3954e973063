"""Statistics of the strongest users' rated play, to help moderators detect computer assistance."""

import json
from typing import NamedTuple

from sqlalchemy import Connection, select

from ludoteka.features.profiles.store import leaders_with_holders
from ludoteka.features.ratings.tables import rating_changes
from ludoteka.features.reviews.tables import reviews
from ludoteka.store.schema import events, matches
from ludoteka.store.store import Store

LEADERS = 20  # users per game and speed
MATCHES = 30  # the last ones of each of them
BEST = "best"  # the grade of an action in a review


class RatedPlay(NamedTuple):
    """The recent rated play of one of the strongest users."""

    name: str
    rating: float
    matches: int  # the latest rated ones examined
    won: int
    lost_on_time: int
    reviewed: int  # of these matches
    choices: int  # in the reviewed matches, where more than one action was possible
    best: int  # of these, how many match the choice of a search
    not_reviewed: tuple[str, ...]  # the newest of these matches that have no review


class RatedPlayStore:
    """The statistics in a store.  Reads raise StoreRefused, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def figures(self, game: str, speed: str, since: float) -> list[RatedPlay]:
        """Return statistics since a time of the strongest users in a game at a speed, strongest first."""
        return await self._store.read(lambda connection: _figures(connection, game, speed, since))


def _figures(connection: Connection, game: str, speed: str, since: float) -> list[RatedPlay]:
    leaders = leaders_with_holders(connection, game, speed, since, LEADERS)
    return [_of_one(connection, holder, name, rating, (game, speed)) for holder, name, rating in leaders]


def _of_one(connection: Connection, holder: str, name: str, rating: float, pool: tuple[str, str]) -> RatedPlay:
    whose = (rating_changes.c.holder == holder) & (rating_changes.c.game == pool[0])
    wanted = (
        select(rating_changes.c.match, rating_changes.c.seat, matches.c.result)
        .join(matches, matches.c.id == rating_changes.c.match)
        .where(whose, rating_changes.c.speed == pool[1])
        .order_by(rating_changes.c.ordinal.desc())
    )
    found = connection.execute(wanted.limit(MATCHES)).all()
    seats, names = {row.match: row.seat for row in found}, [row.match for row in found]
    won = sum(row.result[row.seat] > min(row.result.values()) for row in found)
    flags = connection.execute(
        select(events.c.match, events.c.seat).where(events.c.match.in_(names), events.c.kind == "flag")
    )
    lost = sum(seats[row.match] == row.seat for row in flags)
    reviewed = connection.execute(
        select(reviews.c.match, reviews.c.content.is_not(None), reviews.c.summary).where(reviews.c.match.in_(names))
    ).all()
    played = [_of_seat(summary, seats[match]) for match, _, summary in reviewed if summary]
    known = {match for match, _, _ in reviewed}
    rest = tuple(one for one in names if one not in known)
    done = sum(is_complete for _, is_complete, _ in reviewed)
    choices, best = (sum(one[place] for one in played) for place in (0, 1))
    return RatedPlay(name, rating, len(found), won, lost, done, choices, best, rest)


def _of_seat(summary: str, seat: str) -> tuple[int, int]:
    """Return how many actions of a seat were a choice, and how many of these a search would have chosen too."""
    [own] = [one for one in json.loads(summary) if one["letter"] == seat]
    return own["moves"], own["grades"].get(BEST, 0)
