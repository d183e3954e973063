"""What the engine thinks of a position that people look at together: the best lines and their values.

While a throw is due, there is a line for each throw, with the best play after it.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from ludoteka.games import games
from ludoteka.players.computer import best_search, moves_to_win, ready_search, root_of, until_repeated
from ludoteka.players.turn import Turn
from ludoteka.search.control import UNLIMITED
from ludoteka.search.search import Analysis, Limits, Memory, Root, Search
from ludoteka.search.searches import END_OF_TURN, Expectimax

_searching: list[Search] = []  # the search in progress, if there is one


@lru_cache(1)
def _memory_of(game: str, options: str) -> Memory:
    """Return the memory of the analyses of a game with these options, as JSON; only the latest is kept.

    People look at one position again and again, for longer each time, and then at the positions after it.
    """
    return Memory()


class AnalysisQuestion(NamedTuple):
    """What to look at, and for how long; plain data, so that another process can answer."""

    turn: Turn  # of a game with an evaluation; the level does not matter
    lines: int  # how many of the best actions to show; of throws, all are shown
    seconds: float
    thrower: int | None = None  # the number of the seat that throws; None if no throw is due


class AnalysisAnswer(NamedTuple):
    """The best lines that were found, as plain data."""

    # The action texts, and the value for the seat to act or throw, in hundredths of a piece
    lines: list[tuple[list[str], int]]
    won: int  # only forced wins have values this high
    depth: int  # of the last iteration that was completed
    nodes: int
    seconds: float
    wins: list[int | None]  # for each line, how many moves its winner needs, if the line shows a forced win
    is_ready: bool  # otherwise the compiler is at work: this answer is shallow, and a later one will be better


def answer_analysis(question: Any, is_stopped: Callable[[], bool]) -> AnalysisAnswer:
    """Return the answer to an `AnalysisQuestion` as plain data.  Nobody waits for the compiler.

    `is_stopped` is asked after each depth, for a stop that came before the search could hear it.
    """
    turn = Turn(*question[0])
    game = games()[turn.game]
    best = best_search(game)
    search = best or ready_search(game)
    root = root_of(turn, game)
    _searching.append(search)
    try:
        found = _look(search, root, question, is_stopped, is_ready=best is not None)
    finally:
        _searching.clear()
    lines = [until_repeated(game, root.state, line.actions, root.past) for line in found.lines]
    told = [
        (game.texts.line_texts(root.state, actions), line.value)
        for actions, line in zip(lines, found.lines, strict=True)
    ]
    wins = [
        moves_to_win(game, root.state, actions) if abs(line.value) >= search.won else None
        for actions, line in zip(lines, found.lines, strict=True)
    ]
    seconds = round(found.seconds, 3)
    return AnalysisAnswer(told, search.won, found.depth, found.nodes, seconds, wins, best is not None)


def _look(search: Search, root: Root, question: Any, is_stopped: Callable[[], bool], *, is_ready: bool) -> Analysis:
    """Search as deep as the time of an `AnalysisQuestion` allows; one turn deep until the compiled search is ready."""
    _, lines, seconds, thrower = question
    turn = Turn(*question[0])

    def report(_: Analysis) -> None:
        if is_stopped():
            search.stop()

    if thrower is not None and isinstance(search, Expectimax):
        limits = Limits(search.deepest if is_ready else END_OF_TURN, UNLIMITED, seconds)
        return search.analyse_throws(root, thrower, limits, report)
    limits = Limits(search.deepest if is_ready else search.first, UNLIMITED, seconds)
    memory = _memory_of(search.game.name, json.dumps(turn.options))
    return search.analyse(root, limits, lines=lines, report=report, memory=memory)


def stop_analysis() -> None:
    """End the analysis in progress early; call it from another thread."""
    for search in _searching:
        search.stop()
