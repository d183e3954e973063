"""The scene of Moksha."""

import pytest
from boards.moksha import GAME, match

from ludoteka.core.match import Match
from ludoteka.core.scene import track_pieces
from ludoteka.surfaces.text import board_lines, scene_lines
from ludoteka.surfaces.texts import texts_in


def seen(played):
    return played.scene()


def scene(listed, turn="w"):
    return seen(match(listed, turn))


def standing(pieces):
    """Return pieces as they are written in a position: "d4 Q^"."""
    return sorted(f"{piece.place} {piece.symbol}{'^>v<'[piece.facing % 4]}" for piece in pieces)


def foreseen(listed, *path):
    return standing(preview(scene(listed), path))


def preview(shown, path):
    """Return what a surface shows while these names are picked: a choice that turns a cube needs no preview of its own."""
    facing = {choice.name: choice.facing for choice in shown.choices if choice.facing}
    if path[-1] not in facing:
        return shown.previews[path]
    pieces = shown.previews[path[:-1]]
    return [piece._replace(facing=facing[path[-1]]) if piece.place == path[-2] else piece for piece in pieces]


def test_a_cube_shows_its_level_and_where_its_top_points():
    shown = scene("T> d4, mv h8")
    assert [(piece.kind, piece.seat, piece.place, piece.facing) for piece in shown.pieces] == [
        ("mono", 1, "h8", 2),
        ("tri", 0, "d4", 1),
    ]
    assert [piece.label.text for piece in shown.pieces] == ["black Mono", "white Tri"]


def test_a_top_that_points_north_has_facing_four_because_zero_means_no_facing():
    assert [piece.facing for piece in scene("M^ a1, m^ h8").pieces] == [4, 4]


def test_every_kind_of_piece_has_a_symbol_of_its_own():
    symbols = (GAME.folder / "looks.svg").read_text("utf-8")
    assert all(f'<symbol id="{kind}"' in symbols for kind in ("mono", "di", "ugol", "tri", "tetra", "okta", "moksha"))


def test_a_move_is_a_cube_and_a_place_and_may_go_on_with_a_turn_or_a_gift():
    then = {path[2:]: text for path, text in scene("Q^ d1, dv d5").paths.items() if path[:2] == ("d1", "d4")}
    assert then == {
        (): "d1-d4",
        ("=>",): "d1-d4=>",
        ("=v",): "d1-d4=v",
        ("=<",): "d1-d4=<",
        ("d5",): "d1-d4>d5",
    }


def test_a_gift_without_a_move_differs_from_a_push():
    paths = scene("M^ d4, dv d5").paths
    assert paths["d4", "d5"] == "d4-d5"
    assert paths["d4", "d5", "d6"] == "d4-d5>d6"
    assert paths["d4", "d5", "give"] == "d4>d5"


def test_every_name_that_is_not_a_place_is_a_labelled_choice():
    shown = scene("Q^ d4, dv d5")
    names = {name for path in shown.paths for name in path}
    assert names - {place.name for place in shown.places} <= {choice.name for choice in shown.choices}


@pytest.mark.parametrize(
    ("listed", "path", "then"),
    [
        ("Q^ d1, dv d5", ("d1", "d4"), ["d4 Q^"]),
        ("Q^ d1, dv d5", ("d1", "d5"), ["d5 Q^", "d6 dv"]),
        ("Q^ d1, dv d5", ("d1", "d4", "=<"), ["d4 Q<"]),
        ("Q^ d1, dv d5", ("d1", "d4", "d5"), ["d4 T^", "d5 u<"]),
        ("Q^ d1, dv d5", ("d1", "d5", "d6"), ["d5 T^", "d6 u<"]),
        ("D> d4, dv e4", ("d4", "e4", "give"), ["d4 M>", "e4 u<"]),
        ("D^ d4, ov d5, mv h8", ("d4", "d5", "give"), ["d4 M^"]),
        ("M^ d4, ov d5, mv h8", ("d4", "d5", "give"), ["d4 ★^"]),
    ],
)
def test_a_preview_shows_the_cubes_after_the_action(listed, path, then):
    assert foreseen(listed, *path) == then


def test_a_preview_equals_the_result_of_the_action():
    played = match("O^ d4, Q> b2, dv d5 e4, u> c2, T^ f6")
    shown = seen(played)
    for path in shown.paths:
        pieces, after = preview(shown, path), played.state.copy()
        GAME.rules.apply(after, played.find(path))
        later = {piece.place: piece for piece in GAME.board.draw(after)}
        assert pieces
        assert all(later[piece.place] == piece for piece in pieces)


def gifts(marks):
    """Return the givers and receivers of gifts."""
    return [(mark.place, mark.to) for mark in marks if mark.kind == "gift"]


@pytest.mark.parametrize(
    ("path", "then"),
    [
        (("d4",), [("d4", "d5")]),
        (("d4", "e4"), [("e4", "e5"), ("e4", "f4")]),
        (("d4", "e4", "f4"), [("e4", "f4")]),
        (("d4", "d5"), [("d5", "d6"), ("d5", "e5")]),
        (("d4", "d5", "give"), [("d4", "d5")]),
        (("d4", "e4", "=>"), []),
    ],
)
def test_whom_a_cube_can_give_a_level_is_foreseen_before_and_while_the_receiver_is_picked(path, then):
    assert gifts(scene("Q^ d4, dv d5 e5 f4").foreseen.get(path, ())) == then


