"""A move on the board costs no calculation of all styles of the page."""

import re

import pytest

from ludoteka.server.http import pages

AROUND_THE_BOARD = re.compile(r"(?:\bmain|\.stage|\.board|\bbody|:root)[^\s>~+,{]*:has\([^{]*")


@pytest.mark.parametrize("path", pages.styles("match"), ids=lambda path: path.name)
def test_no_style_asks_what_is_inside_an_element_around_the_board(path):
    """A browser would ask again at every change on the board; `markMain` sets classes instead."""
    assert AROUND_THE_BOARD.findall(path.read_text("utf-8")) == []
