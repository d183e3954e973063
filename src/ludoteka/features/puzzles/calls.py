"""Puzzles over HTTP.  Nothing is stored: an attempt contains all actions of the solver."""

import datetime
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.features.puzzles.answers import describe_puzzle, encode_attempt, list_puzzles, open_puzzle
from ludoteka.server.http import pages
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.protocol.bodies import read_body
from ludoteka.server.protocol.messages import encode

if TYPE_CHECKING:
    from ludoteka.house.house import House


LONGEST_ATTEMPT = 10_000  # bytes
TOO_LONG = Message("The attempt is too long.")


async def _list(request: Request) -> Response:
    """List the puzzles."""
    today = datetime.datetime.now(datetime.UTC).date()
    return Response(encode(list_puzzles(today)), media_type="application/json")


async def _puzzle(request: Request) -> Response:
    """Return a puzzle.  Raises Refused: "no-such-game", "no-such-puzzle"."""
    puzzle = open_puzzle(request.path_params["game"], request.path_params["number"])
    return Response(encode(describe_puzzle(*puzzle)), media_type="application/json")


async def _attempt(request: Request) -> Response:
    """Judge an attempt.  Raises Refused: "too-large", and as `encode_attempt`."""
    house: House = request.app.state.house
    client = rate_limit_key(request)
    body = await read_body(request, LONGEST_ATTEMPT, TOO_LONG)
    game, number = request.path_params["game"], request.path_params["number"]
    content = await house.replays.run(client.address, encode_attempt, body, game, number)
    return Response(content, media_type="application/json")


async def _list_page(request: Request) -> Response:
    """Serve the list of puzzles."""
    return pages.page(request, "puzzles")


async def _page(request: Request) -> Response:
    """Serve the page of a puzzle."""
    try:
        open_puzzle(request.path_params["game"], request.path_params["number"])
    except Refused:
        return pages.missing(request)
    return pages.page(request, "puzzle")


ROUTES = [
    Route("/puzzles", _list_page),
    Route("/puzzle/{game}/{number}", _page),
    Route("/api/puzzles", _list),
    Route("/api/puzzles/{game}/{number}", _puzzle, methods=["GET"]),
    Route("/api/puzzles/{game}/{number}", _attempt, methods=["POST"]),
]
