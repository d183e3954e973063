"""Scenarios: which mazes are accepted, and why others are not (clauses 1, 2, 4–6, 18)."""

import copy
import random
import re

import pytest
from boards.labyrinth import GAME, drawn, house, placed

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games.labyrinth.maze import checked
from ludoteka.surfaces.texts import texts_in

CELL = [1, 1, 0]  # B2
EMPTY = [2, 0, 0]  # A3
FAR = [77, 0, 0]


def verdict(maze, players=1):
    """The code and the sentence with which a scenario is refused."""
    with pytest.raises(Refused) as caught:
        checked(maze, players)
    return caught.value.code, texts_in("en").say(caught.value.message)


def changed(**parts):
    return house() | parts


def with_objects(*objects):
    return changed(objects=[*house()["objects"], *objects])


def test_the_example_maze_is_accepted():
    checked(house(), 3)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"cells": [[x, 0, 0] for x in range(151)]}, "too-many-cells"),
        ({"one_way": []}, "no-one-way"),
        ({"exits": []}, "no-exit"),
        ({"items": []}, "no-key"),
        ({"items": [{"at": EMPTY, "item": "false-key", "count": 1}]}, "no-key"),
        ({"walls": [*house()["walls"], [[0, 0, 0], "south"]]}, "unreachable"),
        ({"ladders": [], "exits": [[[2, 1, 0], "east"]]}, "unreachable"),
    ],
)
def test_a_labyrinth_that_cannot_be_played_is_refused_with_the_reason(parts, code):
    assert verdict(changed(**parts))[0] == code


def test_a_key_for_sale_does_not_replace_the_required_key():
    shop = {"kind": "shop", "at": EMPTY, "goods": {"key": 1}}
    assert verdict(with_objects(shop) | {"items": []})[0] == "no-key"


def test_150_cells_are_accepted():
    cells = [[x, y, 0] for y in range(10) for x in range(15)]
    maze = changed(cells=cells, walls=[], ladders=[], exits=[[[0, 0, 0], "west"]], objects=[])
    maze |= {"one_way": [[[2, 2, 0], "east"]], "items": [{"at": [3, 3, 0], "item": "key", "count": 1}]}
    checked(maze, 32)


def test_a_cell_that_cannot_be_left_is_named():
    walls = [side for side in house()["walls"] if side != [[2, 1, 0], "south"]]
    maze = changed(walls=walls, one_way=[[[2, 0, 0], "south"], [[1, 1, 0], "east"]], ladders=house()["ladders"])
    code, sentence = verdict(maze)
    assert code == "unreachable"
    assert re.search(r"cells\[\d\] cannot be reached from cells\[\d\]", sentence)


STREET = """
+--+--+--+--+--+
|A1 A2 A3 A4 A5|
+  +--+--+--+  +
|B1 B2<B3 B4 B5|
+--+--+--+--+--+
"""
STREAM = {"kind": "river", "course": ["A1", "A2", "A3", "A4", "A5"]}


def street(exit_at, key="B2"):
    maze, names = drawn(STREET)
    maze["exits"] = [[names[exit_at], "north" if exit_at[0] == "A" else "south"]]
    maze["items"] = [{"at": names[key], "item": "key", "count": 1}]
    maze["objects"] = placed([STREAM], names)
    return maze


def test_cells_over_which_a_river_carries_a_player_count_as_reached():
    checked(street("B5"), 1)


def test_an_exit_on_a_cell_where_no_move_ends_is_refused():
    assert verdict(street("A2"))[0] == "exit-unreachable"
    assert verdict(street("A1"))[0] == "exit-unreachable"
    checked(street("A3"), 1)
    checked(street("A5"), 1)


def test_a_key_must_be_where_a_move_can_end():
    assert verdict(street("B5", key="A2"))[0] == "unreachable"
    two = street("B5", key="A2")
    two["items"].append({"at": [1, 1, 0], "item": "key", "count": 1})
    checked(two, 1)


def test_cells_that_are_reached_only_through_a_pit_count_as_reachable():
    pit = {"kind": "pit", "loop": [EMPTY, [0, 0, 1]]}
    parts = {"ladders": [], "exits": [[[2, 1, 0], "east"]]}
    checked(changed(objects=[pit], **parts), 1)
    assert verdict(changed(objects=[], **parts))[0] == "unreachable"


