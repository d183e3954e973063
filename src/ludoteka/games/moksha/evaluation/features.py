"""What the learned weights of Moksha are for: the kinds of cubes.

A kind is a side, a level, where the cube points, and whether an enemy could give it a level; all of it from the point of view of the
side to move, whose cubes begin at the lower edge.
"""

from pathlib import Path

from ludoteka.games.moksha.evaluation.readable import BIT, reach_of
from ludoteka.games.moksha.rules import (
    CELLS,
    EMPTY,
    FACINGS,
    LEVELS,
    SEAT_CUBES,
    WHITE,
    State,
    facing_of,
    level_of,
    seat_of,
)

NETWORK = Path(__file__).parent / "network.json"  # the weights
BOARD = len(CELLS)
GROUPS = BOARD  # a cell each
KINDS = 2 * LEVELS * FACINGS * 2  # own or enemy, level, facing, in the reach of an enemy or not
FEATURES = 1 + KINDS
HALF_TURN = FACINGS // 2


def viewer(state: State) -> int:
    """Return the seat for which the weights add up: the one to move."""
    return state.turn


def set_image(target: State, source: State, number: int) -> None:
    """Leave `target` as the copy of `source` that it is: a mirror would turn corners the wrong way."""


def feature(state: State, seat: int, group: int) -> int:
    """Return the feature of the cube on a cell, for a seat; 0 if the cell is empty."""
    place = CELLS[group]
    piece = state.board[place]
    if piece == EMPTY:
        return 0
    return kind_of(piece, seat, reach_of_side(state, 1 - seat_of(piece)) & BIT[place] != 0)


def reach_of_side(state: State, seat: int) -> int:
    """Return the cells on which a seat could give a level without a push, as a set."""
    cells = 0
    for place in CELLS:
        piece = state.board[place]
        if piece != EMPTY and (piece > SEAT_CUBES) == (seat != WHITE):
            cells |= reach_of(state, place)
    return cells


def kind_of(piece: int, seat: int, is_reached: bool) -> int:
    """Return the feature for the kind of a cube, for a seat."""
    is_enemy, facing = seat_of(piece) != seat, facing_of(piece)
    if seat != WHITE:
        facing = (facing + HALF_TURN) % FACINGS
    return 1 + ((is_enemy * LEVELS + level_of(piece)) * FACINGS + facing) * 2 + is_reached
