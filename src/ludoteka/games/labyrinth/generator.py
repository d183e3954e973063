"""Random mazes: a scenario of any size, always the same for the same seed.

Floors grow cell by cell.  A winding tree of passages joins all cells of a floor, ladders join the floors, and some
walls are removed so that there are loops.  Pits and rivers are kept only if every cell can still be reached, which
the loader's own check decides.
"""

from random import Random
from typing import Any, NamedTuple

from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth.maze import MAX_CELLS, OPPOSITE, SEATS, Cell, beside, checked

SIDES = ("north", "south", "west", "east")  # in the order on which the mazes of all seeds depend
BLOCK = 4  # cells of the square that every floor starts with; a tree leaves a wall between two of them
SPREAD = 3  # candidates for a new cell; with more of them floors become rounder
PIT_LOOP, RIVER = (2, 3), (3, 5)  # minimum and maximum length
GOODS = {"cartridge": (2, 4), "vest": (5, 8), "lantern": (3, 6), "trumpet": (3, 6), "compass": (3, 6)}  # yuan
KINDS = ("pit", "river", "swamp", "spinner", "mirror", "cow", "shop", "bank")
SURPRISES = ("spinner", "false-key", "compass")  # nobody is told of them, or they are of no use without such a thing
TREASURES = ("cartridge", "purse", "vest", "lantern", "false-key", "trumpet", "compass", "idol")


class Shape(NamedTuple):
    """The size and contents of a maze."""

    floors: int = 1
    cells: int = 30  # on all floors together
    loops: int = 15  # percentage of the inner walls to remove
    objects: int = 5
    players: int = 3  # the number of players who must be able to start
    surprises: bool = True  # whether there may be things that the moderator doesn't announce as what they are


SIZES = {
    "small": Shape(1, 20, 15, 4),
    "standard": Shape(2, 24, 15, 5),
    "medium": Shape(2, 48, 15, 9),
    "large": Shape(3, 96, 15, 18),
    "huge": Shape(4, 150, 20, 28),
}


def scenario(shape: Shape, seed: int | bytes) -> dict[str, Any]:
    """Return a random scenario of this shape, in the form of its file.  Raises Refused: "bad-shape"."""
    _check(shape)
    return _Builder(shape, Random(seed)).scenario()  # noqa: S311 - the maze may follow from the seed


def _check(shape: Shape) -> None:
    most = MAX_CELLS // BLOCK
    # For ladders, the key and the players
    least = max(shape.floors * BLOCK, 2 * (shape.floors - 1) + 1 + shape.players)
    cells = Message(
        "The number of cells in such a maze must be between {least} and {most}.", least=least, most=MAX_CELLS
    )
    checks = (
        (1 <= shape.floors <= most, Message("The number of floors must be between 1 and {most}.", most=most)),
        (1 <= shape.players <= SEATS, Message("The number of players must be between 1 and {most}.", most=SEATS)),
        (least <= shape.cells <= MAX_CELLS, cells),
        (0 <= shape.loops <= 100, Message("Between 0 and 100 percent of the inner walls can be removed.")),
        (shape.objects >= 0, Message("The number of objects cannot be negative.")),
    )
    for is_possible, message in checks:
        if not is_possible:
            raise Refused("bad-shape", message)


