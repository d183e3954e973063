"""Scenarios: reading them, and checking whether they can be played (clauses 1, 2, 4–6, 18).

A refusal names the place, such as walls[3], and the reason.  Its code is too-many-cells, no-one-way, no-exit, no-key,
unreachable, exit-unreachable, too-few-empty-cells, or bad-scenario for a value that is malformed.
"""

from collections.abc import Mapping
from typing import Any

from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth.maze.graph import (
    COMPASS,
    OPPOSITE,
    STEPS,
    Cell,
    Maze,
    Side,
    beside,
    climbs,
    empty_cells,
    reached,
    roads,
)
from ludoteka.games.labyrinth.maze.objects import items_of, things_of
from ludoteka.games.labyrinth.maze.values import (
    SHOWN,
    bad,
    cell_of,
    list_of,
    mapping_of,
    point_of,
    side_of,
)
from ludoteka.games.labyrinth.play.state import MAX_CELLS, SEATS

__all__ = ["MAX_CELLS", "SEATS", "check_seats", "checked", "read"]

KEYS = ("cells", "walls", "one_way", "ladders", "exits", "objects", "items")
MOST_SIDES = MAX_CELLS * len(STEPS)


def checked(value: Any, players: int) -> Maze:
    """Return the maze of a scenario, if it can be played by this number of players.

    Raises:
        Refused: with one of the codes above.
    """
    maze = read(value)
    if not maze.one_way:
        raise Refused("no-one-way", Message("one_way: a labyrinth needs at least one one-way wall (clause 2)."))
    if not maze.exits:
        raise Refused("no-exit", Message("exits: a labyrinth needs at least one exit (clause 6)."))
    if not _keys(maze):
        raise Refused("no-key", Message("items: a labyrinth needs at least one true key on a cell (clause 6)."))
    _check_roads(maze)
    check_seats(maze, players)
    return maze


def check_seats(maze: Maze, players: int) -> None:
    """Check that there are enough empty cells for the players (clause 6).

    Raises:
        Refused: "too-few-empty-cells".
    """
    count = len(empty_cells(maze))
    if count < players:
        text = Message(
            "cells: there are more players ({players}) than empty cells ({count}).", count=count, players=players
        )
        raise Refused("too-few-empty-cells", text)


def read(value: Any) -> Maze:
    """Read a scenario, whether it can be played or not.

    Raises:
        Refused: "too-many-cells", "bad-scenario".
    """
    is_started = isinstance(value, dict) and "starts" in value
    parts = mapping_of(value, "scenario", (*KEYS, "starts") if is_started else KEYS)
    cells = _cells(parts["cells"])
    ladders = _ladders(parts["ladders"], cells)
    walls = _sides(parts["walls"], "walls", cells)
    both = frozenset(walls) | {(beside(cell, way), OPPOSITE[way]) for cell, way in walls}
    maze = Maze(
        cells,
        walls=both,
        one_way=_one_ways(parts["one_way"], cells, both),
        ladders=ladders,
        exits=_exits(parts["exits"], cells, ladders),
        things={},
        items=items_of(parts["items"], cells),
        starts=_starts(parts.get("starts", {}), cells),
    )
    return maze._replace(things=things_of(parts["objects"], maze, climbs(maze)))


def _cells(value: Any) -> dict[Cell, int]:
    if isinstance(value, list) and len(value) > MAX_CELLS:
        raise Refused("too-many-cells", Message("cells: too many; the maximum is {most}.", most=MAX_CELLS))
    cells: dict[Cell, int] = {}
    for index, one in enumerate(list_of(value, "cells", MAX_CELLS)):
        cell = point_of(one, f"cells[{index}]")
        if cell in cells:
            raise bad(f"cells[{index}]", Message("this cell is listed twice."))
        cells[cell] = index
    if not cells:
        raise bad("cells", Message("a labyrinth needs at least one cell."))
    return cells


def _sides(value: Any, name: str, cells: Mapping[Cell, int], ways: tuple[str, ...] = tuple(STEPS)) -> dict[Side, str]:
    """Return sides of cells, and where each is in the scenario."""
    sides = {}
    for index, one in enumerate(list_of(value, name, MOST_SIDES)):
        sides[side_of(one, f"{name}[{index}]", cells, ways)] = f"{name}[{index}]"
    return sides


def _one_ways(value: Any, cells: Mapping[Cell, int], walls: frozenset[Side]) -> frozenset[Side]:
    sides = _sides(value, "one_way", cells, COMPASS)
    for (cell, way), place in sides.items():
        if beside(cell, way) not in cells:
            raise bad(place, Message("a one-way wall needs a cell on its other side."))
        if (cell, way) in walls:
            raise bad(place, Message("this side is already a wall."))
        if (beside(cell, way), OPPOSITE[way]) in sides:
            raise bad(place, Message("the same wall is also one-way in the other direction."))
    return frozenset(sides)


def _ladders(value: Any, cells: Mapping[Cell, int]) -> frozenset[Side]:
    ladders = set()
    for index, one in enumerate(list_of(value, "ladders", MAX_CELLS)):
        place = f"ladders[{index}]"
        low, high = (cell_of(end, f"{place}[{at}]", cells) for at, end in enumerate(_pair(one, place)))
        if high != beside(low, "up"):
            raise bad(place, Message("a ladder joins a cell to the one directly above it, in this order."))
        ladders |= {(low, "up"), (high, "down")}
    return frozenset(ladders)


def _pair(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise bad(place, Message("a ladder is a list of two cells."))
    return value


def _exits(value: Any, cells: Mapping[Cell, int], ladders: frozenset[Side]) -> frozenset[Side]:
    sides = _sides(value, "exits", cells)
    for (cell, way), place in sides.items():
        if beside(cell, way) in cells:
            raise bad(place, Message("an exit leads out of the labyrinth, but there is a cell on that side."))
        if way not in COMPASS and (cell, "up") not in ladders and (cell, "down") not in ladders:
            raise bad(place, Message("a hatch needs a ladder on its cell."))
    return frozenset(sides)


def _starts(value: Any, cells: Mapping[Cell, int]) -> dict[str, Cell]:
    if not isinstance(value, dict):
        raise bad("starts", Message("this must be a JSON object."))
    if len(value) > SEATS:
        raise bad("starts", Message("too many players; the maximum is {count}.", count=SEATS))
    return {str(name): cell_of(cell, f"starts.{str(name)[:SHOWN]}", cells) for name, cell in value.items()}


def _keys(maze: Maze) -> list[Cell]:
    return [cell for cell, item, _ in maze.items if item == "key"]


def _check_roads(maze: Maze) -> None:
    """Check that all cells can be reached from each other, and that moves can end at each exit and a true key (clause 6)."""
    ways, cells = roads(maze), list(maze.cells)
    ends = (1 << len(cells)) - 1
    for origin in range(len(cells)):
        touched, ended = reached(ways, origin)
        ends &= ended
        lacking = next((index for index in range(len(cells)) if not touched >> index & 1), None)
        if lacking is not None:
            places = {"place": f"cells[{lacking}]", "other": f"cells[{origin}]"}
            raise Refused("unreachable", Message("{place} cannot be reached from {other} (clause 6).", **places))
    for cell, way in maze.exits:
        if not ends >> maze.cells[cell] & 1:
            text = Message(
                "exits: no move can end on the cell of the exit at {side} (clause 6).", side=f"{[*cell]} {way}"
            )
            raise Refused("exit-unreachable", text)
    if not any(ends >> maze.cells[cell] & 1 for cell in _keys(maze)):
        raise Refused("unreachable", Message("items: no move can end on a cell with a true key (clause 6)."))
