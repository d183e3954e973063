"""Puzzles, the collections of them that games have in their folders, and solving one.

The solver's actions are replayed, and the other side answers as the solution says.  Nothing is kept between two attempts,
so the solver sends all their actions so far.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludoteka.core.game import Game, Options, Seat, Sentences
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refusal, Refused

WIN, DEFENCE, GAIN = "win", "defence", "gain"  # themes
LINE = "line"  # solutions of several plays
DIFFICULTIES: Final = "easy", "medium", "hard"  # each a third of a collection
GROUPS: Final[Mapping[str, Message]] = {  # what puzzles of all games have in common
    WIN: Message("Forced wins"),
    DEFENCE: Message("Only moves"),
    LINE: Message("Several moves"),
}
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
    motifs: tuple[str, ...] = ()  # of the solver's actions, as the game calls them

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
        Puzzle(
            **one
            | {
                "game": game.name,
                "number": number,
                "solution": tuple(one["solution"]),
                "motifs": tuple(one.get("motifs", ())),
            }
        )
        for number, one in enumerate(stored, 1)
    )


def find_puzzle(game: Game, number: int) -> Puzzle:
    """Return a puzzle by its number.  Raises Refused: "no-such-puzzle"."""
    known = puzzles_of(game)
    if not 1 <= number <= len(known):
        text = Message("There is no such puzzle. The puzzles have the numbers 1 to {count}.", count=len(known))
        raise NO_SUCH_PUZZLE(text if known else Message("This game has no puzzles."))
    return known[number - 1]


def find_difficulty(puzzle: Puzzle, count: int) -> str:
    """Return the difficulty of a puzzle of a collection of this many, which has the easiest first."""
    return DIFFICULTIES[len(DIFFICULTIES) * (puzzle.number - 1) // count]


def find_motifs(game: Game, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the motifs of the solver's actions, in the order in which the game lists them."""
    if game.motifs is None:
        return ()
    match, found = begin_puzzle(game, puzzle), set[str]()
    solver = match.seat
    for text in puzzle.solution:
        is_own, action = match.seat == solver, match.play(text)
        found |= {*game.motifs.find(match.previous_state, action, match.state)} if is_own else set()
    return tuple(key for key in game.motifs.titles if key in found)


class PuzzleGroup(NamedTuple):
    """Puzzles of a game that have something in common."""

    name: str
    title: Message
    numbers: list[int]


def group_puzzles(game: Game) -> list[PuzzleGroup]:
    """Return the groups of a game that have puzzles; a puzzle may be in several, or in none."""
    titles = {**GROUPS, **(game.motifs.titles if game.motifs else {})}
    groups = {name: PuzzleGroup(name, title, []) for name, title in titles.items()}
    for puzzle in puzzles_of(game):
        line = () if game.throw or len(puzzle.solution) == 1 else (LINE,)
        for name in (puzzle.theme, *line, *puzzle.motifs):
            if name in groups:
                groups[name].numbers.append(puzzle.number)
    return [group for group in groups.values() if group.numbers]


def find_group(game: Game, name: str) -> list[Puzzle]:
    """Return the puzzles of a group of a game, the easiest first.  Raises Refused: "no-such-theme"."""
    groups, known = {group.name: group for group in group_puzzles(game)}, puzzles_of(game)
    if known and name not in groups:
        text = Message("There is no such theme. The themes of these puzzles: {names}", names=", ".join(groups))
        raise Refused("no-such-theme", text)
    return [known[number - 1] for number in groups[name].numbers] if known else []


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
    before: tuple[str, ...] = ()  # of these, the ones before the last turn
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
    for text in actions:
        match.play(text)
        play.append(text)
        if match.seat == solver:
            continue
        step = steps.pop(0)
        if match.position_text != step.position and not _has_won(match, solver):
            return attempt_puzzle(game, puzzle, right)._replace(verdict=WRONG, played=tuple(play))
        before, right, play = tuple(right), [*right, *play], []
        if not steps or _has_won(match, solver):
            return Attempt(SOLVED, tuple(right), match, before)
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


def explain_solution(attempt: Attempt, puzzle: Puzzle) -> Sentences:
    """Return what the solver's last play did, and why it is the best, as far as the puzzle tells."""
    match, play = attempt.match, len(attempt.actions) - len(attempt.before)
    did = [sentence for sentences in match.remarks[-play:] for sentence in sentences]
    if puzzle.theme == WIN:
        return (*did, match.scene().status)
    return (*did, Message("Every other move loses by force.")) if puzzle.theme == DEFENCE else tuple(did)


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
