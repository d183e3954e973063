"""Shooting (clauses 10–12), mirrors, cows and spinners (clause 18)."""

import pytest
from boards.labyrinth import Play

ROOM = """
+--+--+--+
|C1 C2 C3|
+  +  +  +
|D1 D2 D3#
+  +vv+  +
|E1 E2 E3|
+--+--+--+
"""
SHAFT = ["+--+--+--+\n|F1 F2 F5|\n+  +vv+  +\n|F3 F4 F6#\n+--+--+--+", "+--+\n|G1|\n+--+", "+--+\n|H1|\n+--+"]
LADDERS = ("F1 G1", "G1 H1")


def room(starts, *objects, items="", **options):
    return Play(starts, options, floors=(ROOM,), ladders=(), objects=objects, items=f"D2 key, {items}")


def shooting(where, *objects, items="", extra=""):
    """A match in which P has three cartridges and all players start where `where` says."""
    at = where.split(",")[0].split()[1]
    play = room(where, *objects, items=f"{at} cartridge 3{extra}")
    play("take:cartridge", "take:cartridge", "take:cartridge")
    return play


def test_a_shot_spends_one_cartridge_and_no_move():
    play = shooting("P C1, Q D3")
    assert play("shoot:west") == "missed"
    assert play.player("P")["items"] == {"cartridge": 2}
    assert play("east") == "passed"


def test_without_a_cartridge_nobody_can_shoot():
    assert room("P C1, Q C3").refused("shoot:east") == "no-cartridge"


def test_the_first_other_player_on_the_line_is_hit():
    play = shooting("P C1, Q C3, R C2")
    assert play("shoot:east") == "killed:R"
    assert play("shoot:east") == "killed:Q"


def test_a_shot_hits_the_player_who_has_been_longest_on_a_cell():
    play = room("P C1, Q C2, R C3", items="C1 cartridge")
    play("take:cartridge", "stay", "end", "east", "stay")  # Q comes to R
    assert play("shoot:east") == "killed:R"


def test_a_shot_hits_the_first_in_order_of_the_players_who_started_on_a_cell():
    assert shooting("P C1, Q C3, R C3")("shoot:east") == "killed:Q"


def test_a_player_who_comes_back_counts_as_a_new_arrival():
    play = room("P C1, Q C3, R C3", items="C1 cartridge")
    play("take:cartridge", "stay", "end", "south", "stay", "stay", "end", "north", "stay")
    assert play("shoot:east") == "killed:R"


def test_exits_stop_bullets_and_nobody_hits_themselves():
    assert shooting("P D3")("shoot:east") == "missed"


def test_a_kill_is_announced_with_the_victims_name_but_a_hit_on_a_vest_without_a_name():
    play = shooting("P C1, Q C1", extra=", C1 vest")
    play("stay", "end", "take:vest", "stay", "end")
    assert play("shoot:north") == "protected"
    assert play("shoot:north") == "killed:Q"


def test_each_vest_stops_one_bullet():
    play = shooting("P C1, Q C1", extra=", C1 vest 2")
    play("stay", "end", "take:vest", "take:vest", "stay", "end")
    assert (play("shoot:north"), play.player("Q")["items"]) == ("protected", {"vest": 1})
    assert play("shoot:north") == "protected"
    assert play("shoot:north") == "killed:Q"


def shaft(starts, *before):
    play = Play(starts, floors=SHAFT, ladders=LADDERS, objects=(), items="F3 key, F1 cartridge 2, F2 cartridge")
    play("take:cartridge", *before)
    return play


def test_a_bullet_shot_up_a_ladder_flies_to_the_top_or_the_first_player():
    assert shaft("P F1, Q H1")("shoot:up") == "killed:Q"
    assert shaft("P F1, Q H1, R G1")("shoot:up") == "killed:R"
    assert shaft("P F1, Q F3")("shoot:up") == "missed"
    assert shaft("P F1, Q F3")("shoot:down") == "missed"


def test_off_a_ladder_shots_up_are_refused_even_if_another_player_is_on_the_cell():
    assert shaft("P F2, Q F2").refused("shoot:up") == "no-ladder"


