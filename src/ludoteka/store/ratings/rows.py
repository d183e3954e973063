"""Reading and replacing the rows of ratings."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from ludoteka.ratings.glicko2 import Rating
from ludoteka.store.schema import rating_changes, ratings
from ludoteka.store.writing.statements import Write

_THIS = (
    (ratings.c.holder == bindparam("who"))
    & (ratings.c.game == bindparam("what"))
    & (ratings.c.speed == bindparam("pace"))
)
INSERT_CHANGE, INSERT_RATING = insert(rating_changes), insert(ratings)
DELETE_RATING = delete(ratings).where(_THIS)


class RatingState(NamedTuple):
    """The rating of a person in a game at a speed."""

    rating: Rating = Rating()
    number: int = 0  # of rated matches
    at: float = 0.0  # when the last one ended, in seconds since 1970


class Change(NamedTuple):
    """The rating change of a player by a match; without a holder, the annulment of a match."""

    ordinal: int  # of the rated match: 1, 2, …
    place: int  # 0, 1, …: of the player in this match
    match: str
    seat: str
    holder: str
    game: str
    speed: str  # one of `ratings.pools.POOLS`
    at: float  # when it ended
    before: float
    rating: float
    deviation: float
    volatility: float

    @property
    def key(self) -> "Key":
        """Whose rating it changed."""
        return self.holder, self.game, self.speed


Key = tuple[str, str, str]  # holder, game, speed
Find = Callable[[Key], RatingState]


def changes_where(connection: Connection, condition: Any) -> list[Change]:
    """Return rating changes, in the order in which the matches were rated."""
    columns = [rating_changes.c[name] for name in Change._fields]
    wanted = select(*columns).where(condition).order_by(rating_changes.c.ordinal, rating_changes.c.place)
    return [Change(*row) for row in connection.execute(wanted)]


def next_ordinal(connection: Connection) -> int:
    """Return the number of the next rated match."""
    return int(connection.execute(select(func.max(rating_changes.c.ordinal))).scalar() or 0) + 1


def state_of(connection: Connection, key: Key) -> RatingState:
    """Return a person's current rating."""
    wanted = select(ratings).where(ratings.c.holder == key[0], ratings.c.game == key[1], ratings.c.speed == key[2])
    row = connection.execute(wanted).first()
    return RatingState(Rating(row.rating, row.deviation, row.volatility), row.number, row.at) if row else RatingState()


def state_before(connection: Connection, key: Key, ordinal: int) -> RatingState:
    """Return a person's rating before the rated match with a number."""
    whose = (rating_changes.c.holder == key[0]) & (rating_changes.c.game == key[1]) & (rating_changes.c.speed == key[2])
    wanted = whose & (rating_changes.c.ordinal < ordinal)
    number = connection.execute(select(func.count()).where(wanted)).scalar_one()
    last = select(rating_changes).where(wanted).order_by(rating_changes.c.ordinal.desc()).limit(1)
    if not (row := connection.execute(last).first()):
        return RatingState()
    return RatingState(Rating(row.rating, row.deviation, row.volatility), number, row.at)


def states_of(connection: Connection, holder: str) -> dict[tuple[str, str], RatingState]:
    """Return the ratings of a person by game and speed."""
    found = connection.execute(select(ratings).where(ratings.c.holder == holder))
    return {
        (row.game, row.speed): RatingState(Rating(row.rating, row.deviation, row.volatility), row.number, row.at)
        for row in found
    }


def replacement(states: Mapping[Key, RatingState]) -> list[Write]:
    """Return the writes that replace ratings; a rating without any match left is only deleted."""
    writes: list[Write] = []
    for key, one in states.items():
        writes.append((DELETE_RATING, {"who": key[0], "what": key[1], "pace": key[2]}))
        if one.number:
            writes.append((INSERT_RATING, rating_row(key, one)))
    return writes


def rating_row(key: Key, one: RatingState) -> dict[str, Any]:
    """Return a rating as a row."""
    holder, game, speed = key
    return {"holder": holder, "game": game, "speed": speed, **one.rating._asdict(), "number": one.number, "at": one.at}
