"""The positions of a match, and the review of one that is over (docs/review.md)."""

import re
from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.features.reviews.review_questions import check_reviewable
from ludoteka.features.reviews.reviews import ReviewState
from ludoteka.server.http.replays import replay_match
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.protocol.bodies import read_short_body
from ludoteka.server.protocol.ids import check_match_id
from ludoteka.server.protocol.messages import encode, read_retry_request
from ludoteka.server.rooms.room import match_status
from ludoteka.server.whole_matches import encode_position, game_named, retry_match, reviewed_record
from ludoteka.store.models import MatchHeader

if TYPE_CHECKING:
    from ludoteka.house.house import House

NUMBER = re.compile(r"[0-9]{1,9}")
LONGEST_LINE = 64  # actions


async def _position(request: Request) -> Response:
    """Serve the position of a match after the number of actions that the address names, and a line of others.

    Raises:
        Refused: "no-such-match", "not-over", "no-such-position", "bad-seats", or the game's reason why the line is not legal.
    """
    holder, number = request.scope["holder"], _number(request.path_params["number"])
    line = request.query_params.getlist("line")[:LONGEST_LINE]
    letter = request.query_params.get("seat", "")
    answer = partial(encode_position, holder=holder, number=number, line=line, letter=letter)
    content = await replay_match(request, _check_shown, answer)  # people step through matches
    return Response(content, media_type="application/json")


def _number(written: str) -> int:
    if not NUMBER.fullmatch(written):
        raise Refused("no-such-position", Message("The match has no such position."))
    return int(written)


async def _review(request: Request) -> Response:
    """Return how far the review of a match is, and the review when it is complete.

    Raises:
        Refused: "no-such-match", "not-over", "no-review".
    """
    house: House = request.app.state.house
    state = await house.reviews.state(await _reviewable_match(request))
    if state is None:
        raise Refused("no-review", Message("Nobody has asked for a review of this match yet."))
    return _state(state)


async def _begin_review(request: Request) -> Response:
    """Begin the review of a match, unless it has begun; return how far it is.

    Raises:
        Refused: "no-such-match", "not-over", "not-reviewable", "other-rules", "not-stored".
    """
    house: House = request.app.state.house
    match = await _reviewable_match(request)
    state = await house.reviews.state(match)
    if state is None:
        house.limits["review"].count(rate_limit_key(request))
        record, total = await replay_match(request, _check_reviewable, reviewed_record)
        await house.reviews.begin(match, record, total, request.scope["holder"])
        state = await house.reviews.state(match) or ReviewState(0, total, None)
    return _state(state)


async def _retry(request: Request) -> Response:
    """Create a match that goes on from a position of a finished one, against computers.

    Raises:
        Refused: "bad-message", "no-such-match", "not-over", "no-retry", "no-such-position", "bad-seats",
            "not-stored".
    """
    house: House = request.app.state.house
    wish = read_retry_request(await read_short_body(request))
    person = await house.store.person(request.scope["holder"])
    retry = partial(retry_match, number=wish.number, seat=wish.seat, level=wish.level, person=person, now=house.now())
    referee = await replay_match(request, _check_over, retry)
    await house.store.create(referee.setup, referee.events_after(0), match_status(referee))
    return Response(encode({"id": referee.setup.id}), 201, media_type="application/json")


async def _reviewable_match(request: Request) -> str:
    """Return the id of the match that the address names.

    Raises:
        Refused: "no-such-match", "not-over", "not-reviewable".
    """
    house: House = request.app.state.house
    header = await house.store.header(check_match_id(request.path_params["match"]))
    if header is None:
        raise Refused("no-such-match", Message("There is no such match here."))
    _check_reviewable(header)
    return header.setup.id


def _check_reviewable(header: MatchHeader) -> None:
    _check_over(header)
    check_reviewable(game_named(header.setup.game))


def _state(state: ReviewState) -> Response:
    content = f'{{"done":{state.done},"total":{state.total},"review":{state.content or "null"}}}'
    return Response(content, media_type="application/json")


def _check_shown(header: MatchHeader) -> None:
    if game_named(header.setup.game).has_secrets:
        _check_over(header)


def _check_over(header: MatchHeader) -> None:
    if header.status.result is None:
        raise Refused("not-over", Message("The match is not over yet."))


ROUTES = [
    Route("/api/matches/{match}/positions/{number}", _position),
    Route("/api/matches/{match}/review", _review),
    Route("/api/matches/{match}/review", _begin_review, methods=["POST"]),
    Route("/api/matches/{match}/retry", _retry, methods=["POST"]),
]
