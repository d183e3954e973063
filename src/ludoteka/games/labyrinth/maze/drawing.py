"""Drawings of labyrinths in characters, floor by floor, for moderators."""

from typing import Any

from ludoteka.core.message import Message
from ludoteka.games.labyrinth.talk.phrases import ITEMS as ITEM_NAMES

Cell = tuple[int, int, int]
WIDE, HIGH = 4, 2  # characters and lines between two corners
MARKS = {"bank": "B", "shop": "S", "pit": "o", "river": "~", "swamp": "%", "spinner": "@", "mirror": "/", "cow": "W"}
ONE_WAY = {"north": "^", "south": "v", "west": "<", "east": ">"}
OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west"}
STEPS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
ITEMS = {
    "key": "k",
    "false-key": "f",
    "cartridge": "c",
    "vest": "v",
    "idol": "i",
    "lantern": "l",
    "trumpet": "t",
    "compass": "n",
    "purse": "m",
}

THINGS = ITEM_NAMES | {
    "false-key": Message("false key"),
    "ladder": Message("ladder"),
    "exit": Message("exit"),
    "bank": Message("bank"),
    "shop": Message("shop"),
    "pit": Message("pit"),
    "river": Message("river"),
    "swamp": Message("swamp"),
    "spinner": Message("spinner"),
    "mirror": Message("mirror"),
    "cow": Message("cow"),
}


def plan(scenario: dict[str, Any]) -> list[Message | str]:
    """Return the drawing of a checked scenario line by line, with a legend at the end."""
    cells = {_cell(cell) for cell in scenario["cells"]}
    lines: list[Message | str] = []
    for floor in sorted({floor for _, _, floor in cells}):
        lines += [Message("Floor {number}", number=floor), *_floor(scenario, cells, floor), ""]
    return [*lines, *_legend(scenario)]


def _cell(value: list[int]) -> Cell:
    x, y, floor = value
    return (x, y, floor)


def _floor(scenario: dict[str, Any], cells: set[Cell], floor: int) -> list[str]:
    here = {cell for cell in cells if cell[2] == floor}
    left, top = min(x for x, _, _ in here), min(y for _, y, _ in here)
    wide, high = max(x for x, _, _ in here) - left + 1, max(y for _, y, _ in here) - top + 1
    page = [[" "] * (wide * WIDE + 1) for _ in range(high * HIGH + 1)]
    marks = _marks(scenario)
    for cell in sorted(here):
        column, row = (cell[0] - left) * WIDE, (cell[1] - top) * HIGH
        for side in STEPS:
            _draw_side(page, column, row, side, _side(scenario, cells, cell, side))
        for index, mark in enumerate(marks.get(cell, "")[: WIDE - 1]):
            page[row + 1][column + 1 + index] = mark
    return ["".join(line).rstrip() for line in page]


def _side(scenario: dict[str, Any], cells: set[Cell], cell: Cell, side: str) -> str:
    """Return the character of a side: "#" an exit, "|" a wall, an arrow for a one-way wall, " " a passage."""
    x, y = STEPS[side]
    other = (cell[0] + x, cell[1] + y, cell[2])
    if [list(cell), side] in scenario["exits"]:
        return "#"
    if other not in cells or [list(cell), side] in scenario["walls"]:
        return "|"
    if [list(other), OPPOSITE[side]] in scenario["walls"]:
        return "|"
    if [list(cell), side] in scenario["one_way"]:
        return ONE_WAY[side]
    if [list(other), OPPOSITE[side]] in scenario["one_way"]:
        return ONE_WAY[OPPOSITE[side]]
    return " "


def _draw_side(page: list[list[str]], column: int, row: int, side: str, mark: str) -> None:
    for corner in ((row, column), (row, column + WIDE), (row + HIGH, column), (row + HIGH, column + WIDE)):
        page[corner[0]][corner[1]] = "+"
    if side in ("north", "south"):
        line = row if side == "north" else row + HIGH
        for index in range(column + 1, column + WIDE):
            page[line][index] = "-" if mark == "|" else mark
    else:
        page[row + 1][column if side == "west" else column + WIDE] = mark


def _marks(scenario: dict[str, Any]) -> dict[Cell, str]:
    """Return the letters in each cell: first its ladder or object, then the items on the floor."""
    marks: dict[Cell, str] = {}
    for low, high in scenario["ladders"]:
        for cell in (_cell(low), _cell(high)):
            marks[cell] = "H"
    for value, side in scenario["exits"]:
        if side in ("up", "down"):
            marks[_cell(value)] += "#"
    for one in scenario["objects"]:
        for value in one.get("loop") or one.get("course") or [one["at"]]:
            marks[_cell(value)] = one["face"] if one["kind"] == "mirror" else MARKS[one["kind"]]
    for one in scenario["items"]:
        cell = _cell(one["at"])
        marks[cell] = marks.get(cell, "") + ITEMS[one["item"]]
    return marks


def _legend(scenario: dict[str, Any]) -> list[Message]:
    kinds = {one["kind"] for one in scenario["objects"]}
    named = {"/": "mirror", "#": "exit"} | ({"H": "ladder"} if scenario["ladders"] else {})
    named |= {MARKS[kind]: kind for kind in sorted(kinds)} | {
        ITEMS[one["item"]]: one["item"] for one in scenario["items"]
    }
    if "mirror" not in kinds:
        del named["/"]
    ways = Message("{marks}  can be passed in this direction only", marks=" ".join(ONE_WAY.values()))
    return [ways, *(Message("{mark}  {thing}", mark=mark, thing=THINGS[thing]) for mark, thing in named.items())]
