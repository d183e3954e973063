"""What the house says about puzzles and attempts.  A background process judges attempts, so this module imports no web server."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.features.analysis.requests import ActionText
from ludoteka.games import games
from ludoteka.puzzles.puzzle import (
    LONGEST,
    SOLVED,
    WRONG,
    Puzzle,
    attempt_puzzle,
    daily_puzzle,
    find_puzzle,
    next_pick,
    puzzles_of,
    task,
)
from ludoteka.server.protocol.messages import ClientContent, encode, read_message
from ludoteka.server.whole_matches import game_named


class AttemptRequest(ClientContent, kw_only=True):
    """The body of POST /api/puzzles/{game}/{number}: all actions of the solver, and what else they want to know."""

    actions: Annotated[list[ActionText], msgspec.Meta(max_length=LONGEST)] = msgspec.field(default_factory=list)
    wish: Literal["", "hint", "solution"] = ""


_attempt_decoder = msgspec.json.Decoder(AttemptRequest)


def read_attempt(body: bytes) -> AttemptRequest:
    """Parse the body of an attempt.  Raises Refused: "bad-message"."""
    return read_message(_attempt_decoder, body)  # type: ignore[no-any-return]  # the decoder checks the type


def open_puzzle(name: str, number: str) -> tuple[Game, Puzzle]:
    """Return a puzzle and its game.  Raises Refused: "no-such-game", "no-such-puzzle"."""
    game = game_named(name)
    if not number.isascii() or not number.isdigit() or len(number) > len(str(len(puzzles_of(game)))):
        raise Refused("no-such-puzzle", Message("There is no such puzzle."))
    return game, find_puzzle(game, int(number))


def list_puzzles(today: date) -> dict[str, Any]:
    """Return the puzzle of the day, and the level of each puzzle of each game that has any."""
    known = {name: puzzles_of(game) for name, game in games().items() if puzzles_of(game)}
    every = [puzzle for puzzles in known.values() for puzzle in puzzles]
    daily = daily_puzzle(every, today) if every else None
    return {
        "daily": daily and {"game": daily.game, "number": daily.number},
        "games": [
            {"name": name, "title": games()[name].title.plain(), "levels": [puzzle.level for puzzle in puzzles]}
            for name, puzzles in known.items()
        ],
    }


def describe_puzzle(game: Game, puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle without its solution."""
    return {
        "game": game.name,
        "title": game.title.plain(),
        "number": puzzle.number,
        "count": len(puzzles_of(game)),
        "position": puzzle.position,
        "options": puzzle.options,
        "task": task(game, puzzle).plain(),
        "level": puzzle.level,
    }


def encode_attempt(body: bytes, name: str, number: str) -> bytes:
    """Return what became of an attempt, as JSON; the hint or the solution only if it is asked for.

    Raises:
        Refused: "bad-message", "no-such-game", "no-such-puzzle", or the game's own reason.
    """
    game, puzzle = open_puzzle(name, number)
    request = read_attempt(body)
    attempt = attempt_puzzle(game, puzzle, request.actions)
    wants_hint = request.wish == "hint" and attempt.verdict not in (SOLVED, WRONG)
    if wants_hint and next_pick(game, puzzle, attempt) is None:
        attempt = attempt_puzzle(game, puzzle, attempt.before)
    return encode(
        {
            "verdict": attempt.verdict,
            "actions": attempt.actions,
            "played": attempt.match.actions,
            "hint": next_pick(game, puzzle, attempt) if wants_hint else None,
            "solution": puzzle.solution if request.wish == "solution" else None,
        }
    )
