"""The scene of Nine Men's Morris."""

from collections.abc import Sequence
from functools import cache

from ludoteka.core.board import Board
from ludoteka.core.message import Message
from ludoteka.core.scene import Line, PanelEntry, Piece, Place, Scene, Stack
from ludoteka.games.morris.notation import NAMES
from ludoteka.games.morris.rules import BLACK, EMPTY, FEWEST, MILLS, WHITE, Observation, State, is_terminal, men

SPOTS = [("abcdefg".index(name[0]), 7 - int(name[1])) for name in NAMES]  # where the points lie
PLACES = tuple(Place(name, x, y) for name, (x, y) in zip(NAMES, SPOTS, strict=True))
LINES = tuple(Line("mill", (SPOTS[first], SPOTS[last])) for first, _, last in MILLS)
MEN = {WHITE + 1: ("white", WHITE, "w", Message("white man")), BLACK + 1: ("black", BLACK, "b", Message("black man"))}
HANDS = Message("White's men to be placed"), Message("Black's men to be placed")


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Describe the board without its men, and in the panel the men that are not placed yet."""
    panel = tuple(PanelEntry(HANDS[seat], seen.hands[seat]) for seat in (WHITE, BLACK) if any(seen.hands))
    return Scene(_status(seen), PLACES, panel=panel, lines=LINES)


def slots(state: State) -> Sequence[int]:
    """Return what is on each point."""
    return state.board


@cache
def stack(point: int, man: int) -> Stack:
    """Return the man on a point, if there is one."""
    if man == EMPTY:
        return ()
    kind, seat, symbol, label = MEN[man]
    return (Piece(kind, seat, NAMES[point], symbol, label),)


BOARD = Board(slots, stack)


def _status(seen: Observation) -> Message:
    if not is_terminal(seen):
        return Message("White to move") if seen.turn == WHITE else Message("Black to move")
    if men(seen, seen.turn) < FEWEST:
        return (
            Message("White has two men left: Black wins")
            if seen.turn == WHITE
            else Message("Black has two men left: White wins")
        )
    return Message("White cannot move: Black wins") if seen.turn == WHITE else Message("Black cannot move: White wins")
