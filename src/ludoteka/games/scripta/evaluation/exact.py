"""The evaluation of XII Scripta with its endgame table, which `tools/endgames.py` computes for both kinds of passing."""

from pathlib import Path

from ludoteka.core.network.weights import read_endgame_table
from ludoteka.core.rules import UNSOLVED
from ludoteka.games.scripta.evaluation.last_men import OUTSIDE, POSITIONS, position_number
from ludoteka.games.scripta.evaluation.readable import evaluate
from ludoteka.games.scripta.rules import State

__all__ = ["endgame", "evaluate"]

VALUES = read_endgame_table(Path(__file__).parent / "endgames.json", POSITIONS)


def endgame(state: State, seat: int) -> int:
    """Return the exact value of a position before a throw for a seat, if so few men are left that it is known."""
    number = position_number(state)
    if number == OUTSIDE:
        return UNSOLVED
    return int(VALUES[number]) if seat == state.turn else -int(VALUES[number])
