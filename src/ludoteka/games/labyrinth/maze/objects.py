"""The objects and items of a scenario (clauses 13–15, 17, 18)."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ludoteka.core.message import Message
from ludoteka.games.labyrinth.maze.graph import CURRENT, STEPS, Cell, Maze, Thing, beside, is_passable
from ludoteka.games.labyrinth.maze.values import bad, cell_of, list_of, mapping_of, whole_number, word_of
from ludoteka.games.labyrinth.play.state import MAX_CELLS, MOST_CASH

ITEMS = ("cartridge", "compass", "idol", "key", "lantern", "purse", "trumpet", "vest", "false-key")
GOODS = tuple(item for item in ITEMS if item != "purse")  # a purse is money, so no shop sells it
KEYS = {"bank": ("at",), "shop": ("at", "goods"), "swamp": ("at",), "cow": ("at",)}
KEYS |= {"pit": ("loop",), "river": ("course",), "spinner": ("at", "turn"), "mirror": ("at", "face")}
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
        cell, item = cell_of(entry["at"], f"{place}.at", cells), word_of(entry["item"], f"{place}.item", ITEMS)
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
    """Return what an object puts on each of its cells."""
    kind = word_of(value.get("kind") if isinstance(value, dict) else None, f"{place}.kind", tuple(KEYS))
    entry = mapping_of(value, place, ("kind", *KEYS[kind]))
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
    """Return two or more different cells."""
    row = [cell_of(one, f"{place}[{index}]", maze.cells) for index, one in enumerate(list_of(value, place, MAX_CELLS))]
    if len(row) < 2 or len(set(row)) < len(row):
        raise bad(place, Message("this must be two or more different cells."))
    return row


def _river(course: list[Cell], place: str, maze: Maze) -> dict[Cell, Thing]:
    """Return the cells of a river; its mouth carries nobody."""
    for index, (cell, then) in enumerate(pairwise(course), 1):
        if not any(beside(cell, way) == then and is_passable(maze, cell, way) for way in STEPS):
            raise bad(f"{place}[{index}]", Message("there is no passage to this cell from the one before it."))
    river = {course[-1]: Thing("river")}
    for index, cell in enumerate(course[:-1]):
        *over, to = course[index + 1 : index + 1 + CURRENT]
        river[cell] = Thing("river", to=to, over=tuple(over))
    return river


def _goods(value: Any, place: str) -> dict[str, int]:
    """Return a price list, from item to hundredths of a yuan."""
    if not isinstance(value, dict):
        raise bad(place, Message("this must be a JSON object."))
    goods = {word_of(item, place, GOODS): _price(price, f"{place}.{item}") for item, price in value.items()}
    if "key" in goods and "false-key" in goods:
        raise bad(place, Message("nobody can tell a key from a false key, so a shop sells only one of them."))
    return goods


def _price(value: Any, place: str) -> int:
    """Return a price in hundredths of a yuan."""
    if type(value) not in (int, float) or not 0 < value <= MOST_CASH // HUNDRED:
        raise bad(place, Message("a price is a positive number of yuan."))
    hundredths: int = round(value * HUNDRED)
    if hundredths / HUNDRED != value or not hundredths:
        raise bad(place, Message("a price has at most two digits after the point."))
    return hundredths
