"""The scene of Quagmire."""

from collections import Counter

import pytest
from boards.quagmire import GAME, at, match

from ludoteka.games.quagmire import rules
from ludoteka.games.quagmire.scene import NAMES, TEXTS
from ludoteka.surfaces.lattice import coordinates

SPOTS = {place.name: (place.x, place.y) for place in GAME.scene(match().seen(), []).places}


def scene(position=None, *actions, **options):
    played = match(position, *actions, **options)
    return played.scene()


def standing(shown):
    """Return the seat and the place of every pawn, sorted."""
    return sorted((piece.seat, piece.place) for piece in shown.pieces)


def test_the_circle_runs_clockwise_around_a_board_of_thirteen_by_thirteen_cells():
    circle = [SPOTS[name] for name in NAMES[0][:48]]
    assert circle[:7] == [(6 - step, 12) for step in range(7)]
    assert (circle[18], circle[30], circle[42]) == ((0, 0), (12, 0), (12, 12))
    steps = zip(circle, [*circle[1:], circle[0]], strict=True)
    assert all(abs(x - right) + abs(y - below) == 1 for (x, y), (right, below) in steps)


def test_pawns_enter_in_the_middle_of_their_side_and_go_home_towards_the_middle_of_the_board():
    assert [SPOTS[names[0]] for names in NAMES] == [(6, 12), (0, 6), (6, 0), (12, 6)]
    assert [[SPOTS[name] for name in names[49:53]] for names in NAMES] == [
        [(6, 11), (6, 10), (6, 9), (6, 8)],
        [(1, 6), (2, 6), (3, 6), (4, 6)],
        [(6, 1), (6, 2), (6, 3), (6, 4)],
        [(11, 6), (10, 6), (9, 6), (8, 6)],
    ]


def test_one_lap_later_a_pawn_stands_on_its_first_cell():
    assert [names[48] for names in NAMES] == [names[0] for names in NAMES]


def test_cells_that_seats_share_have_one_name():
    assert [NAMES[0][18], NAMES[1][6], NAMES[2][42], NAMES[3][30]] == ["a13"] * 4
    assert [NAMES[0][53], NAMES[1][62], NAMES[2][59], NAMES[3][56]] == ["d2"] * 4


def test_places_are_named_by_column_and_row_and_no_column_is_called_h():
    columns, rows = coordinates(scene().places)
    assert "".join(columns[x] for x in sorted(columns)) == "abcdefgijklmn"
    assert [rows[y] for y in sorted(rows)] == [str(number) for number in range(13, 0, -1)]


def test_cuts_entrances_tussocks_and_the_quagmire_are_kinds_of_their_own():
    kinds = {}
    for place in scene().places:
        kinds.setdefault(place.kind, []).append(place.name)
    assert sorted(kinds["cut"]) == sorted(NAMES[0][number] for number in (2, 10, 14, 22, 26, 34, 38, 46))
    assert sorted(kinds["entrance"]) == sorted(NAMES[0][number] for number in (3, 15, 27, 39))
    assert [len(kinds[f"tussock-{number}"]) for number in ("one", "three", "six")] == [4, 4, 4]
    assert (len(kinds["quagmire"]), len(kinds["home"]), len(kinds["start"])) == (9, 16, 4)


def test_the_pawns_of_a_seat_wait_at_its_start_and_sink_near_its_home():
    assert standing(scene(at("b", b="q,q", l="q,5,h4"))) == sorted(
        [(0, "i2")] * 2
        + [(0, "f6")] * 2
        + [(1, "b6"), (1, "f8"), (1, "a12"), (1, "e7")]
        + [(2, "f12")] * 4
        + [(3, "m8")] * 4
    )


WALKS = [  # the die, where a pawn stands and comes to rest, and the steps that it walks there
    *[
        (6, "s", "0", 1),
        (5, "4", "9", 5),
        (6, "19", "25", 6),
        (1, "35", "36", 1),
        (5, "43", "48", 5),
        (4, "47", "h3", 4),
    ],
    *[(2, "0", "10", 3), (1, "9", "2", 2), (6, "40", "38", 7)],  # with a cut at the end
    *[(3, "0", "f1.1", 4), (1, "14", "f2.1", 2), (1, "f4.1", "f4.2", 1), (6, "f4.3", "42", 1)],
    *[(6, "48", "h2", 2), (5, "h2", "h1", 1), (4, "h2", "h2", 0)],  # it turns around on the way
]


