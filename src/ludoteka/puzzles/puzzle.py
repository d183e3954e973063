"""Puzzles, the collections of them that games have in their folders, and solving one.

The solver's actions are replayed, and the other side answers as the solution says.  Nothing is kept between two attempts,
so the solver sends all their actions so far.
"""

import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludoteka.core.game import Game, Options, Seat
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refusal

WIN, DEFENCE, GAIN = "win", "defence", "gain"  # themes
FIRST_DAY: Final = date(2026, 1, 1).toordinal()
NO_SUCH_PUZZLE = Refusal("no-such-puzzle", Message("There is no such puzzle."), 404)


class Puzzle(NamedTuple):
    """A position in which one play is clearly the best; a play is an action, or the whole turn after a throw."""

    game: str
    number: int  # in the collection of the game, from 1
    position: str
    options: Options  # those that differ from the defaults
    solution: tuple[str, ...]  # the actions of both sides; ends with one of the side that solves
    theme: str
    moves: int  # a win takes this many of the solver's moves; 0 with other themes
    level: int  # the lowest level of the computer that finds the first play, as does the next; above the highest if none does
    depth: int  # to which the search has compared all plays

    def plain(self) -> dict[str, Any]:
        """Return the puzzle as it is stored in its collection."""
        stored = self._asdict()
        return {name: stored[name] for name in self._fields if name not in ("game", "number")}


def collection_path(game: Game) -> Path:
    """Return the file with the puzzles of a game."""
    return game.folder / "puzzles" / "puzzles.json"


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first; none if it has no collection."""
    path = collection_path(game)
    if not path.is_file():
        return ()
    stored = json.loads(path.read_text("utf-8"))["puzzles"]
    return tuple(
        Puzzle(**one | {"game": game.name, "number": number, "solution": tuple(one["solution"])})
        for number, one in enumerate(stored, 1)
    )


def find_puzzle(game: Game, number: int) -> Puzzle:
    """Return a puzzle by its number.  Raises Refused: "no-such-puzzle"."""
    known = puzzles_of(game)
    if not 1 <= number <= len(known):
        text = Message("There is no such puzzle. The puzzles have the numbers 1 to {count}.", count=len(known))
        raise NO_SUCH_PUZZLE(text if known else Message("This game has no puzzles."))
    return known[number - 1]


def daily_puzzle(puzzles: list[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day among these: the same in every house, and each once before one comes again."""
    mixed = sorted(puzzles, key=lambda one: sha256(f"{one.game} {one.position}".encode()).digest())
    return mixed[(day.toordinal() - FIRST_DAY) % len(mixed)]


OPEN, RIGHT, WRONG, SOLVED = "open", "right", "wrong", "solved"  # verdicts; open: the turn is not over
LONGEST: Final = 40  # actions of an attempt


class Attempt(NamedTuple):
    """What became of the solver's actions."""

    verdict: str
    actions: tuple[str, ...]  # of the solver, as far as they are right or the turn is not over
    match: Match  # the position after these and the replies
    before: tuple[str, ...] = ()  # of these, the ones before the turn that is not over
    played: tuple[str, ...] = ()  # a wrong play


class SolutionStep(NamedTuple):
    """One play of the solution, and the replies to it."""

    actions: tuple[str, ...]
    position: str  # after the play
    replies: tuple[str, ...]


def solution_steps(game: Game, puzzle: Puzzle) -> list[SolutionStep]:
    """Return the solution, split into plays of the solver."""
    match = begin_puzzle(game, puzzle)
    solver, steps = match.seat, list[SolutionStep]()
    for text in puzzle.solution:
        if match.seat != solver:
            steps[-1] = steps[-1]._replace(replies=(*steps[-1].replies, text))
            match.play(text)
            continue
        is_new = not steps or match.position_text != steps[-1].position
        last = SolutionStep((), "", ()) if is_new else steps.pop()
        match.play(text)
        steps.append(last._replace(actions=(*last.actions, text), position=match.position_text))
    return steps


def begin_puzzle(game: Game, puzzle: Puzzle) -> Match:
    """Return the match at the position of a puzzle; repetitions and quiet actions don't end it."""
    return Match(game, puzzle.options, puzzle.position)


def attempt_puzzle(game: Game, puzzle: Puzzle, actions: Sequence[str]) -> Attempt:
    """Judge the actions that the solver has played so far, the wrong play being the last.

    A play is right if it leads to the same position as that of the solution, or wins at once.

    Raises:
        Refused: an action is illegal, as `Match.check`; "game-over" after a wrong or the last play.
    """
    match, right, play = begin_puzzle(game, puzzle), list[str](), list[str]()
    solver, steps = match.seat, solution_steps(game, puzzle)
    for index, text in enumerate(actions):
        match.play(text)
        play.append(text)
        if match.seat == solver:
            continue
        step = steps.pop(0)
        if match.position_text != step.position and not _has_won(match, solver):
            return attempt_puzzle(game, puzzle, right)._replace(verdict=WRONG, played=tuple(play))
        right, play = [*right, *play], []
        if not steps or _has_won(match, solver):
            return Attempt(SOLVED, tuple(actions[: index + 1]), match)
        for reply in step.replies:
            match.play(reply)
    return Attempt(OPEN if play or not right else RIGHT, (*right, *play), match, tuple(right))


def _has_won(match: Match, seat: int) -> bool:
    return bool(match.game.rules.is_terminal(match.state) and match.game.rules.returns(match.state, seat) > 0)


def next_pick(game: Game, puzzle: Puzzle, attempt: Attempt) -> str | None:
    """Return the first name to pick in the next action of the solution; None if the attempt has left it."""
    solution = [text for step in solution_steps(game, puzzle) for text in step.actions]
    count = len(attempt.actions)
    if tuple(solution[:count]) != attempt.actions or count == len(solution):
        return None
    match = attempt.match
    return str(game.texts.path(match.seen(), match.check(solution[count]))[0])


def task(game: Game, puzzle: Puzzle) -> Message:
    """Return what the puzzle asks for."""
    seat = solver_seat(game, puzzle).title
    if puzzle.theme == WIN:
        return Message(
            "{seat} to move and win in {count} move.",
            plural="{seat} to move and win in {count} moves.",
            seat=seat,
            count=puzzle.moves,
        )
    if game.throw:
        return Message("{seat} to move: find the best play of the throw.", seat=seat)
    if puzzle.theme == DEFENCE:
        return Message("{seat} to move: all moves but one lose.", seat=seat)
    return Message("{seat} to move: one move is clearly better than the others.", seat=seat)


def solver_seat(game: Game, puzzle: Puzzle) -> Seat:
    """Return the seat that solves a puzzle."""
    match = begin_puzzle(game, puzzle)
    return next(seat for seat in game.seats(match.options) if seat.number == match.seat)
