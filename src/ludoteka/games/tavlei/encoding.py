"""What programs that learn see of Tavlei: 4 planes of 9×9 cells; and 81 × 16 choices, a piece and a cell in its rank or file."""

from typing import Any

from ludoteka.games.tavlei.rules import AREA, ATTACKERS, CELLS, EMPTY, KING, SIDE

NAMES = ("attackers", "defenders", "king", "the defenders are to move")
SHAPE = (len(NAMES), SIDE, SIDE)
HIGHEST = 1
PLANE = len(CELLS)


def choices(seat: int) -> list[int]:
    """Return the moves of a rook from each cell of an empty board: the moves of all pieces are among them."""
    ranks = [range(rank * SIDE, rank * SIDE + SIDE) for rank in range(SIDE)]
    return [
        CELLS[origin] * AREA + CELLS[target]
        for origin in range(PLANE)
        for target in (*ranks[origin // SIDE], *(rank * SIDE + origin % SIDE for rank in range(SIDE)))
        if origin != target
    ]


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Mark the pieces, and whose turn it is.  The board isn't turned, because the two sides have different pieces."""
    for number in range(PLANE):
        piece = seen.board[CELLS[number]]
        if EMPTY < piece <= KING:
            tensor[(piece - 1) * PLANE + number] = 1
    if seat != ATTACKERS:
        for number in range(3 * PLANE, 4 * PLANE):
            tensor[number] = 1
