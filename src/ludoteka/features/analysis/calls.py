"""The analysis board over HTTP.  No request names a match, and nothing is stored."""

import asyncio
import math
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message
from ludoteka.features.analysis.positions import build_question, encode_analysed
from ludoteka.features.analysis.trees import encode_tree, write_tree
from ludoteka.players.analysis import AnalysisAnswer
from ludoteka.records.match_record import MOST_BYTES
from ludoteka.review.judges import WHOLE, chances_of
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.protocol.bodies import read_body
from ludoteka.server.protocol.messages import encode

if TYPE_CHECKING:
    from ludoteka.house.house import House

LONGEST_REQUEST = 1_000_000  # bytes
BYTES_PER_WEIGHT = 2_000  # of a request that is replayed: some two hundred actions
TOO_LONG = Message("The analysis is too long.")
Answer = TypeVar("Answer")


async def _position(request: Request) -> Response:
    """Return the position after a list of actions, with the legal ones.

    Raises:
        Refused: "too-large", and as `encode_analysed`.
    """
    return Response(await _replayed(request, encode_analysed), media_type="application/json")


async def _lines(request: Request) -> Response:
    """Return the best lines that the engine finds in a position; it stops if the client leaves.

    While a throw is due, there is a line for each throw, and the chance is the mean over all.

    Raises:
        Refused: as `_position`, and as `build_question`.
    """
    house: House = request.app.state.house
    question, letter, seats, weights = await _replayed(request, build_question)
    house.limits["analysis"].count(rate_limit_key(request), math.ceil(question.seconds))
    key = f"analysis:{secrets.token_urlsafe(9)}"
    answer = house.broker.answer(key, "analysis", question, question.seconds, request.scope["holder"])
    found = AnalysisAnswer(*await _unless_left(request, answer))
    lines = [_describe(texts, value, seats, found.won) for texts, value in found.lines]
    told = {"seat": letter, "chance": _expected_chance(lines, weights), "lines": lines}
    rest = {"depth": found.depth, "nodes": found.nodes, "seconds": found.seconds, "ready": found.is_ready}
    return Response(encode(told | rest), media_type="application/json")


async def _tree(request: Request) -> Response:
    """Return the tree of moves of a record.  Raises Refused: as `_position`, and as `encode_tree`."""
    with request.app.state.house.replays.one_request(rate_limit_key(request)):
        return Response(await _replayed(request, encode_tree, MOST_BYTES), media_type="application/json")


async def _record(request: Request) -> Response:
    """Return a tree of moves as a record.  Raises Refused: as `_position`, and as `write_tree`."""
    with request.app.state.house.replays.one_request(rate_limit_key(request)):
        return Response(await _replayed(request, write_tree), media_type="text/plain")


async def _replayed(request: Request, answer: Callable[[bytes], Answer], most: int = LONGEST_REQUEST) -> Answer:
    """Return what `answer` makes of the body; it is called in another process."""
    house: House = request.app.state.house
    client = rate_limit_key(request)
    body = await read_body(request, most, TOO_LONG)
    house.limits["read"].count(client, len(body) // BYTES_PER_WEIGHT)
    return await house.replays.run(client.address, answer, body)


async def _unless_left(request: Request, answer: Awaitable[Answer]) -> Answer:
    """Return an answer; stop waiting for it when the client leaves.  The body must have been read."""
    awaited, left = asyncio.ensure_future(answer), asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait({awaited, left}, return_when=asyncio.FIRST_COMPLETED)
        if not awaited.done():
            raise ClientDisconnect
        return await awaited
    finally:
        awaited.cancel()
        left.cancel()


def _describe(texts: list[str], value: int, seats: int, won: int) -> dict[str, Any]:
    """Return a line with its value, in hundredths of a plain piece, and the chance to win for the seat to act.

    What the seat to act loses is taken to be the gain of the others in equal parts.
    """
    others = max(1, seats - 1)
    chances = chances_of([value, *[-value // others] * others], won)
    return {"moves": texts, "value": value, "chance": round(chances[0] / WHOLE, 4), "forced": abs(value) >= won}


def _expected_chance(lines: list[dict[str, Any]], weights: dict[str, int]) -> float | None:
    """Return the chance with the best line, or the mean over the throws, if one is due; None without lines."""
    if not lines or not weights:
        return lines[0]["chance"] if lines else None
    total = sum(weights[line["moves"][0]] * line["chance"] for line in lines)
    return float(round(total / sum(weights.values()), 4))


ROUTES = [
    Route("/api/analysis/position", _position, methods=["POST"]),
    Route("/api/analysis/lines", _lines, methods=["POST"]),
    Route("/api/analysis/tree", _tree, methods=["POST"]),
    Route("/api/analysis/record", _record, methods=["POST"]),
]
