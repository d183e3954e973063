"""Mazes: reading a scenario, checking that it can be played, and where steps lead (clauses 1-6, 13-18).

A refusal names the place, such as walls[3], and the reason.  Its code is too-many-cells, no-one-way, no-exit, no-key,
unreachable, exit-unreachable, too-few-empty-cells, or bad-scenario for a value that is malformed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ludoteka.core.message import Message, Refused

Cell = tuple[int, int, int]  # x, y, floor
Side = tuple[Cell, str]

MAX_CELLS = 150  # clause 6
SEATS = 32
FARTHEST = 9_999  # coordinate of a cell
MOST_CASH = 2_000_000_000  # hundredths in cash or one purse; more is lost, so that no number overflows

STEPS = {
    "north": (0, -1, 0),
    "east": (1, 0, 0),
    "south": (0, 1, 0),
    "west": (-1, 0, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
WAY_NAMES = tuple(STEPS)
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east", "up": "down", "down": "up"}
COMPASS = ("north", "east", "south", "west")
CURRENT = 2  # the most cells that a river carries a player; clause 18


class Thing(NamedTuple):
    """The object of a cell."""

    kind: str
    to: Cell | None = None  # where a pit or river takes a player who steps onto the cell
    over: tuple[Cell, ...] = ()  # the cells that the river carries the player over
    turn: int = 0  # of a spinner, in degrees
    face: str = ""  # of a mirror
    goods: Mapping[str, int] = {}  # of a shop: item -> hundredths


class Maze(NamedTuple):
    """A scenario after reading."""

    cells: Mapping[Cell, int]  # each with its number, in the order of the scenario
    walls: frozenset[Side]  # as seen from both cells
    one_way: frozenset[Side]  # passable in this direction only
    ladders: frozenset[Side]  # the ladder leads from this cell in this direction
    exits: frozenset[Side]
    things: Mapping[Cell, Thing]
    items: tuple[tuple[Cell, str, int], ...]
    starts: Mapping[str, Cell]


def beside(cell: Cell, way: str) -> Cell:
    """Return the coordinates of the neighbouring cell in a direction, whether the maze has it or not."""
    x, y, floor = STEPS[way]
    return (cell[0] + x, cell[1] + y, cell[2] + floor)


def climbs(maze: Maze) -> frozenset[Cell]:
    """Return the cells with a ladder."""
    return frozenset(cell for cell, _ in maze.ladders)


def is_passable(maze: Maze, cell: Cell, way: str) -> bool:
    """Tell whether there is a passage from a cell in a direction (clause 2); exits are walls."""
    other = beside(cell, way)
    if other not in maze.cells or (cell, way) in maze.walls or (other, OPPOSITE[way]) in maze.one_way:
        return False
    return way in COMPASS or (cell, way) in maze.ladders


# Which cells can be reached


def roads(maze: Maze) -> tuple[list[list[int]], list[int]]:
    """Return, by cell number, the cells where steps end, pits and rivers included, and as bits all that steps touch."""
    number = maze.cells
    ends: list[list[int]] = []
    over: list[int] = []
    for cell in maze.cells:
        onto = [beside(cell, way) for way in STEPS if is_passable(maze, cell, way)]
        things = [maze.things.get(step, Thing("")) for step in onto]
        ends.append([number[thing.to or step] for thing, step in zip(things, onto, strict=True)])
        touched = [*onto, *(one for thing in things for one in (*thing.over, *([thing.to] if thing.to else [])))]
        over.append(sum(1 << number[one] for one in {*touched}))
    return ends, over


def reached(ends: list[list[int]], over: list[int], origin: int) -> tuple[int, int]:
    """Return, as bits, the cells that a player from `origin` can touch, and those where a move can end (clause 6)."""
    touched, ended = 1 << origin, 0
    standing, waiting = 1 << origin, [origin]
    while waiting:
        here = waiting.pop()
        touched |= over[here]
        for end in ends[here]:
            ended |= 1 << end
            if not standing >> end & 1:
                standing |= 1 << end
                waiting.append(end)
    return touched, ended


# Readers for the parts of a scenario; a malformed value is refused as bad-scenario, with its place

SHOWN = 40  # characters of a wrong value that a refusal quotes


def bad(place: str, reason: Message) -> Refused:
    """Return the refusal of a value at a place in a scenario."""
    return Refused("bad-scenario", Message("{place}: {reason}", place=place, reason=reason))


def mapping_of(value: Any, place: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """Return a mapping with exactly these keys."""
    if not isinstance(value, dict):
        raise bad(place, Message("this must be a JSON object."))
    for key in keys:
        if key not in value:
            raise bad(place, Message("{key} is missing.", key=key))
    for key in value:
        if key not in keys:
            raise bad(place, Message("{key} is not known here.", key=str(key)[:SHOWN]))
    return value


def list_of(value: Any, place: str, most: int) -> list[Any]:
    """Return a list with at most `most` entries."""
    if not isinstance(value, list):
        raise bad(place, Message("this must be a list."))
    if len(value) > most:
        raise bad(place, Message("this list is too long; the maximum length is {count}.", count=most))
    return value


def whole_number(value: Any, place: str, least: int, most: int) -> int:
    """Return an integer within bounds; neither true nor 1.0 counts as 1."""
    if type(value) is not int or not least <= value <= most:
        raise bad(place, Message("this must be a whole number from {least} to {most}.", least=least, most=most))
    return value


def word_of(value: Any, place: str, words: tuple[str, ...]) -> str:
    """Return one of these words."""
    if type(value) is not str or value not in words:
        raise bad(place, Message("this must be one of: {words}.", words=", ".join(words)))
    return value


def point_of(value: Any, place: str) -> Cell:
    """Return the coordinates of a cell that may or may not exist."""
    if not isinstance(value, list) or len(value) != 3:
        raise bad(place, Message("a cell is three numbers: x, y and floor."))
    x, y, floor = (whole_number(value[index], f"{place}[{index}]", -FARTHEST, FARTHEST) for index in range(3))
    return (x, y, floor)


def cell_of(value: Any, place: str, cells: Mapping[Cell, int]) -> Cell:
    """Return a cell of the maze."""
    cell = point_of(value, place)
    if cell not in cells:
        raise bad(place, Message("there is no such cell."))
    return cell


# The objects and items of a scenario (clauses 13–15, 17, 18)

ITEM_NAMES = ("cartridge", "compass", "idol", "key", "lantern", "purse", "trumpet", "vest", "false-key")
GOODS = tuple(item for item in ITEM_NAMES if item != "purse")  # a purse is money, so no shop sells it
OBJECT_KEYS = {"bank": ("at",), "shop": ("at", "goods"), "swamp": ("at",), "cow": ("at",)}
OBJECT_KEYS |= {"pit": ("loop",), "river": ("course",), "spinner": ("at", "turn"), "mirror": ("at", "face")}
TURNS = (90, 180, 270)
FACES = ("/", "\\")
MOST_ENTRIES = 10_000  # of `items`
MOST_PIECES = 10_000  # of one item in the whole maze; for purses, yuan
HUNDRED = 100


def items_of(value: Any, cells: Mapping[Cell, int]) -> tuple[tuple[Cell, str, int], ...]:
    """Return the items on the cells, in the order of the scenario."""
    items = []
    totals: Counter[str] = Counter()
    for index, one in enumerate(list_of(value, "items", MOST_ENTRIES)):
        place = f"items[{index}]"
        entry = mapping_of(one, place, ("at", "item", "count"))
        cell, item = cell_of(entry["at"], f"{place}.at", cells), word_of(entry["item"], f"{place}.item", ITEM_NAMES)
        count = whole_number(entry["count"], f"{place}.count", 1, MOST_PIECES)
        totals[item] += count
        if totals[item] > MOST_PIECES:
            text = Message("this brings the total above {count}: {item}.", count=MOST_PIECES, item=item)
            raise bad(f"{place}.count", text)
        items.append((cell, item, count))
    return tuple(items)


def things_of(value: Any, maze: Maze, ladders: frozenset[Cell]) -> dict[Cell, Thing]:
    """Return the objects by cell; no cell holds two of them, or one and a ladder."""
    things: dict[Cell, Thing] = {}
    for index, one in enumerate(list_of(value, "objects", MAX_CELLS)):
        place = f"objects[{index}]"
        for cell, thing in _thing(one, place, maze).items():
            if cell in things:
                raise bad(place, Message("its cell already holds another object."))
            if cell in ladders:
                raise bad(place, Message("its cell holds a ladder."))
            things[cell] = thing
    return things


def _thing(value: Any, place: str, maze: Maze) -> dict[Cell, Thing]:
    kind = word_of(value.get("kind") if isinstance(value, dict) else None, f"{place}.kind", tuple(OBJECT_KEYS))
    entry = mapping_of(value, place, ("kind", *OBJECT_KEYS[kind]))
    if kind == "pit":
        loop = _row(entry["loop"], f"{place}.loop", maze)
        return {cell: Thing(kind, to=then) for cell, then in zip(loop, [*loop[1:], loop[0]], strict=True)}
    if kind == "river":
        return _river(_row(entry["course"], f"{place}.course", maze), f"{place}.course", maze)
    cell = cell_of(entry["at"], f"{place}.at", maze.cells)
    if kind == "shop":
        return {cell: Thing(kind, goods=_goods(entry["goods"], f"{place}.goods"))}
    if kind == "spinner":
        turn = entry["turn"]
        if type(turn) is not int or turn not in TURNS:
            raise bad(f"{place}.turn", Message("a spinner turns by 90, 180 or 270 degrees."))
        return {cell: Thing(kind, turn=turn)}
    face = word_of(entry["face"], f"{place}.face", FACES) if kind == "mirror" else ""
    return {cell: Thing(kind, face=face)}


def _row(value: Any, place: str, maze: Maze) -> list[Cell]:
    row = [cell_of(one, f"{place}[{index}]", maze.cells) for index, one in enumerate(list_of(value, place, MAX_CELLS))]
    if len(row) < 2 or len(set(row)) < len(row):
        raise bad(place, Message("this must be two or more different cells."))
    return row


def _river(course: list[Cell], place: str, maze: Maze) -> dict[Cell, Thing]:
    for index, (cell, then) in enumerate(pairwise(course), 1):
        if not any(beside(cell, way) == then and is_passable(maze, cell, way) for way in STEPS):
            raise bad(f"{place}[{index}]", Message("there is no passage to this cell from the one before it."))
    river = {course[-1]: Thing("river")}
    for index, cell in enumerate(course[:-1]):
        *over, to = course[index + 1 : index + 1 + CURRENT]
        river[cell] = Thing("river", to=to, over=tuple(over))
    return river


def _goods(value: Any, place: str) -> dict[str, int]:
    if not isinstance(value, dict):
        raise bad(place, Message("this must be a JSON object."))
    goods = {word_of(item, place, GOODS): _price(price, f"{place}.{item}") for item, price in value.items()}
    if "key" in goods and "false-key" in goods:
        raise bad(place, Message("nobody can tell a key from a false key, so a shop sells only one of them."))
    return goods


def _price(value: Any, place: str) -> int:
    if type(value) not in (int, float) or not 0 < value <= MOST_CASH // HUNDRED:
        raise bad(place, Message("a price is a positive number of yuan."))
    hundredths: int = round(value * HUNDRED)
    if hundredths / HUNDRED != value or not hundredths:
        raise bad(place, Message("a price has at most two digits after the point."))
    return hundredths


# Scenarios

PARTS = ("cells", "walls", "one_way", "ladders", "exits", "objects", "items")
MOST_SIDES = MAX_CELLS * len(STEPS)


def checked(value: Any, players: int) -> Maze:
    """Return the maze of a scenario, if so many players can play it.  Raises Refused: with one of the codes above."""
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
    """Check that enough cells have no ladder, object or item (clause 6).  Raises Refused: "too-few-empty-cells"."""
    taken = climbs(maze) | maze.things.keys() | {cell for cell, _, _ in maze.items}
    count = len(maze.cells.keys() - taken)
    if count < players:
        text = Message(
            "cells: there are more players ({players}) than empty cells ({count}).", count=count, players=players
        )
        raise Refused("too-few-empty-cells", text)


def start_cells(maze: Maze, names: Sequence[str]) -> dict[str, int]:
    """Return the number of the cell on which each of these players starts; none if the scenario places nobody.

    Raises:
        Refused: "too-few-empty-cells"; "bad-scenario", if it places other players, but not all of these.
    """
    check_seats(maze, len(names))
    for name in names if maze.starts else ():
        if name not in maze.starts:
            raise bad("starts", Message("{name} has no start cell.", name=name))
    return {name: maze.cells[maze.starts[name]] for name in names} if maze.starts else {}


def read(value: Any) -> Maze:
    """Read a scenario, whether it can be played or not.  Raises Refused: "too-many-cells", "bad-scenario"."""
    is_started = isinstance(value, dict) and "starts" in value
    parts = mapping_of(value, "scenario", (*PARTS, "starts") if is_started else PARTS)
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
    sides = {}
    for index, one in enumerate(list_of(value, name, MOST_SIDES)):
        place = f"{name}[{index}]"
        if not isinstance(one, list) or len(one) != 2:
            raise bad(place, Message("a side is a cell and a direction."))
        sides[cell_of(one[0], f"{place}[0]", cells), word_of(one[1], f"{place}[1]", ways)] = place
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
        if not isinstance(one, list) or len(one) != 2:
            raise bad(place, Message("a ladder is a list of two cells."))
        low, high = (cell_of(end, f"{place}[{at}]", cells) for at, end in enumerate(one))
        if high != beside(low, "up"):
            raise bad(place, Message("a ladder joins a cell to the one directly above it, in this order."))
        ladders |= {(low, "up"), (high, "down")}
    return frozenset(ladders)


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
    (ways, over), cells = roads(maze), list(maze.cells)
    ends = (1 << len(cells)) - 1
    for origin in range(len(cells)):
        touched, ended = reached(ways, over, origin)
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
