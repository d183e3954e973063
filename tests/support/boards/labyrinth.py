"""Labyrinths drawn with characters like those of the rules page, and matches played in them.

A cell has a name of two characters; `vv ^^ > <` are walls that can be passed only in the direction of the arrow; `#` and `##` are exits.
"""

import json

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games

GAME = games()["labyrinth"]
WIDE, HIGH = 3, 2
LOWER = """
+--+--+--+
|A1|A2 A3|
+  +  +vv+
|B1 B2 B3#
+--+--+--+
"""
UPPER = """
+--+##+
|a1 a2|
+--+--+
"""
HOUSE_OBJECTS = ({"kind": "shop", "at": "B1", "goods": {"cartridge": 2, "vest": 6}}, {"kind": "bank", "at": "B2"})
HOUSE_ITEMS = "a1 key, a1 cartridge 3"
SIDES = {"|": "walls", "--": "walls", "#": "exits", "##": "exits"}
ARROWS = {">": "east", "<": "west", "vv": "south", "^^": "north"}
BEHIND = {"east": "west", "south": "north"}


def drawn(*floors):
    """Return an empty scenario read from drawings of its floors, and its cells by name."""
    maze = {"cells": [], "walls": [], "one_way": [], "ladders": [], "exits": [], "objects": [], "items": []}
    names = {}
    for floor, drawing in enumerate(floors):
        rows = drawing.strip().splitlines()
        for y, row in enumerate(rows[1::2]):
            for x in range(len(row) // WIDE):
                name = row[x * WIDE + 1 : x * WIDE + 3]
                if name.strip():
                    names[name] = [x, y, floor]
        for name in [one for one in names if names[one][2] == floor]:
            _sides(maze, names, names[name], rows)
    maze["cells"] = list(names.values())
    return maze, names


def _sides(maze, names, cell, rows):
    """Read the four sides of a cell; a wall between two cells is recorded once."""
    x, y, _ = cell
    left, top = x * WIDE, y * HIGH
    marks = {
        "north": rows[top][left + 1 : left + 3],
        "south": rows[top + HIGH][left + 1 : left + 3],
        "west": rows[top + 1][left],
        "east": rows[top + 1][left + WIDE],
    }
    for side, mark in marks.items():
        if mark in SIDES and not (mark in ("|", "--") and side in ("west", "north")):
            maze[SIDES[mark]].append([cell, side])
        elif mark in ARROWS and side in BEHIND:
            step = {"east": [1, 0, 0], "south": [0, 1, 0]}[side]
            other = [one + more for one, more in zip(cell, step, strict=True)]
            maze["one_way"].append([cell, side] if ARROWS[mark] == side else [other, BEHIND[side]])


def placed(value, names):
    """Return a value with the names of cells replaced by cells."""
    if isinstance(value, dict):
        return {key: value[key] if key in ("kind", "goods") else placed(value[key], names) for key in value}
    if isinstance(value, list | tuple):
        return [placed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def items_of(listed, names):
    """Return the items that a text like "a1 key, a1 cartridge 3" names."""
    entries = [one.split() for one in listed.split(",") if one.strip()]
    return [{"at": names[at], "item": item, "count": int((count or ["1"])[0])} for at, item, *count in entries]


def house(starts="", items=HOUSE_ITEMS, objects=HOUSE_OBJECTS, floors=(LOWER, UPPER), ladders=("A2 a2",)):
    """Return a scenario: the labyrinth of the rules page, or a variant; `starts` are like "P B1, Q B3"."""
    maze, names = drawn(*floors)
    if ladders == ("A2 a2",) and floors == (LOWER, UPPER):  # the exit of a2 is a hatch, not a door
        maze["exits"] = [side for side in maze["exits"] if side[0] != names["a2"]] + [[names["a2"], "up"]]
    maze["ladders"] = [[names[end] for end in ladder.split()] for ladder in ladders]
    maze["objects"], maze["items"] = placed(list(objects), names), items_of(items, names)
    if starts:
        maze["starts"] = {name: names[at] for name, at in (one.split() for one in starts.split(","))}
    return maze


def tall(cells):
    """Return a scenario whose map is two cells wide at the top, and one below."""
    column = [[0, y, 0] for y in range(cells - 2)]
    maze, _ = drawn()
    return maze | {
        "cells": [*column, [1, 0, 0], [1, 1, 0]],
        "one_way": [[[0, 0, 0], "east"]],
        "exits": [[[0, 0, 0], "north"]],
        "items": [{"at": [0, 3, 0], "item": "key", "count": 1}],
        "starts": {"P": [0, 0, 0]},
    }


class Play:
    """A match in a drawn labyrinth."""

    def __init__(self, starts, options=None, **parts):
        floors = parts.get("floors", (LOWER, UPPER))
        self.names = {tuple(cell): name for name, cell in drawn(*floors)[1].items()}
        players = [one.split()[0] for one in starts.split(",")]
        self.match = Match(GAME, {"scenario": house(starts, **parts), "players": players, **(options or {})})

    def __call__(self, *actions):
        """Play these actions; return the answers to the last one as one text."""
        for action in actions:
            self.match.play(action)
        return " ".join(self.match.log_entries[-1].answers)

    def refused(self, action):
        """Return the code with which an action is refused; nothing changes."""
        before = self.match.state.copy()
        try:
            self.match.play(action)
        except Refused as refused:
            assert self.match.state == before
            return refused.code
        raise AssertionError(f"{action} is not refused")

    @property
    def truth(self):
        return json.loads(self.match.position_text)

    def player(self, name):
        return self.truth["players"][name]

    def at(self, name):
        """The name of the cell where a player is."""
        return self.names[tuple(self.player(name)["at"])]

    def floor(self, name):
        """Return the things on a named cell."""
        return {self.names[tuple(cell)]: things for cell, things in self.truth["floor"]}.get(name, {})

    @property
    def to_act(self):
        return self.match.letter(self.match.seat)

    @property
    def legal(self):
        return self.match.legal_texts()
