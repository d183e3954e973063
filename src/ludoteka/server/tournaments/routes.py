"""Tournaments over HTTP (docs/tournaments.md)."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.server.accounts.sessions import signed_in
from ludoteka.server.protocol.account_requests import NoRequest, read_account_request
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.server.protocol.tournament_requests import read_tournament_request
from ludoteka.server.tournaments.tournaments import Tournaments
from ludoteka.server.tournaments.views import describe_tournaments, results_csv, view

LISTED = 50


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
    """Return a tournament.  Raises Refused: "no-such-tournament"."""
    house = request.app.state.house
    return json_answer(view(await house.tournaments.load(request.path_params["tournament"]), request.scope["holder"]))


async def _results(request: Request) -> Response:
    """Return the standings as a CSV file.  Raises Refused: "no-such-tournament"."""
    house = request.app.state.house
    state = await house.tournaments.load(request.path_params["tournament"])
    headers = {"content-disposition": f'attachment; filename="tournament-{state.tournament.id}.csv"'}
    return Response(results_csv(state), media_type="text/csv", headers=headers)


def _change(change: Callable[[Tournaments, str, str], Awaitable[Any]]) -> Any:
    """Return the handler of something that a resident does with a tournament.

    Raises:
        Refused: "bad-message", "not-signed-in", and what the change raises.
    """

    async def answer(request: Request) -> Response:
        house, holder = request.app.state.house, request.scope["holder"]
        read_account_request(NoRequest, await read_short_body(request))
        signed_in(request)
        name = request.path_params["tournament"]
        await change(house.tournaments, name, holder)
        return json_answer(view(await house.tournaments.load(name), holder))

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