def test_an_arrow_from_giver_to_receiver_shows_the_last_gift_until_the_next_action_and_when_it_ended_the_match():
    played = match("M^ d4, Q^ d1, dv d5, tv d3")
    assert gifts(seen(played).marks) == []
    played.play("d1-d2>d3")
    assert gifts(seen(played).marks) == [("d2", "d3")]
    played.play("d5-d6")
    assert gifts(seen(played).marks) == []
    played = match("M^ d4, dv d5, tv h3")
    played.play("d4>d5")
    assert gifts(seen(played).marks) == [("d4", "d5")]


def test_the_buttons_that_turn_a_cube_stand_around_it_on_the_side_to_which_its_top_would_point():
    turns = {choice.name: choice.beside for choice in scene("Q^ d4, dv d5").choices if choice.kind == "turn"}
    sides = {name: tuple((part > 0) - (part < 0) for part in beside) for name, beside in turns.items()}
    assert sides == {"=^": (0, -1), "=>": (1, 0), "=v": (0, 1), "=<": (-1, 0)}


def test_the_legend_lists_the_levels_from_the_lowest_to_the_highest_with_their_steps():
    legend = scene("Q^ d4, dv d5").legend
    assert [(entry.kind, entry.value) for entry in legend.entries] == [
        *(("mono", 1), ("di", 2), ("ugol", 2)),
        *(("tri", 3), ("tetra", 4), ("okta", 8)),
    ]


def test_a_forced_pass_is_the_only_choice():
    shown = scene("M^ a8, dv g1")
    assert (shown.paths, [choice.name for choice in shown.choices]) == ({("pass",): "pass"}, ["pass"])
    assert shown.previews == {}


def test_a_spectator_has_no_choices():
    shown = GAME.scene(match("Q^ d4, dv d5").seen(), [])
    assert (shown.paths, shown.choices, shown.previews) == ({}, (), {})


@pytest.mark.parametrize(
    ("listed", "turn", "status"),
    [
        ("Q^ d4, dv d5", "w", "White to move"),
        ("Q^ d4, dv d5", "b", "Black to move"),
        ("M^ a8, dv g1", "w", "White can do nothing and passes"),
        ("mv a1, D^ g8", "b", "Black can do nothing and passes"),
        ("Q^ d4", "b", "Black has no cube left: White wins"),
        ("qv d4", "b", "White has no cube left: Black wins"),
        ("M^ d8, mv d1", "w", "Neither side can do anything: a draw"),
    ],
)
def test_the_status_says_whose_turn_it_is_or_how_the_match_ended(listed, turn, status):
    assert scene(listed, turn).status.text == status


@pytest.mark.parametrize(
    ("listed", "turn", "action", "status"),
    [
        ("M^ d4, dv d5", "w", "d4-d5>d6", "White opens Moksha and wins"),
        ("mv d5, D^ d4", "b", "d5>d4", "Black opens Moksha and wins"),
    ],
)
def test_moksha_is_shown_on_the_board_and_in_the_status(listed, turn, action, status):
    played = match(listed, turn)
    played.play(action)
    shown = seen(played)
    assert shown.status.text == status
    assert [piece.kind for piece in shown.pieces].count("moksha") == 1


def test_the_panel_counts_the_cubes():
    entries = scene("Q^ d4, dv d5 e5, m> a1").panel
    assert [(entry.label.text, entry.value) for entry in entries] == [("White cubes", 1), ("Black cubes", 3)]


def test_a_move_is_marked_and_an_okta_that_leaves_the_board_is_marked_as_captured():
    played = match("Q^ d1, ov d4, mv h8")
    before = track_pieces(None, seen(played))
    played.play("d1-d4>d5")
    marks = {(mark.kind, mark.place) for mark in track_pieces(before, seen(played)).marks}
    assert {("from", "d1"), ("to", "d4")} <= marks
    assert [place for kind, place in marks if kind == "captured"] == ["d4"]


def test_the_terminal_shows_letters_with_their_tops():
    drawn = "\n".join(scene_lines(seen(Match(GAME)), texts_in("en")))
    assert "8  ·    ·    ov*  qv┼  tv┬  uv┐  dv│  mv╷  8" in drawn
    assert "1  M^╵  D^│  U^└  T^┴  Q^┼  O^*  ·    ·    1" in drawn


def test_the_arrows_of_the_cubes_are_drawn_in_text_and_turn_with_the_board():
    drawn = Match(GAME, {}, "8/8/8/8/1Ovt>4u^/8/M^D>1QvU<3/8 w").scene()
    ranks = [line.split() for line in board_lines(drawn) if line.startswith(("2", "4"))]
    assert ranks == [
        ["4", "·", "Ov*", "t>├", "·", "·", "·", "·", "u^└", "4"],
        ["2", "M^╵", "D>─", "·", "Qv┼", "U<┘", "·", "·", "·", "2"],
    ]
    turned = [line.split() for line in board_lines(drawn, is_turned=True) if line.startswith("2")]
    assert turned == [["2", "·", "·", "·", "U>┌", "Q^┼", "·", "D<─", "Mv╷", "2"]]