def test_there_must_be_an_empty_cell_for_each_player_at_the_start():
    assert verdict(house(), 4)[0] == "too-few-empty-cells"
    for starts in ("", "P B1, Q B1, R B1, S B1"):
        with pytest.raises(Refused) as caught:
            Match(GAME, {"scenario": house(starts), "players": ["P", "Q", "R", "S"]})
        assert caught.value.code == "too-few-empty-cells"
    Match(GAME, {"scenario": house(), "players": ["P", "Q", "R", "S"], "late": ["S"]})


BAD_CELLS = [0, "A1", [1, 1], [1, 1, 0, 0], [1, 1, True], [1, 1, 0.0], [1, 1, "0"], [1, 1, None], [1, 1, 10**30]]


@pytest.mark.parametrize("cell", [*BAD_CELLS, [0, 0, 0], [10_000, 0, 0], {"x": 1}])
def test_cells_are_three_integers_and_distinct(cell):
    code, sentence = verdict(changed(cells=[*house()["cells"], cell]))
    assert (code, sentence.partition(":")[0][:8]) == ("bad-scenario", "cells[8]")


def test_a_refusal_says_what_a_cell_is():
    said = "cells[0]: a cell is three numbers: x, y and floor."
    assert verdict(changed(cells=[[1, 2]])) == ("bad-scenario", said)


@pytest.mark.parametrize("cell", [*BAD_CELLS, FAR])
def test_everything_must_be_on_cells_of_the_maze(cell):
    item = {"at": cell, "item": "vest", "count": 1}
    places = {
        "walls": [[cell, "east"]],
        "one_way": [[cell, "east"]],
        "ladders": [[cell, [1, 0, 1]]],
        "exits": [[cell, "east"]],
        "items": [item],
        "starts": {"P": cell},
        "objects": [{"kind": "cow", "at": cell}],
    }
    for name, value in places.items():
        assert verdict(changed(**{name: value}))[0] == "bad-scenario"
    for thing in ({"kind": "pit", "loop": [cell, EMPTY]}, {"kind": "river", "course": [EMPTY, cell]}):
        assert verdict(changed(objects=[thing]))[0] == "bad-scenario"


@pytest.mark.parametrize(
    ("name", "value", "place"),
    [
        ("walls", [[CELL, "up"], [CELL, "northeast"]], "walls[1][1]"),
        ("walls", [[CELL]], "walls[0]"),
        ("walls", [[[9, 9, 0], "north"]], "walls[0][0]"),
        ("walls", [[[9, 9], "north"]], "walls[0][0]"),
        ("one_way", [[CELL, "up"]], "one_way[0][1]"),
        ("one_way", [[[0, 0, 0], "north"]], "one_way[0]"),
        ("one_way", [[[0, 0, 0], "east"]], "one_way[0]"),
        ("one_way", [[CELL, "east"], [[2, 1, 0], "west"]], "one_way[0]"),
        ("ladders", [[[1, 0, 1], [1, 0, 0]]], "ladders[0]"),
        ("ladders", [[[1, 0, 0], [0, 0, 1]]], "ladders[0]"),
        ("ladders", [[[1, 0, 0]]], "ladders[0]"),
        ("exits", [[CELL, "east"]], "exits[0]"),
        ("exits", [[[2, 1, 0], "up"]], "exits[0]"),
        ("exits", [[[1, 0, 0], "up"]], "exits[0]"),
        ("starts", [], "starts"),
        ("items", {}, "items"),
    ],
)
def test_misplaced_sides_and_ladders_are_refused(name, value, place):
    code, sentence = verdict(changed(**{name: value}))
    assert (code, sentence.partition(": ")[0]) == ("bad-scenario", place)


