"""What programs that learn see of Labyrinth, from the log alone: the players, the shop, and the map around the seat.

They choose among the actions, and for money among the amounts on buttons, and everything (docs/research/labyrinth.md).
"""

from typing import Any

from ludoteka.games.labyrinth import choosing, learning_rules, rules
from ludoteka.games.labyrinth.listener import listen
from ludoteka.games.labyrinth.maze import WAY_NAMES
from ludoteka.games.labyrinth.notation import THINGS, Knowledge
from ludoteka.games.labyrinth.public_memory import LEVELS, PLAYERS, RADIUS, SIDE
from ludoteka.games.labyrinth.tensor import MAP, MOST, write

KINDS = ("plain", *rules.OBJECT_NAMES[1:], "ladder", "mouth")  # a spinner is never announced
FLOORS = ("on the floor below", "on the seat's floor", "on the floor above")
PLANES = (
    *(f"a {kind} cell" if kind == "plain" else f"a {kind}" for kind in KINDS),
    *(f"{side} to the {way}" for side in ("open", "a wall", "a wall tried with the latest key") for way in WAY_NAMES),
    *(f"{thing} on the floor" for thing in ("a key", "an idol", "something else")),
)
NAMES = (
    *(
        f"seat +{other}: {fact}"
        for other in range(PLAYERS)
        for fact in (
            "is in the labyrinth",
            "is to act",
            "arrived where somebody was",
            "loses the next turn",
            "has to choose",
            *("yuan in cash" if thing == "purse" else f"{thing}: number carried" for thing in THINGS),
            "yuan that can be withdrawn",
            *(f"is on a {kind} cell" for kind in KINDS),
            *(f"{thing}: may lie on the cell" for thing in THINGS),
        )
    ),
    *(f"the seat to act is {stage}" for stage in ("choosing", "before the move", "after the move")),
    *(f"{thing}: price in yuan, rounded up" for thing in THINGS),
    *(
        f"{plane}: {row - RADIUS} to the south, {column - RADIUS} to the east, {floor}"
        for plane in PLANES
        for floor in FLOORS
        for row in range(SIDE)
        for column in range(SIDE)
    ),
)
SHAPE = (len(NAMES),)
HIGHEST = MOST
MACHINE_RULES = learning_rules
MAP_FIRST, MAP_SHAPE = MAP, (len(PLANES), LEVELS, SIDE, SIDE)  # the index of its first number, and its shape


def choices(seat: int) -> list[int]:
    """Return the actions, and the amounts; TOO_MUCH, which nobody has, stands for everything."""
    amounts = (*choosing.COINS, rules.TOO_MUCH)
    return [*range(rules.LEAVE), *(kind + amount for kind in (rules.WITHDRAW, rules.DEPOSIT) for amount in amounts)]


def named(seen: Knowledge, action: int) -> int:
    """Return the entry of `choices` by which the seat to act chooses an action that it may try."""
    if action < rules.WITHDRAW or seen.public.seats > PLAYERS:  # programs that learn can't hear so many players
        return action
    heard, stage, turn = listen(seen), seen.public.stage, seen.public.turn
    for everything in (choosing.WITHDRAWALS + choosing.EVERYTHING, choosing.DEPOSITS + choosing.EVERYTHING):
        if action == choosing.meant_action(heard, turn, stage, everything):
            return choices(turn)[everything]
    return action


def encode(seen: Knowledge, seat: int, tensor: Any) -> None:
    """Write what a seat has heard."""
    public = seen.public
    write(listen(seen), public.seats, public.turn, public.stage, seat, tensor)
