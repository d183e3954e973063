"""Floor plans drawn with characters: lines along the sides of places."""

from ludoteka.core.message import Message
from ludoteka.core.scene import Line, Mark, Piece, Place, Scene
from ludoteka.surfaces.text import board_lines, scene_lines
from ludoteka.surfaces.texts import texts_in

CORNERS = {"n": (-1, -1, 1, -1), "s": (-1, 1, 1, 1), "w": (-1, -1, -1, 1), "e": (1, -1, 1, 1)}
INSET = 0.44


def line(kind, x, y, side, sheet="", inset=INSET):
    x1, y1, x2, y2 = (inset * one for one in CORNERS[side])
    return Line(kind, ((x + x1, y + y1), (x + x2, y + y2)), sheet)


def scene(places, lines, pieces=(), marks=()):
    return Scene(Message("on the way"), tuple(places), tuple(pieces), {}, marks=tuple(marks), lines=tuple(lines))


def row(*kinds, sheet="", top=0.0, left=0.0):
    return [Place(f"{sheet}{x}", left + x, top, kind, None, sheet) for x, kind in enumerate(kinds)]


def test_walls_stand_between_fields_and_join_at_corners():
    walls = [line("wall", 0, 0, side) for side in "nsw"] + [line("wall", 1, 0, side) for side in "nse"]
    pawn = Piece("pawn", 0, "1", "P", Message("pawn"))
    assert board_lines(scene(row("plain", "plain"), walls, [pawn])) == [
        "┌───────┐",
        "│ ·   P │",
        "└───────┘",
    ]


def test_unknown_lines_are_faint_and_exits_are_bold():
    sides = [line("unknown", 0, 0, side) for side in "ns"] + [line("wall", 0, 0, "w"), line("exit", 0, 0, "e")]
    drawn = scene_lines(scene(row("plain"), sides), texts_in("en"), coloured=True)
    assert drawn[:3] == [
        "\x1b[0m╷\x1b[0m\x1b[2m┈┈┈\x1b[0m\x1b[0m╷\x1b[0m",
        "\x1b[0m│\x1b[0m\x1b[2m · \x1b[0m\x1b[1m#\x1b[0m",
        "\x1b[0m╵\x1b[0m\x1b[2m┈┈┈\x1b[0m\x1b[0m╵\x1b[0m",
    ]
    assert drawn[4] == "┈ not known yet   ─ wall   # way out"


def test_the_more_informative_of_two_lines_between_places_is_drawn():
    sides = [line("wall", 0, 0, "e"), line("unknown", 1, 0, "w"), line("unknown", 0, 0, "w")]
    assert board_lines(scene(row("plain", "plain"), sides))[1:] == ["┊ · │ ·", "    ╵"]


def test_sheets_have_their_names_above_them():
    places = [*row("plain", sheet="one"), *row("plain", sheet="two", left=2.5)]
    sides = [line("wall", 0, 0, "n", "one"), line("wall", 2.5, 0, "s", "two")]
    assert board_lines(scene(places, sides)) == [
        "one       two",
        "╶───╴",
        "  ·         ·",
        "          ╶───╴",
    ]


def test_a_plan_is_turned_with_everything_on_it():
    places, sides = row("plain", "hall"), [line("wall", 0, 0, "w"), line("wall", 0, 0, "n")]
    assert board_lines(scene(places, sides, marks=[Mark("to", "1")]), is_turned=True) == [
        "        ╷",
        " [×]  · │",
        "    ╶───┘",
    ]


def test_wider_fields_have_walls_farther_apart():
    pieces = [Piece(kind, 0, "0", kind[0], Message(kind)) for kind in ("pawn", "key")]
    assert board_lines(scene(row("plain"), [line("wall", 0, 0, side) for side in "nesw"], pieces)) == [
        "┌─────┐",
        "│ *2  │",
        "└─────┘",
    ]


def test_lines_between_places_are_not_drawn_as_walls():
    way = Line("way", ((0.0, 0.0), (1.0, 0.0)))
    assert board_lines(scene(row("plain", "plain"), [way])) == [" 0:·  1:·"]


def test_a_kind_of_line_defined_by_the_game_is_drawn():
    assert board_lines(scene(row("plain"), [line("hedge", 0, 0, "e", inset=0.5)]))[1] == "  · ╎"