@pytest.mark.parametrize(
    "thing",
    [
        {"kind": "cow", "at": CELL},  # the bank is there
        {"kind": "cow", "at": [1, 0, 0]},  # a ladder
        {"kind": "dragon", "at": EMPTY},
        {"kind": "cow"},
        {"at": EMPTY},
        {"kind": ["cow"], "at": EMPTY},
        {"kind": "cow", "at": EMPTY, "name": "Bessie"},
        "cow",
        {"kind": "pit", "loop": [EMPTY]},
        {"kind": "pit", "loop": [EMPTY, EMPTY]},
        {"kind": "pit", "loop": [EMPTY, CELL]},
        {"kind": "river", "course": [EMPTY]},
        {"kind": "river", "course": [EMPTY, [0, 0, 0]]},
        {"kind": "river", "course": [[2, 1, 0], EMPTY]},  # against the one-way wall
        {"kind": "spinner", "at": EMPTY, "turn": 45},
        {"kind": "spinner", "at": EMPTY, "turn": 90.0},
        {"kind": "spinner", "at": EMPTY},
        {"kind": "mirror", "at": EMPTY, "face": "|"},
        {"kind": "shop", "at": EMPTY},
        {"kind": "shop", "at": EMPTY, "goods": ["vest"]},
        {"kind": "shop", "at": EMPTY, "goods": {"dragon": 1}},
        {"kind": "shop", "at": EMPTY, "goods": {"purse": 1}},
        {"kind": "shop", "at": EMPTY, "goods": {"key": 1, "false-key": 2}},
        *(
            {"kind": "shop", "at": EMPTY, "goods": {"vest": price}}
            for price in (0, -1, 1.234, "2", True, None, 10**400, float("nan"), float("inf"), 0.001, [1])
        ),
    ],
)
def test_malformed_objects_are_refused(thing):
    code, sentence = verdict(with_objects(thing))
    assert (code, sentence[:10]) == ("bad-scenario", "objects[2]")


@pytest.mark.parametrize(
    "item",
    [
        {"at": EMPTY, "item": "sword", "count": 1},
        {"at": EMPTY, "item": "vest"},
        {"at": EMPTY, "item": "vest", "count": 1, "colour": "red"},
        *({"at": EMPTY, "item": "vest", "count": count} for count in (0, -1, 1.0, True, "1", None, 10**30, 10_001)),
        [EMPTY, "vest", 1],
    ],
)
def test_malformed_items_are_refused(item):
    code, sentence = verdict(changed(items=[*house()["items"], item]))
    assert (code, sentence[:8]) == ("bad-scenario", "items[2]")


@pytest.mark.parametrize("value", [None, 1, "maze", [], {}, {"cells": []}, changed(cells=[]), changed(starts=None)])
def test_a_value_that_is_not_a_scenario_is_refused(value):
    assert verdict(value)[0] == "bad-scenario"


@pytest.mark.parametrize("name", ["cells", "walls", "one_way", "ladders", "exits", "objects", "items"])
def test_a_missing_part_is_refused(name):
    maze = house()
    del maze[name]
    assert verdict(maze)[0] == "bad-scenario"
    assert verdict(changed(**{name: {}}))[0] == "bad-scenario"


def test_an_unknown_part_is_refused():
    assert verdict(changed(dragons=[]))[1] == "scenario: dragons is not known here."


def test_lists_with_a_million_entries_are_refused():
    long = [[CELL, "east"]] * 1_000_000
    for name in ("walls", "one_way", "exits", "ladders", "objects", "items"):
        assert verdict(changed(**{name: long}))[0] == "bad-scenario"
    assert verdict(changed(cells=long))[0] == "too-many-cells"


def test_every_player_at_the_start_needs_a_start_cell():
    with pytest.raises(Refused) as caught:
        Match(GAME, {"scenario": house("P B1"), "players": ["P", "Q"]})
    assert caught.value.code == "bad-scenario"


STRANGE = [None, True, -1, 0, 1, 10**20, 0.5, "", "key", "east", [], [[]], {}, {"kind": "pit"}, CELL, FAR, [CELL, "up"]]


def test_a_randomly_changed_scenario_is_accepted_or_refused_with_a_code():
    chance = random.Random(7)
    codes = set()
    for _ in range(3000):
        maze = copy.deepcopy(with_objects({"kind": "pit", "loop": [[0, 0, 0], EMPTY]}))
        node, key = maze, chance.choice(list(maze))
        while isinstance(node[key], dict | list) and node[key] and chance.randrange(4):
            node = node[key]
            key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        node[key] = chance.choice(STRANGE)
        try:
            checked(maze, 1 + chance.randrange(2))
        except Refused as refused:
            codes.add(refused.code)
    assert codes >= {"bad-scenario", "no-one-way", "no-exit", "no-key", "unreachable", "too-few-empty-cells"}
