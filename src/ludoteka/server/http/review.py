"""The positions of a finished match over HTTP."""

import re
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.server.http.replays import replay_match
from ludoteka.server.whole_matches import encode_position
from ludoteka.store.models import MatchHeader

NUMBER = re.compile(r"[0-9]{1,9}")


async def _position(request: Request) -> Response:
    """Serve the position of a finished match after the number of actions that the address names.

    Raises:
        Refused: "no-such-match", "not-over", "no-such-position".
    """
    holder, number = request.scope["holder"], _number(request.path_params["number"])
    encode = partial(encode_position, holder=holder, number=number)
    content = await replay_match(request, _check_over, encode, weight=1)  # people step through matches
    return Response(content, media_type="application/json")


def _number(written: str) -> int:
    if not NUMBER.fullmatch(written):
        raise Refused("no-such-position", Message("The match has no such position."))
    return int(written)


def _check_over(header: MatchHeader) -> None:
    if header.status.result is None:
        raise Refused("not-over", Message("The match is not over yet."))


ROUTES = [Route("/api/matches/{match}/positions/{number}", _position)]
