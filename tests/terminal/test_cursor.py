"""The board in the full screen: its size, and the way of the cursor."""

import pytest
from boards.scripta import match

from ludoteka.games.scripta.scene import PLACES
from ludoteka.surfaces.text import Style
from ludoteka.terminal.full.board import Drawing, neighbour

RIGHT, LEFT, UP, DOWN = (1, 0), (-1, 0), (0, -1), (0, 1)


@pytest.mark.parametrize(
    ("name", "step", "next_name"),
    [
        ("g-waiting", RIGHT, "g-captured"),
        ("g-captured", RIGHT, "g-off"),
        ("g-off", LEFT, "g-captured"),
        ("g-captured", LEFT, "g-waiting"),
        ("g-waiting", DOWN, "24"),
        ("14", UP, "g-off"),
        ("36", RIGHT, "36"),
        ("1", RIGHT, "2"),
    ],
)
def test_the_cursor_goes_along_the_trays_of_scripta_and_to_the_points_beside_them(name, step, next_name):
    assert neighbour(PLACES, name, step) == next_name


def test_the_pictures_between_rows_take_no_room_in_a_terminal():
    columns, rows = Drawing(match(None).scene(), Style(), (80, 16)).size
    assert (columns, rows) == (66, 15), "five columns for each point"
