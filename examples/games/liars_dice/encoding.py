"""What programs that learn see of liar's dice: the dice under the seat's own cup, how many the others have, and the last bid.

The seats follow clockwise from the seat that looks.  Earlier bids are in the log alone.  A choice is a bid or the challenge.
"""

from typing import Any

from ludoteka.games.liars_dice.rules import CHALLENGE, FACES, SEATS, STRIDE

DICE = 5  # at most, of a seat
NAMES = (
    *(f"own dice that show {face}" for face in range(1, FACES + 1)),
    *(f"dice of seat +{seat}" for seat in range(SEATS)),
    *(f"seat +{seat} is to act" for seat in range(SEATS)),
    "dice that the last bid says",
    *(f"the last bid says {face}" for face in range(1, FACES + 1)),
)
SHAPE = (len(NAMES),)
HIGHEST = SEATS * DICE
LEFT = FACES
TURN = LEFT + SEATS
BID = TURN + SEATS


def choices(seat: int) -> list[int]:
    """Return the challenge, and every number of dice with every face."""
    bids = [number * STRIDE + face for number in range(1, SEATS * DICE + 1) for face in range(1, FACES + 1)]
    return [CHALLENGE, *bids]


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Count the dice, and mark whose turn it is and the face of the last bid."""
    faces = seen.cups[seat]
    while faces > 0:
        tensor[faces % 10 - 1] += 1
        faces //= 10
    for other in range(SEATS):
        tensor[LEFT + other] = seen.left[(seat + other) % SEATS]
    tensor[TURN + (seen.turn - seat) % SEATS] = 1
    if seen.bid > 0:
        tensor[BID] = seen.bid // STRIDE
        tensor[BID + seen.bid % STRIDE] = 1
