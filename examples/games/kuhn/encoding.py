"""What programs that learn see of Kuhn poker: the cards and chips, and how often the seats have acted; a choice is an action.

Chips and actions together say which actions were played, so nothing that a seat has seen is lost.
"""

from typing import Any

from ludoteka.games.kuhn.rules import BACK, BET, CALL, CARDS, CHECK, FOLD, MOST, NOTHING

WHOSE = ("own", "enemy")
NAMES = (
    *(f"{whose} card is {card}" for whose in WHOSE for card in CARDS),
    *(f"{whose} chips in the pot" for whose in WHOSE),
    "how often the seats have acted",
    "the first seat looks",
)
SHAPE = (len(NAMES),)
HIGHEST = MOST + 1
CHIPS = 2 * len(CARDS)


def choices(seat: int) -> list[int]:
    """Return the actions of a seat."""
    return [CHECK, BET, FOLD, CALL]


def encode(seen: Any, seat: int, tensor: Any) -> None:
    """Mark the cards that the seat sees, and count chips and actions."""
    for other in range(2):
        owner = seat if other == 0 else 1 - seat
        if NOTHING < seen.cards[owner] < BACK:
            tensor[other * len(CARDS) + seen.cards[owner] - 1] = 1
        tensor[CHIPS + other] = seen.pot[owner]
    tensor[CHIPS + 2] = seen.acted
    tensor[CHIPS + 3] = 1 - seat
