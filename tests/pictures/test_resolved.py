"""Drawings whose styles are resolved look as they do with the style sheets."""

import re
from xml.etree import ElementTree as Tree

import pytest

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.pictures.resolved import resolve, resolve_board
from ludoteka.surfaces.svg import looks, svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" class="board">'


def resolved(drawing, styles):
    """Return the attributes of the last element of a drawing."""
    drawn = resolve(f"{HEAD}{drawing}</svg>", styles)
    return [*Tree.fromstring(drawn).iter()][-1].attrib  # noqa: S314 - our own drawing


def test_a_variable_has_the_value_of_the_nearest_element_that_sets_it():
    styles = ".board{--seat:#111111}.seat1{--seat:#222222}.body{fill:var(--seat)}"
    assert resolved('<path class="body"/>', styles)["fill"] == "#111111"
    assert resolved('<g class="seat1"><path class="body"/></g>', styles)["fill"] == "#222222"


def test_a_declaration_with_an_unknown_variable_counts_only_with_its_fallback():
    assert "fill" not in resolved("<path/>", "path{fill:var(--none)}")
    assert resolved("<path/>", "path{fill:var(--none, #123456)}")["fill"] == "#123456"


def test_colours_are_mixed_and_their_opacity_stands_beside_them():
    assert resolved("<path/>", "path{fill:color-mix(in srgb, #ff0000 25%, #0000ff)}")["fill"] == "#4000bf"
    found = resolved("<path/>", "path{stroke:rgb(0 0 0 / 50%)}")
    assert (found["stroke"], found["stroke-opacity"]) == ("#000000", "0.5")


def test_the_more_specific_rule_counts_and_what_a_dark_screen_changes_does_not():
    styles = (
        ".a .b{fill:#010101}.b{fill:#020202}@media (prefers-color-scheme: dark){.a .b{fill:#030303}}.b:hover{fill:red}"
    )
    assert resolved('<g class="a"><path class="b"/></g>', styles)["fill"] == "#010101"


def test_moves_of_style_sheets_come_before_the_place_of_the_element():
    assert resolved('<g transform="translate(1 2)"/>', "g{translate:0 -0.5px}")["transform"] == (
        "translate(0 -0.5) translate(1 2)"
    )
    assert resolved("<g/>", "g{transform:translateY(0.3px)}")["transform"] == "translate(0 0.3)"


def test_sizes_are_computed():
    assert resolved("<text/>", "text{font-size:max(0.24px, 10 * var(--pixel, 0.01px))}")["font-size"] == "0.24"
    assert resolved("<text/>", "text{font-size:clamp(1px, 5px, 3px)}")["font-size"] == "3"


def test_a_shape_that_is_used_looks_as_where_it_is_used():
    drawing = '<defs><path id="s" class="body"/></defs><g class="seat1"><use href="#s" x="2"/></g>'
    assert resolved(drawing, ".seat1{--seat:#222222}.body{fill:var(--seat)}")["fill"] == "#222222"


@pytest.mark.parametrize("name", sorted(games()))
def test_no_drawing_of_a_game_needs_a_style_sheet_any_more(name):
    game = games()[name]
    match = Match(game)
    drawn = resolve_board(svg(match.scene(0), looks(game.folder)), game.folder)

    assert not re.search(r"var\(|color-mix|calc\(|max\(|<use|\dpx", drawn)
    assert "<style" not in drawn
