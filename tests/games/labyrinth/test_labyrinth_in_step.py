"""Interpreted and compiled rules agree in crowded mazes, and no key is lost if their order cannot be stored."""

import json

from boards.labyrinth import GAME, Play
from boards.labyrinth_mazes import Chance, scenario
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.maze import verdict
from plugins.campaign import scaled

from ludoteka.core.twins import compiled_twin
from ludoteka.games.labyrinth.rules import RUNS, State
from ludoteka.testing import check_lockstep, chooser


def playable(chance, names):
    maze = scenario(chance.below, names)
    while verdict(maze, len(names)):
        maze = scenario(chance.below, names)
    return maze


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 150))
@settings(max_examples=scaled(100), deadline=None)
def test_interpreted_and_compiled_rules_agree_in_crowded_mazes(seed, plies):
    chance = Chance(chooser(seed))
    names = list("PQRST"[: 1 + chance.below(5)])
    options = GAME.check_options(
        {"scenario": playable(chance, names), "players": names, "stall": chance.one([None, 20])}
    )
    check_lockstep(GAME, options, chooser(seed), plies)


def test_interpreted_and_compiled_rules_agree_on_actions_that_legal_actions_leaves_out():
    play = Play("P B2, Q B3", {"players": ["P", "Q", "L"], "late": ["L"]})
    rules, packed = compiled_twin(GAME.rules), play.match.state.pack()
    for action in ("join:L@0,0,0", "deposit:2.5", "withdraw:0.05", "stay", "end", "leave", "leave", "leave"):
        number = play.match.check(action)
        play.match.play(action)
        rules.apply(packed, number)
        assert State.unpack(packed) == play.match.state, action


def test_no_key_is_lost_however_many_lie_on_one_cell():
    kinds = ["key", "false-key"] * RUNS
    items = ", ".join(["a1 key", *(f"B3 {kind}" for kind in kinds)])
    play = Play("P B3, Q A1", items=items)
    taken = []
    for _ in kinds:
        play("take:key")
        (kind,) = play.player("P")["items"]
        taken.append(kind)
        for index in range(len(play.match.state.items)):
            play.match.state.items[index] = 0
    assert taken[: RUNS - 1] == kinds[: RUNS - 1], "the key on a1 takes one of the runs"
    assert sorted(taken) == sorted(kinds)
    assert json.loads(play.match.position_text)["floor"] == [[[0, 0, 1], {"key": 1}]]
