"""What a seat has heard, written into a tensor: its numbers are named in encoding.py.  In the rules dialect.

The seats follow in the order of their numbers from the seat that looks.  The map has the seat's own cell in its middle.
"""

from typing import Any

from ludoteka.games.labyrinth.choosing import may_lie_here, withdrawable
from ludoteka.games.labyrinth.public_memory import (
    CELLS,
    KINDS,
    LEVELS,
    OPEN_SIDE,
    PLANE,
    PLAYERS,
    RADIUS,
    SIDE,
    THINGS_AT,
    TRIED_SIDE,
    PublicMemory,
    kind_drawn,
    side_drawn,
)
from ludoteka.games.labyrinth.rules import AFTER, BEFORE, IDOL, KEY, PURSE, TEXTS, WAYS

MOST = 100  # larger numbers are written as this one
HUNDRED = 100

# For each player
INSIDE, TO_ACT, MET_SOMEBODY, SKIPS, CHOOSES = 0, 1, 2, 3, 4
CARRIED = 5  # by text; for purses, the cash in yuan
ACCOUNT = CARRIED + TEXTS
KIND = ACCOUNT + 1
LYING = KIND + KINDS
PER_PLAYER = LYING + TEXTS

STAGES = PLAYERS * PER_PLAYER  # choosing, before the move, after it
PRICES = STAGES + 3  # of the shop on the seat's cell
MAP = PRICES + TEXTS

# Planes of the map, each with all its levels
OPEN_PLANE = KINDS  # by direction
WALL_PLANE = OPEN_PLANE + WAYS
TRIED_PLANE = WALL_PLANE + WAYS
KEY_PLANE = TRIED_PLANE + WAYS
IDOL_PLANE, OTHER_PLANE = KEY_PLANE + 1, KEY_PLANE + 2
PLANES = OTHER_PLANE + 1
SIZE = MAP + PLANES * LEVELS * PLANE


def write(heard: PublicMemory, players: int, turn: int, stage: int, seat: int, tensor: Any) -> None:
    """Write what `seat` knows into a tensor that is filled with zeros; `turn`: the seat to act."""
    for other in range(players):
        write_player(heard, (seat + other) % players, turn, stage, other * PER_PLAYER, tensor)
    if turn >= 0:
        tensor[STAGES + stage - 1] = 1
    for text in range(TEXTS):
        tensor[PRICES + text] = yuan(heard.heard_prices[seat * TEXTS + text] + HUNDRED - 1)
    if heard.heard_in[seat] == 1:
        write_map(heard, seat, tensor)


def write_player(heard: PublicMemory, player: int, turn: int, stage: int, at: int, tensor: Any) -> None:
    """Write what is known of a player, from index `at` on."""
    if heard.heard_in[player] == 0:
        return
    tensor[at + INSIDE] = 1
    tensor[at + TO_ACT] = 1 if player == turn else 0
    tensor[at + MET_SOMEBODY] = heard.heard_met[player]
    tensor[at + SKIPS] = heard.heard_skip[player]
    is_choice_over = player == turn and stage == BEFORE  # made, or there was nothing left to choose
    tensor[at + CHOOSES] = 0 if is_choice_over else heard.heard_choice[player]
    for text in range(TEXTS):
        tensor[at + CARRIED + text] = min(MOST, heard.heard_items[player * TEXTS + text])
        tensor[at + LYING + text] = 1 if may_lie_here(heard, player, text) else 0
    tensor[at + CARRIED + PURSE] = yuan(heard.heard_cash[player])
    tensor[at + ACCOUNT] = yuan(withdrawable(heard, player, player == turn and stage == AFTER))
    tensor[at + KIND + heard.heard_kind[player] - 1] = 1


def yuan(hundredths: int) -> int:
    """Return whole yuan, at most MOST."""
    return int(min(MOST, max(0, hundredths) // HUNDRED))


def write_map(heard: PublicMemory, seat: int, tensor: Any) -> None:
    """Write the cells of the map of which something is known."""
    x, y, floor = heard.heard_x[seat] - RADIUS, heard.heard_y[seat] - RADIUS, heard.heard_floor[seat] - LEVELS // 2
    for cell in range(CELLS):
        if heard.heard_map[seat * CELLS + cell] != 0:  # `place_of` has put it there
            level, row, column = (cell // PLANE - floor) % LEVELS, (cell // SIDE - y) % SIDE, (cell - x) % SIDE
            write_cell(heard, seat * CELLS + cell, MAP + level * PLANE + row * SIDE + column, tensor)


def write_cell(heard: PublicMemory, place: int, at: int, tensor: Any) -> None:
    """Write a cell of the map; its number in the first plane is `at`."""
    kind, plane = kind_drawn(heard, place), LEVELS * PLANE
    if kind != 0:
        tensor[at + (kind - 1) * plane] = 1
    for way in range(WAYS):
        side = side_drawn(heard, place, way)
        if side == OPEN_SIDE:
            tensor[at + (OPEN_PLANE + way) * plane] = 1
        elif side != 0:
            tensor[at + (WALL_PLANE + way) * plane] = 1
            if side == TRIED_SIDE:
                tensor[at + (TRIED_PLANE + way) * plane] = 1
    things = heard.heard_map[place] >> THINGS_AT
    for text in range(TEXTS):
        if things >> text & 1 == 1:
            tensor[at + (KEY_PLANE if text == KEY else IDOL_PLANE if text == IDOL else OTHER_PLANE) * plane] = 1
