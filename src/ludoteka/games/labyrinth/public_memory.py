"""What everybody has heard of a match, as numbers, and the map around each player.  In the rules dialect.

It is what the chart (chart.py) says of the newest sheet of each player, to which alone they can come back, in a window around them.
"""

from typing import Annotated

from ludoteka.core.record import Record
from ludoteka.games.labyrinth.rules import COW, DOWN, EAST, NORTH, SOUTH, TEXTS, UP, WAYS, WEST

PLAYERS = 8  # the most in a match of programs that learn

# Kinds of cells: 0 is unknown, 1 is plain, and the number of an object plus one; and two more
PLAIN, AT_LADDER, AT_MOUTH = 1, COW + 2, COW + 3
KINDS = AT_MOUTH

# The map: a window around each player, whose cells keep their places as it moves (coordinates modulo its size)
RADIUS, LEVELS = 5, 3
SIDE = 2 * RADIUS + 1
PLANE = SIDE * SIDE
CELLS = LEVELS * PLANE
STEPS = ((0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1))  # by direction: x, y, floor
# A cell of the map: its kind in 4 bits, each of its sides in 2 bits, and a bit for each thing that lies there
KIND_BITS, SIDE_BITS = 4, 2
THINGS_AT = KIND_BITS + SIDE_BITS * WAYS
OPEN_SIDE, WALL_SIDE, TRIED_SIDE = 1, 2, 3  # TRIED_SIDE: walked into with the key that the player got last


class PublicMemory(Record):
    """What everybody knows from the log.  Lists have a row for each seat."""

    heard_entries: int  # of the log
    heard_in: Annotated[list[int], PLAYERS]  # whether the seat is in the labyrinth
    heard_since: Annotated[list[int], PLAYERS]  # the entry of its last arrival
    heard_met: Annotated[list[int], PLAYERS]  # whether somebody was there then
    heard_items: Annotated[list[int], PLAYERS * TEXTS]
    heard_cash: Annotated[list[int], PLAYERS]  # hundredths
    heard_yuan: Annotated[list[int], PLAYERS]  # of the balance
    heard_millionths: Annotated[list[int], PLAYERS]
    heard_owed: Annotated[list[int], PLAYERS]  # whether the interest for a turn with a move is still to be paid
    heard_skip: Annotated[list[int], PLAYERS]  # whether the next turn is lost
    heard_choice: Annotated[list[int], PLAYERS]  # whether a choice was announced at the latest move
    heard_kind: Annotated[list[int], PLAYERS]  # of the cell
    heard_prices: Annotated[list[int], PLAYERS * TEXTS]  # of the shop there
    heard_lying: Annotated[list[int], PLAYERS * TEXTS]  # counts of things on the floor there, as announced
    heard_near: Annotated[list[int], PLAYERS * TEXTS]  # whether others who may be there too have left such a thing
    heard_x: Annotated[list[int], PLAYERS]
    heard_y: Annotated[list[int], PLAYERS]
    heard_floor: Annotated[list[int], PLAYERS]
    heard_map: Annotated[list[int], PLAYERS * CELLS]


def here(heard: PublicMemory, player: int) -> int:
    """Return the place of a player's own cell in the map."""
    return place_of(player, heard.heard_x[player], heard.heard_y[player], heard.heard_floor[player])


def place_of(player: int, x: int, y: int, floor: int) -> int:
    """Return the place of a cell in the map of a player."""
    return ((player * LEVELS + floor % LEVELS) * SIDE + y % SIDE) * SIDE + x % SIDE


def begin_sheet(heard: PublicMemory, player: int) -> None:
    """Forget the map of a player, but for the kind of the cell."""
    for place in range(player * CELLS, player * CELLS + CELLS):
        heard.heard_map[place] = 0
    draw_kind(heard, player)


def draw_kind(heard: PublicMemory, player: int) -> None:
    """Draw the kind of a player's cell."""
    place = here(heard, player)
    heard.heard_map[place] = (heard.heard_map[place] >> KIND_BITS << KIND_BITS) | heard.heard_kind[player]


def kind_drawn(heard: PublicMemory, place: int) -> int:
    """Return the kind of a cell as it is drawn; 0 if nothing is."""
    return heard.heard_map[place] & ((1 << KIND_BITS) - 1)


def side_drawn(heard: PublicMemory, place: int, way: int) -> int:
    """Return what is drawn of a side of a cell; 0 if nothing is."""
    return heard.heard_map[place] >> (KIND_BITS + SIDE_BITS * way) & ((1 << SIDE_BITS) - 1)


def set_side(heard: PublicMemory, place: int, way: int, side: int) -> None:
    """Draw a side of a cell."""
    heard.heard_map[place] ^= (side_drawn(heard, place, way) ^ side) << (KIND_BITS + SIDE_BITS * way)


def draw_side(heard: PublicMemory, player: int, way: int, side: int) -> None:
    """Draw a side of a player's cell; begin a new sheet if it was drawn differently."""
    drawn = side_drawn(heard, here(heard, player), way)
    if drawn != 0 and (drawn == OPEN_SIDE) != (side == OPEN_SIDE):
        begin_sheet(heard, player)
        drawn = 0
    set_side(heard, here(heard, player), way, max(drawn, side))


def forget_trials(heard: PublicMemory, player: int) -> None:
    """Forget which walls a player has tried, because a new key may open one of them."""
    for place in range(player * CELLS, player * CELLS + CELLS):
        if heard.heard_map[place] != 0:
            for way in range(WAYS):
                if side_drawn(heard, place, way) == TRIED_SIDE:
                    set_side(heard, place, way, WALL_SIDE)


def draw_floor(heard: PublicMemory, player: int) -> None:
    """Draw what lies on a player's cell."""
    place = here(heard, player)
    cell = heard.heard_map[place] & ((1 << THINGS_AT) - 1)
    for text in range(TEXTS):
        if heard.heard_lying[player * TEXTS + text] > 0:
            cell |= 1 << (THINGS_AT + text)
    heard.heard_map[place] = cell


def scroll(heard: PublicMemory, player: int, way: int) -> None:
    """Move the window by a step, and clear the cells that come into it."""
    x, y, floor = STEPS[way]
    heard.heard_x[player] += x
    heard.heard_y[player] += y
    heard.heard_floor[player] += floor
    x, y, floor = (
        heard.heard_x[player] + RADIUS * x,
        heard.heard_y[player] + RADIUS * y,
        heard.heard_floor[player] + floor,
    )
    if way in (EAST, WEST):
        for level in range(LEVELS):
            for row in range(SIDE):
                heard.heard_map[place_of(player, x, row, level)] = 0
    elif way in (NORTH, SOUTH):
        for level in range(LEVELS):
            for column in range(SIDE):
                heard.heard_map[place_of(player, column, y, level)] = 0
    elif way in (UP, DOWN):
        for row in range(SIDE):
            for column in range(SIDE):
                heard.heard_map[place_of(player, column, row, floor)] = 0
