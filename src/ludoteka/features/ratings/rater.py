"""Ratings in a house: matches are rated soon after they end, and people see what a match was worth."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.features.accounts.exports import LongList
from ludoteka.features.ratings.glicko2 import age
from ludoteka.features.ratings.pools import provisional_above
from ludoteka.features.ratings.store import Change, RatingState, RatingStore
from ludoteka.games import games
from ludoteka.server.protocol.ids import check_match_id
from ludoteka.server.protocol.messages import encode
from ludoteka.store import NotStored, Store, StoreRefused
from ludoteka.store.people import Account

logger = logging.getLogger(__name__)
PAUSE_SECONDS = 1.0  # between two looks for rated matches that have ended


class Rater:
    """Rates the matches of a house, together with the other servers."""

    def __init__(self, store: Store) -> None:
        self.store = RatingStore(store, games)

    async def run(self) -> None:
        """Rate matches that have ended, until cancelled."""
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            try:
                await self.store.rate_ended()
            except (NotStored, StoreRefused) as error:
                logger.warning("matches that have ended could not be rated yet: %s", str(error).partition("\n")[0])
            except Exception:
                logger.exception("matches that have ended could not be rated")


async def _changes(request: Request) -> Response:
    """Return what a rated match was worth, once it has been rated.  Raises Refused: "no-such-match"."""
    house = request.app.state.house
    match = check_match_id(request.path_params["match"])
    header = await house.store.header(match)
    if header is None:
        raise Refused("no-such-match", Message("There is no such match here."))
    changes = await house.rater.store.changes(match) if header.setup.rated else []
    is_annulled = await house.moderation.is_annulled(match)
    shown = [] if is_annulled else [_encode(one) for one in changes if one.holder]
    content = {"rated": header.setup.rated, "is_annulled": is_annulled, "changes": shown}
    return Response(encode(content), media_type="application/json")


def _encode(one: Change) -> dict[str, object]:
    return {
        "seat": one.seat,
        "speed": one.speed,
        "before": round(one.before),
        "after": round(one.rating),
        "is_provisional": one.deviation > provisional_above(one.speed),
    }


def encode_ratings(states: dict[tuple[str, str], RatingState], now: float) -> list[dict[str, object]]:
    """Return the ratings of a person as they are sent, sorted by game and speed; `now` is in seconds since 1970."""
    shown = []
    for (game, speed), one in sorted(states.items()):
        aged = age(one.rating, now - one.at)
        numbers = {"rating": round(aged.rating), "deviation": round(aged.deviation), "number": one.number}
        shown.append(
            {"game": game, "speed": speed, "is_provisional": aged.deviation > provisional_above(speed), **numbers}
        )
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


ROUTES = [Route("/api/matches/{match}/rating", _changes)]
