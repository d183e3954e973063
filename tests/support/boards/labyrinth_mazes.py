"""Small random labyrinths, crowded with everything in the rules."""

WAYS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
ITEMS = [
    "cartridge",
    "cartridge",
    "cartridge",
    "vest",
    "key",
    "key",
    "false-key",
    "idol",
    "lantern",
    "trumpet",
    "compass",
    "purse",
]
GOODS = ["cartridge", "vest", "key", "false-key", "idol", "lantern", "trumpet", "compass"]
KINDS = ["bank", "bank", "shop", "pit", "river", "swamp", "spinner", "mirror", "mirror", "cow"]


class Chance:
    """Random choices from one source."""

    def __init__(self, choose):
        self.below = choose

    def one(self, things):
        return things[self.below(len(things))]

    def some(self, things, most):
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(self.below(most + 1), len(left)))]


def scenario(choose, players):
    """Return a random scenario; some scenarios cannot be played."""
    chance = Chance(choose)
    wide, high, floors = 2 + chance.below(3), 2 + chance.below(3), 1 + chance.below(2)
    grid = [[x, y, floor] for floor in range(floors) for y in range(high) for x in range(wide)]
    cells = [cell for cell in grid if chance.below(30)] or grid
    inner = [[cell, way] for cell in cells for way in WAYS if beside(cell, way) in cells]
    outer = [[cell, way] for cell in cells for way in WAYS if beside(cell, way) not in cells]
    one_way = [chance.one(inner)] if inner and chance.below(20) else []
    taken = {*map(edge, one_way)}
    shafts = [[cell, [*cell[:2], cell[2] + 1]] for cell in cells if [*cell[:2], cell[2] + 1] in cells]
    ladders = chance.some(shafts, 4 * floors)
    climbs = [cell for ladder in ladders for cell in ladder]
    hatches = [
        [cell, way]
        for cell in climbs
        for way, up in (("up", 1), ("down", -1))
        if [*cell[:2], cell[2] + up] not in cells
    ]
    walls = [side for side in chance.some(inner, 3) if edge(side) not in taken]
    return {
        "cells": cells,
        "walls": walls,
        "one_way": one_way,
        "ladders": ladders,
        "exits": chance.some(outer + 4 * hatches, 3) or [chance.one(outer)] * min(1, chance.below(20)),
        "objects": objects(chance, [cell for cell in cells if cell not in climbs], walls, one_way),
        "items": items(chance, chance.some(cells, 5) or cells),  # so that unique things meet, and some cells stay empty
        "starts": {name: chance.one(cells) for name in players},
    }


def items(chance, places):
    """Return things on these cells, nearly always with a key among them."""
    listed = ["key", *(chance.one(ITEMS) for _ in range(2 + chance.below(14)))][not chance.below(20) :]
    return [{"at": chance.one(places), "item": item, "count": 1 + chance.below(3)} for item in listed]


def beside(cell, way):
    x, y = WAYS[way]
    return [cell[0] + x, cell[1] + y, cell[2]]


def edge(side):
    """Return a side of a cell in a form that is the same for the two cells that share it."""
    cell, way = side
    return tuple(sorted((tuple(cell), tuple(beside(cell, way)))))


def objects(chance, free, walls, one_way):
    """Return objects, each on a cell of its own."""
    shut = {(tuple(cell), way) for cell, way in walls}
    shut |= {(tuple(beside(cell, way)), back(way)) for cell, way in walls + one_way}
    made = []
    for _ in range(chance.below(7)):
        kind = chance.one(KINDS)
        cells = course(chance, free, shut) if kind == "river" else chance.some(free, 4 if kind == "pit" else 1)
        if len(cells) < (2 if kind in ("pit", "river") else 1):
            continue
        free = [cell for cell in free if cell not in cells]
        place = {"pit": {"loop": cells}, "river": {"course": cells}}.get(kind, {"at": cells[0]})
        made.append({"kind": kind, **place, **particulars(chance, kind)})
    return made


def particulars(chance, kind):
    if kind == "shop":
        goods = chance.some(GOODS, 5)
        goods = [item for item in goods if item != "false-key" or "key" not in goods]
        return {"goods": {item: chance.one([1, 2, 0.5, 2.25, 6, 0.01]) for item in goods}}
    return {"spinner": {"turn": chance.one([90, 180, 270])}, "mirror": {"face": chance.one("/\\")}}.get(kind, {})


def back(way):
    return {"north": "south", "south": "north", "west": "east", "east": "west"}[way]


def course(chance, free, shut):
    """Return a path along passages."""
    row = [chance.one(free)] if free else []
    for _ in range(chance.below(6)):
        on = [beside(row[-1], way) for way in WAYS if row and (tuple(row[-1]), way) not in shut]
        on = [cell for cell in on if cell in free and cell not in row]
        row += [chance.one(on)] if on else []
    return row
