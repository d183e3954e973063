"""Requests that are answered by replaying a whole match."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

from starlette.requests import Request

from ludoteka.core.message import Message, Refused
from ludoteka.referee.referee import Referee
from ludoteka.server.operations.work_queue import SHORT_LOG
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.protocol.ids import check_match_id
from ludoteka.server.whole_matches import answer_from
from ludoteka.store.models import MatchHeader

if TYPE_CHECKING:
    from ludoteka.house.house import House

Answer = TypeVar("Answer")


async def replay_match(
    request: Request,
    check: Callable[[MatchHeader], None],
    answer: Callable[[Referee], Answer],
) -> Answer:
    """Return what `answer` makes of the match that the address names; it is called in another process.

    `check` refuses by what is stored beside the log, so that what is refused costs no replay.

    Raises:
        Refused: "no-such-match", "other-rules", "too-often", and what `check` and `answer` raise.
    """
    house: House = request.app.state.house
    client = rate_limit_key(request)
    header = await house.store.header(check_match_id(request.path_params["match"]))
    if header is None:
        raise Refused("no-such-match", Message("There is no such match here."))
    check(header)
    with house.replays.one_request(client) if header.number > SHORT_LOG else nullcontext():
        async with house.replays.turn(client.address):
            setup, events = await house.store.load(header.setup.id) or (header.setup, [])
            return await house.replays.call(answer_from, house.referee, setup, events, answer)
