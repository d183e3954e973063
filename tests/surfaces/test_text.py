"""Scenes as lines of text."""

import io
import re

import pytest

from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.core.scene import Mark, PanelEntry, Piece, Place, Scene, track_pieces
from ludoteka.games import folders, games
from ludoteka.surfaces.text import board_lines, is_coloured, scene_lines
from ludoteka.surfaces.texts import texts_in

TAVLEI = games()["tavlei"]
START = """\
   a  b  c  d  e  f  g  h  i
9  ×  ·  ·  a  a  a  ·  ·  ×  9
8  ·  ·  ·  ·  a  ·  ·  ·  ·  8
7  ·  ·  ·  ·  d  ·  ·  ·  ·  7
6  a  ·  ·  ·  d  ·  ·  ·  a  6
5  a  a  d  d  k  d  d  a  a  5
4  a  ·  ·  ·  d  ·  ·  ·  a  4
3  ·  ·  ·  ·  d  ·  ·  ·  ·  3
2  ·  ·  ·  ·  a  ·  ·  ·  ·  2
1  ×  ·  ·  a  a  a  ·  ·  ×  1
   a  b  c  d  e  f  g  h  i

a attacker   d defender   k king   × exit   + throne
Attackers: 16   Defenders: 8
Attackers to move"""
RUSSIAN = """\
a нападающий   d защитник   k князь   × выход   + трон
Нападающие: 16   Защитники: 8
Ход нападающих"""


def scene(match):
    return match.scene()


def test_the_start_of_tavlei_is_drawn():
    assert "\n".join(scene_lines(scene(Match(TAVLEI)), texts_in("en"))) == START


def test_texts_below_the_board_are_in_the_readers_language():
    assert "\n".join(scene_lines(scene(Match(TAVLEI)), texts_in("ru", folders()))).endswith(RUSSIAN)


def test_the_last_move_and_what_it_captured_are_marked():
    match = Match(TAVLEI, position="9/7k1/4a4/9/9/2ad5/9/9/9 a")
    before = track_pieces(None, scene(match))
    match.play("e7-e4")
    drawn = scene_lines(track_pieces(before, scene(match)), texts_in("en"))
    assert drawn[3] == "7  ·  ·  ·  · [·] ·  ·  ·  ·  7"
    assert drawn[6] == "4  ·  ·  a (·)[a] ·  ·  ·  ·  4"
    assert drawn[12].endswith("() captured   [] last move")


def test_colours_do_not_change_the_text():
    start = scene(Match(TAVLEI))
    coloured = board_lines(start, coloured=True)
    assert coloured != board_lines(start)
    assert [re.sub("\x1b\\[[0-9;]+m", "", line) for line in coloured] == board_lines(start)


@pytest.mark.parametrize(
    ("is_terminal", "no_color", "wanted"), [(True, "", True), (True, "1", False), (False, "", False)]
)
def test_colours_are_used_only_in_a_terminal_and_only_if_the_variable_no_color_is_empty(
    monkeypatch, is_terminal, no_color, wanted
):
    monkeypatch.setenv("NO_COLOR", no_color)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    assert is_coloured(stream) is wanted


def row(names, *pieces, **parts):
    places = tuple(Place(name, index, 0) for index, name in enumerate(names))
    men = tuple(Piece("man", 0, place, "m", Message("man")) for place in pieces)
    return Scene(Message("Go"), places, men, {}, **parts)


def test_places_without_coordinates_show_their_names():
    assert board_lines(row(["bar", "1", "12"], "1")) == [" bar:·  1:m  12:·"]


def test_several_pieces_on_one_place_are_counted():
    assert board_lines(row(["a1", "b1"], "b1", "b1", "b1")) == ["   a  b", "1  ·  m3  1", "   a  b"]


def test_different_pieces_on_one_place_are_counted_and_listed_below():
    scene = row(["a1", "b1"], "b1", "b1")
    other = scene.pieces[0]._replace(symbol="g", seat=1)
    crowd = scene._replace(pieces=(*scene.pieces, other))
    assert board_lines(crowd)[1] == "1  ·  *3  1"
    assert "b1: m2 g1" in scene_lines(crowd, texts_in("en"))


def test_a_board_can_be_turned():
    assert board_lines(row(["a1", "b1"], "b1"), is_turned=True) == ["   b  a", "1  m  ·  1", "   b  a"]


def test_marks_defined_by_a_game_have_different_brackets():
    assert board_lines(row(["a1", "b1"], marks=(Mark("mire", "a1"),)))[1] == "1 <·> ·  1"


def test_dice_and_the_panel_are_announced():
    told = row(
        ["a1"], dice=(3, 5), panel=(PanelEntry(Message("Purse"), 12), PanelEntry(Message("Turn"), Message("white")))
    )
    assert scene_lines(told, texts_in("en"))[-3:] == ["Dice: 3, 5", "Purse: 12   Turn: white", "Go"]


def test_a_scene_without_places_is_described_in_words():
    assert scene_lines(row([]), texts_in("en"))[-1] == "Go"


def facing(*quarters):
    """A row of pieces, each turned by a number of quarter turns, with a free place at the end."""
    names = [f"{letter}1" for letter in "abcdefg"[: len(quarters) + 1]]
    shown = row(names, *names[:-1])
    men = [piece._replace(facing=turns) for piece, turns in zip(shown.pieces, quarters, strict=True)]
    return shown._replace(pieces=tuple(men))


def test_a_piece_shows_its_direction_and_every_place_has_room_for_one():
    assert board_lines(facing(4, 1, 2, 3, 0))[1] == "1  m^  m>  mv  m<  m   ·   1"


def test_places_are_closer_together_if_no_piece_has_a_direction():
    assert board_lines(facing(0, 0))[1] == "1  m  m  ·  1"


def test_on_a_turned_board_pieces_face_the_other_way():
    assert board_lines(facing(4, 1, 2, 3, 0), is_turned=True)[1] == "1  ·   m   m>  m^  m<  mv  1"


def test_stacks_of_xii_scripta_are_digits_for_yellow_and_letters_for_green():
    match = Match(
        games()["scripta"],
        position="y:0/0/4:10*10,20 g:0/1/0:1,2*2,3*3,31,32,33,34,35,36*3 y 1",
    )
    drawn = scene_lines(scene(match), texts_in("en"))
    board = re.findall(r"(\d+):(\w+)", "\n".join(drawn[:5]))
    assert {point: men for point, men in board if men != "×"} == {
        "10": "10",
        "20": "1",
        "1": "A",
        "2": "B",
        "3": "C",
        "31": "A",
        "32": "A",
        "33": "A",
        "34": "A",
        "35": "A",
        "36": "C",
    }
    assert drawn[6].startswith("A = 1 … O = 15 green man   1 … 15 yellow man")
    assert board_lines(scene(match), coloured=True) != drawn[:5], "the colours tell them apart as well"
