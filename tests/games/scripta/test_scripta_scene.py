"""The scene of XII Scripta, and the commands of the original program."""

import pytest
from boards.scripta import GAME, at, match
from programs import forked

from ludoteka.core.message import Refused


def scene(position, *actions, **options):
    played = match(position, *actions, **options)
    return played.scene()


def spoken(position, text):
    return GAME.interpret(match(position).seen(), text)


def test_the_course_runs_along_the_middle_back_along_the_top_and_along_the_bottom():
    spots = {place.name: (place.x, place.y) for place in scene(None).places}
    rows = [
        sorted((x, int(name)) for name, (x, row) in spots.items() if name.isdigit() and row == y) for y in (0, 2.6, 5.2)
    ]
    assert [[point for _, point in row] for row in rows] == [
        [*range(24, 12, -1)],
        [*range(1, 13)],
        [*range(25, 37)],
    ]


def test_entry_points_and_bearing_off_points_have_their_own_kinds():
    kinds = {place.name: place.kind for place in scene(None).places}
    assert [name for name, kind in kinds.items() if kind == "entry"] == ["1", "2", "3", "4", "5", "6"]
    assert [name for name, kind in kinds.items() if kind == "end"] == ["31", "32", "33", "34", "35", "36"]


def test_every_man_is_shown_on_the_board_or_beside_it():
    shown = scene(at("3*2,17", "4", captured=(1, 0), off=(0, 2)))
    stand = [(piece.kind, piece.place) for piece in shown.pieces]
    assert len(stand) == 30
    assert {one: stand.count(one) for one in stand} == {
        ("yellow", "3"): 2,
        ("yellow", "17"): 1,
        ("yellow", "y-waiting"): 11,
        ("yellow", "y-captured"): 1,
        ("green", "4"): 1,
        ("green", "g-waiting"): 12,
        ("green", "g-off"): 2,
    }


def test_men_are_picked_by_their_point_and_then_by_their_target():
    assert scene(at("10", dice="24")).paths == {
        ("y-waiting", "2"): "in/2",
        ("y-waiting", "4"): "in/4",
        ("10", "12"): "10/12",
        ("10", "14"): "10/14",
        ("pass",): "pass",
    }
    assert scene(at("10", dice="2", captured=(1, 0))).paths == {("y-captured", "2"): "in/2", ("pass",): "pass"}
    assert scene(at("35*15", dice="2")).paths == {("35", "y-off"): "35/off", ("pass",): "pass"}


def test_the_scene_shows_unused_dice_only():
    assert scene(at("10", dice="245")).dice == (2, 4, 5)
    assert scene(at("10", dice="245"), "10/14").dice == (2, 5)
    assert scene(at()).dice == ()


def test_men_walk_along_the_course_from_their_trays_and_off_the_board():
    courses = scene(None).courses
    for seat in "yg":
        assert (f"{seat}-waiting", *map(str, range(1, 37)), f"{seat}-off") in courses
        assert any(course[:3] == (f"{seat}-captured", "1", "2") for course in courses)


def test_picks_foresee_the_points_within_reach_and_captures():
    foreseen = scene(at("10", "14", dice="24")).foreseen
    assert foreseen["10",] == (("reach", "12", ""), ("captured", "14", ""))
    assert foreseen["10", "14"] == (("captured", "14", ""),)
    assert ("10", "12") not in foreseen


def test_the_pass_choice_says_whether_a_die_could_be_used():
    (free,), (forced,) = scene(at(dice="1")).choices, scene(at("36*15", dice="2")).choices
    assert free.label.text == "Pass and give up the dice"
    assert forced.label.text == "Pass: no die can be used"


@pytest.mark.parametrize(
    ("position", "status"),
    [
        (at(), "Yellow to throw"),
        (at(turn="g"), "Green to throw"),
        (at(dice="1"), "Yellow to move"),
        (at(dice="1", turn="g"), "Green to move"),
        (at(off=(15, 0)), "All yellow men are off: yellow wins"),
        (at(off=(0, 15), turn="g"), "All green men are off: green wins"),
    ],
)
def test_the_status_says_whose_turn_it_is_or_who_has_won(position, status):
    assert scene(position).status.text == status


def test_the_panel_shows_the_progress_of_each_seat():
    yellow, green = scene(at("3*2,36", off=(11, 0), captured=(1, 0))).panel
    assert dict(yellow.value.values) == {"waiting": 0, "captured": 1, "off": 11, "count": 37 + 2 * 34 + 1}
    assert dict(green.value.values) == {"waiting": 15, "captured": 0, "off": 0, "count": 15 * 37}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("place 3", "in/3"),
        ("place 7", "in/7"),
        ("move 1 2", "4/6"),
        ("move 2 2", "9/11"),
        ("move 3 2", "9/11"),
        ("move 4 2", "33/35"),
        ("MOVE  4   3", "33/36"),
        ("take 4", "33/off"),
        ("take 6", "31/off"),
        ("pass", "pass"),
        ("yield", "resign"),
        ("resign", ""),
        ("in/3", ""),
        ("place", ""),
        ("place x", ""),
        ("place 0", ""),
        ("move 1", ""),
        ("move 0 1", ""),
        ("place \u0663", ""),
        ("move 1 2 3", ""),
        ("", ""),
    ],
)
def test_the_commands_of_the_original_program_are_translated_into_actions(text, meant):
    assert spoken(at("4,9*2,33", "5*2", "234"), text) == meant


def test_a_command_counts_only_the_men_of_the_seat_whose_turn_it_is():
    assert spoken(at("4", "2,30", "6", "g"), "move 2 6") == "30/36"


@pytest.mark.parametrize(("text", "code"), [("move 5 2", "no-such-piece"), ("take 7", "not-exact")])
def test_a_command_that_fits_no_man_is_refused(text, code):
    with pytest.raises(Refused) as refused:
        spoken(at("4,9*2,33", "5*2", "234"), text)
    assert refused.value.code == code


def test_the_commands_can_be_typed_in_the_terminal():
    typed = ["", "place 9", "move 1 1", "pass", "", "yield", "move 9 9", "quit"]
    done = forked.run("play", "scripta", "--hot-seat", "--option", "dice=bag", typed="\n".join(typed) + "\n")
    assert done.returncode == 0, done.stderr
    assert "Men enter on points 1 to 6 (clause 5)." in done.stdout
    assert "You have only 0 men on the board." in done.stdout
    assert "Green resigned. Winner: Yellow" in done.stdout
    assert done.stdout.count("The match is over.") == 2, "commands are not accepted after the end"
