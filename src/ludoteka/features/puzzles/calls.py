"""Puzzles over HTTP.  Nothing is stored: an attempt contains all actions of the solver."""

import datetime

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refused
from ludoteka.features.puzzles import answers
from ludoteka.puzzles.puzzle import NO_SUCH_PUZZLE
from ludoteka.server.calls.call import PUBLIC, Calls
from ludoteka.server.http import pages
from ludoteka.server.operations.limits import LimitKey
from ludoteka.server.operations.work_queue import ReplayQueue
from ludoteka.server.protocol.bodies import read_body
from ludoteka.server.whole_matches import NO_SUCH_GAME

LONGEST_ATTEMPT = 10_000  # bytes
PUZZLE_REFUSALS = (NO_SUCH_GAME, NO_SUCH_PUZZLE)

calls = Calls()


async def puzzle_page(request: Request) -> Response:
    """Serve the page of a puzzle."""
    try:
        answers.open_puzzle(request.path_params["game"], request.path_params["number"])
    except Refused:
        return pages.missing(request)
    return await pages.described_page(request, "puzzle")


calls.add_file("/puzzles", "The list of puzzles", pages.serve_page("puzzles"))
calls.add_file("/puzzle/{game}/{number}", "The page of a puzzle", puzzle_page)


@calls.add("GET /api/puzzles", costs={"read": 1}, scope=PUBLIC)
async def get_puzzles() -> answers.PuzzleList:
    """The puzzle of the day, and the puzzles of each game."""
    return answers.list_puzzles(datetime.datetime.now(datetime.UTC).date())


@calls.add("GET /api/puzzles/{game}/{number}", costs={"read": 1}, scope=PUBLIC, refuses=PUZZLE_REFUSALS)
async def get_puzzle(game: str, number: str) -> answers.Puzzle:
    """A puzzle without its solution."""
    return answers.describe_puzzle(*answers.open_puzzle(game, number))


@calls.add(
    "POST /api/puzzles/{game}/{number}",
    takes=answers.AttemptRequest,
    answer=answers.Attempt,
    costs={"read": 1},
    refuses=PUZZLE_REFUSALS,
)
async def judge_attempt(queue: ReplayQueue, game: str, number: str, client: LimitKey, request: Request) -> bytes:
    """Judge an attempt at a puzzle."""
    body = await read_body(request, LONGEST_ATTEMPT, Message("The attempt is too long."))
    return await queue.run(client.address, answers.encode_attempt, body, game, number)