class _Builder:
    def __init__(self, shape: Shape, chance: Random) -> None:
        self.shape = shape
        self.chance = chance
        unwanted = () if shape.surprises else SURPRISES
        self.kinds, self.treasures, self.goods = (
            [one for one in all_of_them if one not in unwanted] for all_of_them in (KINDS, TREASURES, sorted(GOODS))
        )
        self.cells: list[Cell] = []
        self.ladders: list[tuple[Cell, Cell]] = []
        self.open: set[tuple[Cell, Cell]] = set()  # passages in both directions, the smaller cell first
        self.one_way: list[tuple[Cell, str]] = []
        self.exits: list[tuple[Cell, str]] = []
        self.objects: list[dict[str, Any]] = []
        self.items: list[dict[str, Any]] = []

    def scenario(self) -> dict[str, Any]:
        self._grow_floors()
        self._open_passages()
        self._set_one_ways()
        self._set_exits()
        self._lay("key", 1)
        self._place_objects()
        self._place_treasures()
        made = self._scenario()
        checked(made, self.shape.players)
        return made

    def _scenario(self) -> dict[str, Any]:
        ways = {_edge(cell, beside(cell, side)) for cell, side in self.one_way}
        return {
            "cells": [list(cell) for cell in self.cells],
            "walls": [
                [list(cell), side] for cell, side in self._walls() if _edge(cell, beside(cell, side)) not in ways
            ],
            "one_way": [[list(cell), side] for cell, side in self.one_way],
            "ladders": [[list(low), list(high)] for low, high in self.ladders],
            "exits": [[list(cell), side] for cell, side in self.exits],
            "objects": [dict(one) for one in self.objects],
            "items": [dict(item) for item in self.items],
        }

    def _grow_floors(self) -> None:
        below: list[Cell] = [(0, 0, -1)]
        for floor in range(self.shape.floors):
            count = (self.shape.cells - len(self.cells)) // (self.shape.floors - floor)
            x, y, _ = self.chance.choice(below)
            grown = [(x, y, floor), (x + 1, y, floor), (x, y + 1, floor), (x + 1, y + 1, floor)]
            while len(grown) < count:
                grown.append(self._new_cell(grown))
            self._set_ladders(below, grown)
            self.cells += sorted(grown)
            tops = {high for _, high in self.ladders}
            below = [cell for cell in grown if cell not in tops or len(grown) == BLOCK]

    def _new_cell(self, grown: list[Cell]) -> Cell:
        """Return a new cell beside the others: of some random candidates, the one with the most neighbours."""
        taken = set(grown)
        beside = sorted({near for cell in grown for near in _around(cell)} - taken)
        some = [self.chance.choice(beside) for _ in range(SPREAD)]
        return max(some, key=lambda cell: sum(near in taken for near in _around(cell)))

    def _set_ladders(self, below: list[Cell], floor: list[Cell]) -> None:
        if not self.cells:
            return
        above = [(low, (low[0], low[1], low[2] + 1)) for low in below if (low[0], low[1], low[2] + 1) in floor]
        self.chance.shuffle(above)
        self.ladders += above[: 1 + (len(floor) >= 20)]

    def _open_passages(self) -> None:
        for floor in range(self.shape.floors):
            self._open_tree([cell for cell in self.cells if cell[2] == floor])
        walls = self._walls()
        self.chance.shuffle(walls)
        falling = min(len(walls) * self.shape.loops // 100, len(walls) - self._one_ways())
        self.open.update(_edge(cell, beside(cell, side)) for cell, side in walls[: max(0, falling)])

    def _open_tree(self, floor: list[Cell]) -> None:
        """Open a tree of passages that always grows from the newest cell, so that corridors wind."""
        trail, seen = [self.chance.choice(floor)], set[Cell]()
        seen.add(trail[0])
        while trail:
            fresh = [near for near in _around(trail[-1]) if near in floor and near not in seen]
            if not fresh:
                trail.pop()
                continue
            near = self.chance.choice(fresh)
            self.open.add(_edge(trail[-1], near))
            seen.add(near)
            trail.append(near)

    def _one_ways(self) -> int:
        return 1 + len(self.cells) // 40

    def _set_one_ways(self) -> None:
        walls = self._walls()
        for cell, side in self.chance.sample(walls, min(self._one_ways(), len(walls))):
            is_forward = self.chance.randrange(2)
            self.one_way.append((cell, side) if is_forward else (beside(cell, side), OPPOSITE[side]))

    def _set_exits(self) -> None:
        ladders = {cell for ladder in self.ladders for cell in ladder}
        outer = [
            (cell, side)
            for cell in self.cells
            for side in (*SIDES, *(("up", "down") if cell in ladders else ()))
            if beside(cell, side) not in self.cells
        ]
        self.exits = self.chance.sample(outer, min(1 + len(self.cells) // 60, len(outer)))

    def _lay(self, item: str, count: int) -> None:
        """Put an item on a cell where a move can end, which may already hold items."""
        spare = self._free() if self._spare() > 0 or not self.items else []
        places = spare + [tuple(one["at"]) for one in self.items]
        self.items.append({"at": list(self.chance.choice(places)), "item": item, "count": count})

    def _place_objects(self) -> None:
        kinds = ["bank", "shop", *(self.chance.choice(self.kinds) for _ in range(self.shape.objects))]
        for kind in kinds[: self.shape.objects]:
            made = self._object(kind)
            if made is not None:
                self.objects.append(made)
                if kind in ("pit", "river") and not self._is_sound():
                    self.objects.pop()

    def _is_sound(self) -> bool:
        try:
            checked(self._scenario(), self.shape.players)
        except Refused:
            return False
        return True

    def _object(self, kind: str) -> dict[str, Any] | None:
        """Return an object on free cells, or None if there is no room for it."""
        free = self._free()
        spare = min(self._spare(), len(free))
        if kind == "pit":
            count = self.chance.randint(*PIT_LOOP)
            return {"kind": kind, "loop": _lists(self.chance.sample(free, count))} if count <= spare else None
        if kind == "river":
            course = self._course(free, self.chance.randint(*RIVER))
            return {"kind": kind, "course": _lists(course)} if 2 <= len(course) <= spare else None
        if not spare:
            return None
        return {"kind": kind, "at": list(self.chance.choice(free))} | self._particulars(kind)

    def _particulars(self, kind: str) -> dict[str, Any]:
        if kind == "shop":
            goods = self.chance.sample(self.goods, self.chance.randint(2, 3))
            return {"goods": {item: self.chance.randint(*GOODS[item]) for item in sorted(goods)}}
        if kind == "spinner":
            return {"turn": self.chance.choice((90, 180, 270))}
        return {"face": self.chance.choice("/\\")} if kind == "mirror" else {}

    def _course(self, free: list[Cell], length: int) -> list[Cell]:
        course = [self.chance.choice(free)] if free else []
        while course and len(course) < length:
            on = [near for near in _around(course[-1]) if near in free and near not in course]
            on = [near for near in on if _edge(course[-1], near) in self.open]
            if not on:
                break
            course.append(self.chance.choice(on))
        return course

    def _place_treasures(self) -> None:
        for number in range(self.shape.players + len(self.cells) // 10):
            item = TREASURES[number % 2] if number < 2 else self.chance.choice(self.treasures)
            self._lay(item, {"cartridge": self.chance.randint(1, 3), "purse": self.chance.randint(2, 12)}.get(item, 1))
        if len(self.cells) >= 60:  # with a single key, nobody would ever leave a large maze
            self._lay("key", 1)

    def _free(self) -> list[Cell]:
        taken = {cell for ladder in self.ladders for cell in ladder} | {tuple(item["at"]) for item in self.items}
        for one in self.objects:
            taken.update(tuple(cell) for cell in one.get("loop") or one.get("course") or [one["at"]])
        return [cell for cell in self.cells if cell not in taken]

    def _spare(self) -> int:
        return len(self._free()) - self.shape.players

    def _walls(self) -> list[tuple[Cell, str]]:
        """Return the sides between two cells, each once, where there is no passage."""
        sides = [(cell, side) for cell in self.cells for side in ("east", "south")]
        known = set(self.cells)
        return [
            (cell, side)
            for cell, side in sides
            if beside(cell, side) in known and _edge(cell, beside(cell, side)) not in self.open
        ]


def _edge(cell: Cell, other: Cell) -> tuple[Cell, Cell]:
    return (cell, other) if cell < other else (other, cell)


def _around(cell: Cell) -> list[Cell]:
    return [beside(cell, side) for side in SIDES]


def _lists(cells: list[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]
