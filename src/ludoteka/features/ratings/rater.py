"""Ratings in a house: matches are rated soon after they end, and ratings are shown as they are now."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from ludoteka.core.message import Message
from ludoteka.features.accounts.exports import LongList
from ludoteka.features.ratings.glicko2 import age
from ludoteka.features.ratings.pools import POOLS, provisional_above
from ludoteka.features.ratings.store import Change, RatingState, RatingStore
from ludoteka.games import games
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.calls.call import BAD_FILTER
from ludoteka.server.operations.repetition import repeat
from ludoteka.store.people import Account

PAUSE_SECONDS = 1.0  # between two looks for rated matches that have ended


async def rate_matches(store: RatingStore) -> None:
    """Rate matches that have ended, until cancelled; the other servers of the house do so too."""
    await repeat(store.rate_ended, PAUSE_SECONDS, "matches that have ended could not be rated")


class PoolRating(Answer):
    """The rating of a person in a game at a speed."""

    game: str
    speed: Literal[POOLS]  # type: ignore[valid-type]  # the pools are listed in one place
    is_provisional: bool
    rating: Whole
    deviation: Whole
    number: Whole  # of rated matches


def encode_ratings(states: dict[tuple[str, str], RatingState], now: float) -> list[PoolRating]:
    """Return the ratings of a person as they are sent, sorted by game and speed; `now` is in seconds since 1970."""
    shown = []
    for (game, speed), one in sorted(states.items()):
        aged = age(one.rating, now - one.at)
        is_provisional = aged.deviation > provisional_above(speed)
        shown.append(PoolRating(game, speed, is_provisional, round(aged.rating), round(aged.deviation), one.number))
    return shown


async def export_ratings(store: RatingStore, now: Callable[[], float], account: Account) -> dict[str, Any]:
    """Return a user's ratings, for the export of their account."""
    return {"ratings": encode_ratings(await store.states(account.holder), now())}


async def export_changes(store: RatingStore, account: Account) -> dict[str, Any]:
    """Return what a user's rated matches were worth, for the export of their account."""

    async def describe(found: Sequence[Change]) -> list[dict[str, Any]]:
        return [
            {"match": one.match, "game": one.game, "speed": one.speed, "at": one.at}
            | {"before": round(one.before), "after": round(one.rating)}
            for one in found
        ]

    return {"rated_matches": LongList(await store.changes_of(account.holder), describe)}


def check_pool(game: str, speed: str) -> None:
    """Check that there are ratings in a game at a speed.  Raises Refused: "bad-filter"."""
    if game not in games() or speed not in POOLS:
        raise BAD_FILTER(Message("There are no ratings for that."))
