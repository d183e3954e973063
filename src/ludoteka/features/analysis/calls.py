"""The analysis board over HTTP.  No request names a match, and nothing is stored."""

import asyncio
import math
import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ludoteka.features.analysis.positions import (
    NO_ANALYSIS,
    AnalysedPosition,
    AnalysisTree,
    LinesRequest,
    PositionRequest,
    build_question,
    encode_analysed,
)
from ludoteka.features.analysis.trees import TOO_LONG, encode_tree, write_tree
from ludoteka.players.analysis import AnalysisAnswer
from ludoteka.records.match_record import MOST_BYTES
from ludoteka.review.judges import WHOLE, action_chance
from ludoteka.server.broker.broker import Broker
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.calls.call import PLAIN, Calls, Holder
from ludoteka.server.operations.limits import LimitKey, RateLimits
from ludoteka.server.operations.work_queue import ReplayQueue
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.protocol.bodies import read_body
from ludoteka.server.whole_matches import NO_SUCH_GAME

LONGEST_REQUEST = 1_000_000  # bytes
BYTES_PER_WEIGHT = 2_000  # of a request that is replayed: some two hundred actions
POSITION_REFUSALS = (NO_SUCH_GAME, NO_ANALYSIS, "bad-option", "bad-position")
Replayed = TypeVar("Replayed")


class EngineLine(Answer):
    """A line of the engine, and what it is worth to the seat to act."""

    moves: list[str]
    value: int  # in hundredths of a plain piece
    chance: float  # to win
    forced: bool
    wins: Whole | None  # in so many moves the winner of a forced line wins, if the line shows it to the end


class EngineLines(Answer):
    """The best lines in a position; while a throw is due, one for each throw."""

    seat: str
    chance: float | None  # with the best line, or the mean over all throws
    lines: list[EngineLine]
    depth: Whole
    nodes: Whole
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    ready: bool  # False while the engine still starts, and its lines are shallow


async def _ask(
    queue: ReplayQueue,
    limits: RateLimits,
    request: Request,
    answer: Callable[[bytes], Replayed],
    most: int = LONGEST_REQUEST,
) -> Replayed:
    """Return what `answer` makes of the body, in another process."""
    client = rate_limit_key(request)
    body = await read_body(request, most, TOO_LONG)
    limits["read"].count(client, len(body) // BYTES_PER_WEIGHT)
    return await queue.run(client.address, answer, body)


calls = Calls()


@calls.add(
    "POST /api/analysis/position",
    takes=PositionRequest,
    answer=AnalysedPosition,
    costs={"read": 1},  # and by its length, as the others
    refuses=POSITION_REFUSALS,
)
async def get_position(queue: ReplayQueue, limits: RateLimits, request: Request) -> bytes:
    """A position of an analysis, with the legal actions."""
    return await _ask(queue, limits, request, encode_analysed)


@calls.add(
    "POST /api/analysis/lines",
    takes=LinesRequest,
    costs={"read": 1},
    refuses=(*POSITION_REFUSALS, "game-over", "throw-first"),
)
async def get_lines(
    queue: ReplayQueue, limits: RateLimits, broker: Broker, holder: Holder, client: LimitKey, request: Request
) -> EngineLines:
    """The best lines that the engine finds in a position.

    It stops if the client leaves.
    """
    question, letter, seats, weights = await _ask(queue, limits, request, build_question)
    limits["analysis"].count(client, math.ceil(question.seconds))
    key = f"analysis:{secrets.token_urlsafe(9)}"
    answer = broker.answer(key, "analysis", question, question.seconds, holder)
    found = AnalysisAnswer(*await _unless_left(request, answer))
    lines = [
        _line(texts, value, seats, found.won, wins)
        for (texts, value), wins in zip(found.lines, found.wins, strict=True)
    ]
    chance = _expected_chance(lines, weights)
    return EngineLines(letter, chance, lines, found.depth, found.nodes, found.seconds, found.is_ready)


@calls.add(
    "POST /api/analysis/tree",
    accepts=PLAIN,
    answer=AnalysisTree,
    costs={"read": 1},
    refuses=(NO_SUCH_GAME, NO_ANALYSIS, "bad-record"),
)
async def get_tree(queue: ReplayQueue, limits: RateLimits, client: LimitKey, request: Request) -> bytes:
    """The tree of moves of a record."""
    with queue.one_request(client):
        return await _ask(queue, limits, request, encode_tree, MOST_BYTES)


@calls.add("POST /api/analysis/record", takes=AnalysisTree, content=PLAIN, costs={"read": 1}, refuses=POSITION_REFUSALS)
async def write_record(queue: ReplayQueue, limits: RateLimits, client: LimitKey, request: Request) -> Response:
    """A tree of moves as a record."""
    with queue.one_request(client):
        return Response(await _ask(queue, limits, request, write_tree), media_type=PLAIN)


async def _unless_left(request: Request, answer: Awaitable[Replayed]) -> Replayed:
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


def _line(texts: list[str], value: int, seats: int, won: int, wins: int | None) -> EngineLine:
    """Return a line with the chance to win for the seat to act."""
    return EngineLine(texts, value, round(action_chance(value, seats, won) / WHOLE, 4), abs(value) >= won, wins)


def _expected_chance(lines: list[EngineLine], weights: dict[str, int]) -> float | None:
    """Return the chance with the best line, or the mean over the throws, if one is due; None without lines."""
    if not lines or not weights:
        return lines[0].chance if lines else None
    total = sum(weights[line.moves[0]] * line.chance for line in lines)
    return float(round(total / sum(weights.values()), 4))