@pytest.mark.parametrize(
    ("face", "at", "way", "target"),
    [
        ("/", "D1", "east", "C2"),
        ("/", "C2", "south", "D1"),
        ("/", "D3", "west", "E2"),
        ("\\", "D1", "east", "E2"),
        ("\\", "D3", "west", "C2"),
        ("\\", "C2", "south", "D3"),
    ],
)
def test_a_mirror_turns_bullets_by_90_degrees(face, at, way, target):
    mirror = {"kind": "mirror", "at": "D2", "face": face}
    assert shooting(f"P {at}, Q {target}", mirror)(f"shoot:{way}") == "killed:Q"


def test_a_player_in_a_mirrors_cell_is_hit_first():
    mirror = {"kind": "mirror", "at": "D2", "face": "/"}
    assert shooting("P D1, Q D2, R C2", mirror)("shoot:east") == "killed:Q"


def test_the_mirror_under_the_shooter_does_not_turn_the_bullet_that_leaves():
    mirror = {"kind": "mirror", "at": "D2", "face": "/"}
    assert shooting("P D2, Q D3, R C2", mirror)("shoot:east") == "killed:Q"


def test_a_bullet_in_a_ring_of_mirrors_passes_its_shooter_and_is_spent_in_the_end():
    faces = {"C1": "/", "C2": "\\", "D1": "\\", "D2": "/"}
    mirrors = [{"kind": "mirror", "at": at, "face": face} for at, face in faces.items()]
    play = Play("P C1, Q D3", floors=(ROOM,), ladders=(), objects=mirrors, items="C3 key, C1 cartridge")
    assert play("take:cartridge", "shoot:east") == "missed"


def test_a_bullet_that_mirrors_turn_round_flies_past_its_shooter():
    faces = {"C2": "\\", "D2": "/", "D1": "\\"}
    mirrors = [{"kind": "mirror", "at": at, "face": face} for at, face in faces.items()]
    play = Play("P C1, Q E1", floors=(ROOM,), ladders=(), objects=mirrors, items="C3 key, C1 cartridge")
    assert play("take:cartridge", "shoot:east") == "missed"


def test_a_cow_stops_bullets_before_its_cell_and_lets_people_pass():
    cow = {"kind": "cow", "at": "C2"}
    assert shooting("P C1, Q C2", cow)("shoot:east") == "missed"
    assert shooting("P C1, Q C3", cow)("shoot:east") == "missed"
    assert shooting("P C2, Q C2", cow)("shoot:east") == "killed:Q"
    assert room("P C1", cow)("east") == "passed cow"


@pytest.mark.parametrize(("turn", "word"), [(90, "north"), (180, "west"), (270, "south")])
def test_a_spinner_turns_the_named_directions_clockwise(turn, word):
    spinner = {"kind": "spinner", "at": "D1", "turn": turn}
    assert shooting("P D1, Q D3", spinner)(f"shoot:{word}") == "killed:Q"
    walking = room("P D1, Q C3", spinner)
    assert walking(word) == "passed found:key"
    assert walking.at("P") == "D2"


def test_a_spinner_does_not_turn_a_player_with_a_compass():
    spinner = {"kind": "spinner", "at": "D1", "turn": 90}
    play = shooting("P D1, Q D3", spinner, extra=", D1 compass")
    play("take:compass")
    assert play("shoot:east") == "killed:Q"


def test_a_spinner_is_announced_as_a_plain_cell():
    assert room("P C1", {"kind": "spinner", "at": "C2", "turn": 90})("east") == "passed"


def test_a_spinner_does_not_affect_lantern_and_trumpet():
    spinner = {"kind": "spinner", "at": "D3", "turn": 90}
    play = room("P D3, Q C3", spinner, items="D3 lantern, D3 trumpet")
    play("take:lantern", "take:trumpet")
    assert play("use:lantern") == "north:passage south:passage west:passage east:wall"
    assert play("use:trumpet") == "north:somebody south:nobody west:nobody"
