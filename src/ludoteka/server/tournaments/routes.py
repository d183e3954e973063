"""Tournaments over HTTP (docs/tournaments.md)."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.server.accounts.sessions import signed_in
from ludoteka.server.protocol.account_requests import NoRequest, read_account_request
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.server.protocol.tournament_requests import read_tournament_request
from ludoteka.server.tournaments.scoreboards import Scoreboard
from ludoteka.server.tournaments.tournaments import Tournaments
from ludoteka.server.tournaments.views import describe_tournaments, match_of, view
from ludoteka.tournaments.results import results_csv

LISTED = 50
PAGE = re.compile("[1-9][0-9]?")


async def _tournaments(request: Request) -> Response:
    """List the public tournaments, or create one.

    Raises:
        Refused: to create one, "bad-message", "not-signed-in", and as `Tournaments.create`.
    """
    house = request.app.state.house
    if request.method != "POST":
        return json_answer(describe_tournaments(await house.tournaments.store.all(LISTED)))
    wish = read_tournament_request(await read_short_body(request))
    signed_in(request)
    return json_answer({"id": await house.tournaments.create(wish, request.scope["holder"])}, 201)


async def _tournament(request: Request) -> Response:
    """Return a tournament, with a page of its standings.  Raises Refused: "no-such-tournament", "bad-filter"."""
    written = request.query_params.get("page", "1")
    if not PAGE.fullmatch(written):
        raise Refused("bad-filter", Message("The pages of the standings are numbered from 1."))
    return await _answer(request, page=int(written))


async def _answer(request: Request, *, page: int = 1, since: float = 0.0) -> Response:
    """Return a tournament as the reader sees it, from a scoreboard no older than the start or end of their last match."""
    store, holder = request.app.state.house.tournaments.store, request.scope["holder"]
    board, now = await _scoreboard(request, since=since), time.monotonic()
    if holder in board.places:
        match = await store.match_of(board.state.tournament.id, holder)
        if match != match_of(board.state, holder):
            board = await _scoreboard(request, since=now)
    return json_answer(view(board, holder, page))


async def _scoreboard(request: Request, *, since: float = 0.0) -> Scoreboard:
    house, name = request.app.state.house, request.path_params["tournament"]
    found: Scoreboard = await house.scoreboards.find(name, since=since)
    return found


async def _results(request: Request) -> Response:
    """Return the standings as a CSV file.  Raises Refused: "no-such-tournament"."""
    board = await _scoreboard(request)
    tournament, entries = board.state.tournament, {one.holder: one for one in board.state.entries}
    written = await asyncio.to_thread(results_csv, tournament.kind, entries, board.lines)
    headers = {"content-disposition": f'attachment; filename="tournament-{tournament.id}.csv"'}
    return Response(written, media_type="text/csv", headers=headers)


def _change(change: Callable[[Tournaments, str, str], Awaitable[Any]]) -> Any:
    """Return the handler of a user's action in a tournament.

    Raises:
        Refused: "bad-message", "not-signed-in", and what the change raises.
    """

    async def answer(request: Request) -> Response:
        house, holder = request.app.state.house, request.scope["holder"]
        read_account_request(NoRequest, await read_short_body(request))
        signed_in(request)
        before = 0.0 if change is Tournaments.be_ready else time.monotonic()
        await change(house.tournaments, request.path_params["tournament"], holder)
        return await _answer(request, since=before)

    return answer


_ONE = "/api/tournaments/{tournament}"
ROUTES = [
    Route("/api/tournaments", _tournaments, methods=["GET", "POST"]),
    Route(_ONE, _tournament),
    Route(_ONE + "/results.csv", _results),
    Route(_ONE + "/join", _change(Tournaments.join), methods=["POST"]),
    Route(_ONE + "/withdraw", _change(Tournaments.withdraw), methods=["POST"]),
    Route(_ONE + "/start", _change(Tournaments.start), methods=["POST"]),
    Route(_ONE + "/ready", _change(Tournaments.be_ready), methods=["POST"]),
]
