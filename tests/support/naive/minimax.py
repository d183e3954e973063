"""Plain minimax to the end of a game for two opponents, with the toy game of stones."""

from pathlib import Path

from toys import stones

from ludoteka.core.game import Game, Seat
from ludoteka.core.message import Message
from ludoteka.search.alphabeta import STEP, WIN

STONES = Game(
    name="stones",
    title=Message("Stones"),
    summary=Message("Take the last one."),
    seats=lambda options: (Seat(0, "a", Message("One")), Seat(1, "b", Message("Other"))),
    rules=stones,
    notation=None,
    scene=None,
    folder=Path(stones.__file__).parent,
    evaluation=stones,
)


def worths(state, ply=1):
    """The value of every action for the seat to act, by plain minimax to the end."""
    found = {}
    for action in STONES.legal(state):
        after = state.copy()
        stones.apply(after, action)
        if stones.is_terminal(after):
            found[action] = stones.returns(after, state.turn) * (WIN - ply * STEP)
        else:
            best = max(worths(after, ply + 1).values())
            found[action] = best if after.turn == state.turn else -best
    return found
