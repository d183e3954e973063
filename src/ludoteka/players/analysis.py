"""What the engine thinks of a position that people look at together: the best lines and their values."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ludoteka.games import games
from ludoteka.players.computer import best_search, ready_search, seat_numbers
from ludoteka.players.turn import Turn
from ludoteka.search.analysis import Limits, Root
from ludoteka.search.search import Search

UNLIMITED = 1 << 60  # positions
_searching: list[Search] = []  # the search in progress, if there is one


class AnalysisQuestion(NamedTuple):
    """What to look at, and for how long; plain data, so that another process can answer."""

    turn: Turn  # of a game with an evaluation; the level does not matter
    lines: int  # how many of the best actions to show
    seconds: float


class AnalysisAnswer(NamedTuple):
    """The best lines that were found, as plain data."""

    lines: list[tuple[list[str], int]]  # the action texts, and the value for the seat to act, in hundredths of a piece
    won: int  # only forced wins have values this high
    depth: int  # of the last iteration that was completed
    nodes: int
    seconds: float
    is_ready: bool  # otherwise the compiler is at work: this answer is shallow, and a later one will be better


def answer_analysis(question: Any, is_stopped: Callable[[], bool]) -> AnalysisAnswer:
    """Return the answer to an `AnalysisQuestion` as plain data.  Nobody waits for the compiler.

    `is_stopped` is asked after each depth, for a stop that came before the search could hear it.
    """
    turn, lines, seconds = Turn(*question[0]), question[1], question[2]
    game = games()[turn.game]
    best = best_search(game)
    search = best or ready_search(game)
    root = Root(
        game.rules.Observation.of(turn.observation),
        turn.legal,
        seat_numbers(game, turn.options),
        [game.texts.parse_position(text, turn.options) for text in turn.past],
        turn.quiet_left,
    )
    limits = Limits(search.deepest if best else search.first, UNLIMITED, seconds)
    _searching.append(search)
    try:
        found = search.analyse(root, limits, lines=lines, report=lambda _: search.stop() if is_stopped() else None)
    finally:
        _searching.clear()
    told = [(game.texts.line_texts(root.state, line.actions), line.value) for line in found.lines]
    return AnalysisAnswer(told, search.won, found.depth, found.nodes, round(found.seconds, 3), best is not None)


def stop_analysis() -> None:
    """End the analysis in progress early; call it from another thread."""
    for search in _searching:
        search.stop()
