"""Verification of a match's dice, and statistics of all dice of the house (docs/dice.md)."""

from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.server.http.pages import page
from ludoteka.server.http.replays import replay_match
from ludoteka.server.protocol.messages import encode
from ludoteka.server.whole_matches import verification
from ludoteka.store.models import MatchHeader

if TYPE_CHECKING:
    from ludoteka.house.house import House


async def _statistics(request: Request) -> Response:
    house: House = request.app.state.house
    return _json({"dice": await house.throw_counts.statistics()})


async def _verification(request: Request) -> Response:
    """Return what is needed to verify the dice of a match.

    Raises:
        Refused: "no-such-match", "not-over", "nothing-to-verify".
    """
    return _json(await replay_match(request, _check_over, verification))


def _check_over(header: MatchHeader) -> None:
    if header.status.result is None:
        raise Refused(
            "not-over", Message("The seed is revealed when the match is over; until then nothing can be verified.")
        )


async def _page(request: Request) -> Response:
    return page(request, "dice-page")


def _json(content: Any) -> Response:
    return Response(encode(content), media_type="application/json")


ROUTES = [
    Route("/dice", _page),
    Route("/match/{match}/dice", _verification),
    Route("/api/dice", _statistics),
]
