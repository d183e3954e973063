"""What the house says about puzzles and attempts.  A background process judges attempts, so this module imports no web server."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec

from ludoteka.core.game import Game
from ludoteka.core.message import Message
from ludoteka.features.analysis.positions import ActionText
from ludoteka.games import games
from ludoteka.puzzles import puzzle as library
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.server.protocol.messages import ClientContent, encode, read_message
from ludoteka.server.whole_matches import game_named


class DailyPuzzle(Answer):
    """The puzzle of the day."""

    game: str
    number: Whole


class PuzzleGroup(Answer):
    """Puzzles that have something in common."""

    name: str
    title: Message
    numbers: list[Whole]


Difficulty = Literal["easy", "medium", "hard"]


class PuzzleCollection(Answer):
    """The puzzles of a game: the level and the difficulty of each, and the groups of those that have something in common."""

    name: str
    title: Message
    levels: list[Whole]
    difficulties: list[Difficulty]
    groups: list[PuzzleGroup]


class PuzzleList(Answer):
    """All puzzles."""

    daily: DailyPuzzle | None
    games: list[PuzzleCollection]


class Puzzle(Answer):
    """A puzzle without its solution."""

    game: str
    title: Message
    number: Whole
    count: Whole
    position: str
    options: dict[str, Any]
    task: Message
    level: Whole
    difficulty: Difficulty


class AttemptRequest(ClientContent, kw_only=True):
    """All actions of the solver, and what else they want to know."""

    actions: Annotated[list[ActionText], msgspec.Meta(max_length=library.LONGEST)] = msgspec.field(default_factory=list)
    wish: Literal["", "hint", "solution"] = ""


class Attempt(Answer):
    """What became of an attempt."""

    verdict: Literal["open", "right", "wrong", "solved"]
    actions: list[str]  # those that are right, or of a turn that is not over
    played: list[str]  # the actions of both sides up to now
    hint: str | None  # what to pick first
    solution: list[str] | None  # the actions of both sides, if it was asked for
    reasons: list[Message]  # what the last play did and why it is the best, once the puzzle is solved


_attempt_decoder = msgspec.json.Decoder(AttemptRequest)


def open_puzzle(name: str, number: str) -> tuple[Game, library.Puzzle]:
    """Return a puzzle and its game.  Raises Refused: "no-such-game", "no-such-puzzle"."""
    game = game_named(name)
    if not number.isascii() or not number.isdigit() or len(number) > len(str(len(library.puzzles_of(game)))):
        raise library.NO_SUCH_PUZZLE()
    return game, library.find_puzzle(game, int(number))


def list_puzzles(today: date) -> PuzzleList:
    """Return the puzzle of the day, and the level of each puzzle of each game that has any."""
    known = [(game, puzzles) for game in games().values() if (puzzles := library.puzzles_of(game))]
    every = [puzzle for _, puzzles in known for puzzle in puzzles]
    daily = library.daily_puzzle(every, today) if every else None
    return PuzzleList(
        DailyPuzzle(daily.game, daily.number) if daily else None,
        [_describe_collection(game, puzzles) for game, puzzles in known],
    )


def _describe_collection(game: Game, puzzles: tuple[library.Puzzle, ...]) -> PuzzleCollection:
    return PuzzleCollection(
        game.name,
        game.title,
        [one.level for one in puzzles],
        [library.find_difficulty(one, len(puzzles)) for one in puzzles],  # type: ignore[misc]  # the library has these only
        [PuzzleGroup(*group) for group in library.group_puzzles(game)],
    )


def describe_puzzle(game: Game, puzzle: library.Puzzle) -> Puzzle:
    """Return a puzzle without its solution."""
    count = len(library.puzzles_of(game))
    return Puzzle(
        game.name,
        game.title,
        puzzle.number,
        count,
        puzzle.position,
        dict(puzzle.options),
        library.task(game, puzzle),
        puzzle.level,
        library.find_difficulty(puzzle, count),  # type: ignore[arg-type]  # the library has these only
    )


def encode_attempt(body: bytes, name: str, number: str) -> bytes:
    """Return what became of an attempt, as JSON; the hint or the solution only if it is asked for.

    Raises:
        Refused: "bad-message", "no-such-game", "no-such-puzzle", or the game's own reason.
    """
    game, puzzle = open_puzzle(name, number)
    request: AttemptRequest = read_message(_attempt_decoder, body)
    attempt = library.attempt_puzzle(game, puzzle, request.actions)
    wants_hint = request.wish == "hint" and attempt.verdict not in (library.SOLVED, library.WRONG)
    if wants_hint and library.next_pick(game, puzzle, attempt) is None:
        attempt = library.attempt_puzzle(game, puzzle, attempt.before)
    return encode(
        Attempt(
            attempt.verdict,  # type: ignore[arg-type]  # the library has these verdicts only
            list(attempt.actions),
            list(attempt.match.actions),
            library.next_pick(game, puzzle, attempt) if wants_hint else None,
            list(puzzle.solution) if request.wish == "solution" else None,
            [*library.explain_solution(attempt, puzzle)] if attempt.verdict == library.SOLVED else [],
        )
    )
