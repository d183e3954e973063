"""Scenes as SVG."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.core.scene import Line, Mark, Piece, Place, Scene
from ludoteka.games import games
from ludoteka.surfaces.svg import Looks, looks, picture, svg

TAVLEI = games()["tavlei"]
PLAIN = Looks({}, "")
SVG = "{http://www.w3.org/2000/svg}"


def start():
    match = Match(TAVLEI)
    return match.scene()


def drawn(scene, looks=PLAIN, title=""):
    return ET.fromstring(svg(scene, looks, title))  # noqa: S314 - our own drawing


def of_class(root, name):
    return [one for one in root.iter() if name in one.get("class", "").split()]


def one_place(*pieces, name="a1", **parts):
    return Scene(Message("Go"), (Place(name, 0, 0),), pieces, {}, **parts)


def man(**parts):
    return Piece(**{"kind": "man", "seat": 0, "place": "a1", "symbol": "m", "label": Message("man")} | parts)


def test_every_place_is_drawn_once():
    root, scene = drawn(start()), start()
    assert [one.get("data-name") for one in of_class(root, "place")] == [place.name for place in scene.places]
    assert Counter(one.get("class") for one in of_class(root, "place"))["place exit"] == 4


def test_every_piece_is_drawn_once_where_it_stands():
    root, scene = drawn(start()), start()
    where = {place.name: f"translate({place.x} {place.y})" for place in scene.places}
    pieces = [(one.get("class"), one.get("transform")) for one in of_class(root, "piece")]
    assert pieces == [(f"piece {piece.kind} seat{piece.seat}", where[piece.place]) for piece in scene.pieces]


def test_pieces_and_places_take_their_symbols_from_the_looks_of_the_game():
    root = drawn(start(), looks(TAVLEI.folder))
    assert not of_class(root, "symbol"), "every kind has a symbol, none falls back to its letter"
    assert len(of_class(root, "crown")) == 1
    assert len(of_class(root, "gateway")) == 4


def test_a_kind_without_a_symbol_shows_its_letter_on_the_shape_of_its_seat():
    root = drawn(one_place(man(seat=1, symbol="&")))
    assert [one.text for one in of_class(root, "symbol")] == ["&"]
    assert of_class(root, "body")[0].tag == f"{SVG}rect"


def test_a_symbol_with_room_for_a_letter_shows_it():
    own = Looks({"man": '<circle class="body" r=".3"/><text class="symbol" y=".1"/>'}, "")
    (text,) = of_class(drawn(one_place(man(symbol="&")), own), "symbol")
    assert (text.text, text.get("y")) == ("&", ".1")


def test_sheets_have_their_names_above_them():
    places = (Place("1", 0, 0, sheet="one"), Place("2", 2.5, 1, sheet="two"), Place("3", 2.5, 2, sheet="two"))
    root = drawn(Scene(Message("Go"), places, (), {}))
    headings = [(one.text, one.get("x"), one.get("y")) for one in of_class(root, "heading")]
    assert headings == [("one", "-0.5", "-0.58"), ("two", "2", "0.42")]


def test_the_rim_names_files_and_ranks():
    assert [one.text for one in of_class(drawn(start()), "rim")] == [*"abcdefghi", *"987654321"]


def test_places_without_coordinates_show_their_names():
    root = drawn(one_place(name="bar"))
    assert [one.text for one in of_class(root, "name")] == ["bar"]
    assert not of_class(root, "rim")


def test_several_pieces_on_one_place_are_drawn_smaller_and_apart():
    pieces = of_class(drawn(one_place(man(), man(seat=1), man(kind="king"))), "piece")
    assert len({piece.get("transform") for piece in pieces}) == 3
    assert all("scale(0.47)" in piece.get("transform") for piece in pieces)


def test_a_pile_of_more_than_three_equal_pieces_shows_their_number():
    three, four = (drawn(one_place(*[man()] * count)) for count in (3, 4))
    assert len({one.get("transform") for one in of_class(three, "piece")}) == 3
    assert of_class(three, "count") == []
    assert len(of_class(four, "piece")) == 4
    assert ["".join(one.itertext()) for one in of_class(four, "count")] == ["4"]


def test_a_turned_board_is_seen_from_the_other_side_and_its_letters_stay_upright():
    places = (Place("a2", 0, 0), Place("b2", 1, 0), Place("a1", 0, 1), Place("b1", 1, 1))
    scene = Scene(Message("Go"), places, (man(place="a2", facing=1),), {}, lines=(Line("wall", ((0, 0), (0, 1))),))
    root = ET.fromstring(svg(scene, PLAIN, is_turned=True))  # noqa: S314 - our own drawing
    where = {one.get("data-name"): one.get("transform") for one in of_class(root, "place")}
    assert where == {
        "a2": "translate(1 1)",
        "b2": "translate(0 1)",
        "a1": "translate(1 0)",
        "b1": "translate(0 0)",
    }
    assert of_class(root, "piece")[0].get("transform") == "translate(1 1) rotate(270)"
    assert "turned" in root.get("class")
    assert of_class(root, "line")[0].get("d") == "M1 1L1 0"
    rim = {one.text: float(one.get("x")) for one in of_class(root, "rim")}
    assert rim["b"] < rim["a"]


def test_a_piece_is_turned_in_the_direction_that_it_faces():
    assert of_class(drawn(one_place(man(facing=3))), "piece")[0].get("transform").endswith("rotate(270)")


def test_the_upright_parts_of_a_symbol_do_not_turn_with_the_piece():
    symbols = {"man": '<circle class="upright shadow"/><path class="arrow"/>'}
    piece = of_class(drawn(one_place(man(facing=3)), looks=Looks(symbols, "")), "piece")[0]
    assert [part.get("transform") for part in piece] == ["rotate(-270)", None]


def test_marks_are_drawn_on_their_places():
    marks = (Mark("captured", "a1"), Mark("mire", "a1"), Mark("to", "nowhere"))
    drawn_marks = of_class(drawn(one_place(marks=marks)), "mark")
    assert [(mark.get("class"), mark.get("transform")) for mark in drawn_marks] == [
        ("mark mire", "translate(0 0)"),
        ("mark captured", "translate(0 0)"),
    ]


@pytest.mark.parametrize(
    ("place", "arrows"), [("a1", ["translate(0 0) rotate(-90)"]), ("a4", [])], ids=["not yet moved", "moved"]
)
def test_a_move_has_an_arrow_until_its_piece_has_moved(place, arrows):
    places = (Place("a1", 0, 0), Place("a4", 0, -3))
    marks = (Mark("from", "a1"), Mark("to", "a4"))
    root = drawn(Scene(Message("Go"), places, (man(place=place),), {}, marks=marks))
    assert [one.get("transform") for one in of_class(root, "arrow")] == arrows


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '" onload="x', "&"])
def test_names_and_titles_are_never_markup(text):
    root = drawn(one_place(man(place=text, symbol=text, kind=text), name=text), title=text)
    assert root.find(f"{SVG}title").text == text
    assert of_class(root, "place")[0].get("data-name") == text
    assert not [one for one in root.iter() if one.tag.endswith("script") or "onload" in one.attrib]


def test_a_drawing_in_a_page_contains_no_styles():
    text = svg(start(), looks(TAVLEI.folder), "Start")
    assert "<style" not in text
    assert "style=" not in text


def test_a_separate_picture_contains_its_styles():
    root = ET.fromstring(picture(start(), looks(TAVLEI.folder), "Start"))  # noqa: S314 - our own drawing
    assert ".king .crown" in root.find(f"{SVG}style").text
    assert ".board .frame" in root.find(f"{SVG}style").text


def test_a_game_without_looks_is_drawn_plainly(tmp_path):
    assert looks(tmp_path) == PLAIN
