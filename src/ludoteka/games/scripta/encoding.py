"""What programs that learn see of XII Scripta: the men of each seat on the points and beside the board, and the unused dice.

A choice is an origin and a die.  Both seats run the same course, so nothing is turned.
"""

from typing import Any

from ludoteka.games.scripta.rules import FACES, MEN, OFF_BOARD, PASS, POINTS, STRIDE, sign_of

WHOSE = ("own", "enemy")
NAMES = (
    *(f"{whose} men on point {point}" for whose in WHOSE for point in range(1, POINTS + 1)),
    *(f"{whose} men {where}" for where in ("waiting", "captured", "off") for whose in WHOSE),
    *(f"unused dice that show {face}" for face in range(1, FACES + 1)),
    "men that each seat began with",
    "passing is restricted",
)
SHAPE = (len(NAMES),)
HIGHEST = MEN
BESIDE = 2 * POINTS
DICE = BESIDE + 6


def choices(seat: int) -> list[int]:
    """Return the pass, and each origin with each die."""
    ends = [(origin, origin + die) for origin in range(POINTS + 1) for die in range(1, FACES + 1)]
    moves = [(origin, OFF_BOARD if target == POINTS + 1 else target) for origin, target in ends if target <= POINTS + 1]
    return [PASS, *(origin * STRIDE + target for origin, target in moves)]


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Count the men and the dice."""
    sign = sign_of(seat)
    for point in range(1, POINTS + 1):
        men = seen.men[point] * sign
        if men > 0:
            tensor[point - 1] = men
        elif men < 0:
            tensor[POINTS + point - 1] = -men
    for other in range(2):
        owner = seat if other == 0 else 1 - seat
        tensor[BESIDE + other] = seen.waiting[owner]
        tensor[BESIDE + 2 + other] = seen.captured[owner]
        tensor[BESIDE + 4 + other] = seen.off[owner]
    for face in range(1, FACES + 1):
        tensor[DICE + face - 1] = seen.dice[face]
    tensor[DICE + FACES] = seen.pieces
    tensor[DICE + FACES + 1] = seen.must_move
