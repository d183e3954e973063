"""What programs that learn see of Nine Men's Morris: the men of each seat on the points and in hand; a choice is an action."""

from typing import Any

from ludoteka.games.morris.rules import MEN, OFF, POINTS, STRIDE

WHOSE = ("own", "enemy")
NAMES = (
    *(f"{whose} man on point {point}" for whose in WHOSE for point in range(POINTS)),
    *(f"{whose} men in hand" for whose in WHOSE),
)
SHAPE = (len(NAMES),)
HIGHEST = MEN
HANDS = 2 * POINTS


def choices(seat: int) -> list[int]:
    """Return all ways from a point or from the hand to another point, with every man that can be taken."""
    return [
        (origin * POINTS + target) * STRIDE + taken
        for origin in range(OFF + 1)
        for target in range(POINTS)
        for taken in range(OFF + 1)
        if origin != target and taken != target and (taken != origin or taken == OFF)
    ]


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Mark the men on the board, and count those in hand."""
    for point in range(POINTS):
        if seen.board[point] == seat + 1:
            tensor[point] = 1
        elif seen.board[point] != 0:
            tensor[POINTS + point] = 1
    tensor[HANDS] = seen.hands[seat]
    tensor[HANDS + 1] = seen.hands[1 - seat]