def steps_of(start, end):
    """Return the length of the shortest course from one place to another, or else of one backwards."""
    courses = [course for course in scene().courses if {start, end} <= set(course)]
    steps = [course.index(end) - course.index(start) for course in courses]
    return min((count for count in steps if count >= 0), default=-max(steps))


@pytest.mark.parametrize(("die", "origin", "target", "steps"), WALKS)
def test_pawns_walk_along_cells_cuts_and_tussocks_to_where_a_move_takes_them(die, origin, target, steps):
    for letter, names in zip("bltr", NAMES, strict=True):
        moved = match(at(letter, die, **{letter: origin}))
        moved.play(origin)
        assert f",{target}" in moved.position_text.split()["bltr".index(letter)]
        assert steps_of(names[TEXTS.index(origin)], names[TEXTS.index(target)]) == steps


def test_no_course_leads_into_the_quagmire_or_out_of_it():
    sunk = {names[rules.QUAGMIRE] for names in NAMES}
    assert not [course for course in scene().courses if sunk & set(course)]


def test_only_seats_in_the_game_have_pawns_and_a_line_in_the_panel():
    shown = scene(seats="lr")
    assert {piece.seat for piece in shown.pieces} == {1, 3}
    assert [entry.label.text for entry in shown.panel] == ["Blue", "White"]


def test_seats_that_are_not_in_the_game_have_no_start_no_home_and_no_first_cell_of_their_own():
    shown = scene(seats="bl")
    labels = Counter(place.label.text for place in shown.places if place.label)
    owned = {text: count for text, count in labels.items() if text.endswith("pawns")}
    assert owned == {
        f"{kind} of the {colour} pawns": count
        for colour in ("red", "blue")
        for kind, count in (("first cell", 1), ("home", 4), ("start", 1))
    }
    kinds = {one.kind for one in (*shown.ornaments, *shown.lines)}
    owned = {kind for kind in kinds if kind[-1].isdigit() and not kind.startswith("key")}
    assert owned == {"camp0", "home0", "lead0", "camp1", "home1", "lead1"}
    assert len(scene().places) == len(shown.places) + 10


def test_a_pawn_is_moved_by_picking_the_place_on_which_it_stands():
    assert scene(at("b", 6, b="q,17,f1.3")).paths == {("i2",): "s", ("f6",): "q", ("a12",): "17", ("b2",): "f1.3"}
    assert scene(at("l", 6)).paths == {("b6",): "s"}


def test_nothing_can_be_picked_before_the_throw():
    shown = scene(at("b", b="17"))
    assert (shown.paths, shown.dice, shown.choices) == ({}, (), ())


def test_a_forced_pass_is_a_choice():
    shown = scene(at("b", 5))
    assert shown.paths == {("pass",): "pass"}
    assert [choice.name for choice in shown.choices] == ["pass"]
    assert shown.dice == (5,)


def foreseen(position, *path):
    return sorted((piece.seat, piece.place) for piece in scene(position).previews[path])


def test_a_preview_shows_where_a_pawn_goes_and_which_other_pawns_it_captures_or_pushes():
    assert foreseen(at("b", 4, b="16", l="8"), "a11") == [(0, "c13"), (1, "f8")]
    assert foreseen(at("b", 2, b="0"), "g1") == [(0, "a5")]
    assert foreseen(at("b", 3, b="0", l="f4.1"), "g1") == [(0, "d2"), (1, "c2")]
    assert foreseen(at("b", 2, b="h2,h4"), "g3") == []


@pytest.mark.parametrize(
    ("position", "status", "seat"),
    [
        (at("b"), "{seat} to throw", "Red"),
        (at("l", 3), "{seat} to move", "Blue"),
        (at("b", 3, b="17"), "{seat} to move", "Red"),
        (at("t", r="h1,h2,h3,h4"), "All four pawns are home: {seat} wins", "White"),
    ],
)
def test_the_status_says_whose_turn_it_is_or_who_has_won(position, status, seat):
    said = scene(position).status
    assert (said.text, said.values["seat"].text) == (status, seat)


def test_the_panel_shows_the_progress_of_each_seat():
    bottom, left, *_ = scene(at("b", b="q,17,f1.2,h4", l="48,h1,h2")).panel
    assert dict(bottom.value.values) == {"home": 1, "count": 202 - 17 - 4 - 52}
    assert dict(left.value.values) == {"home": 2, "count": 202 - 48 - 49 - 50}
    winner = scene(at("b", b="h1,h2,h3,h4")).panel[0]
    assert dict(winner.value.values) == {"home": 4, "count": 0}
