"""A move on the board does not make the browser recalculate the styles of the whole page."""

import re

import pytest

from ludoteka.server.http import pages
from ludoteka.server.http.assets import WEB

AROUND_THE_BOARD = re.compile(r"(?:\bmain|\.stage|\.board|\bbody|:root)[^\s>~+,{]*:has\([^{]*")


@pytest.mark.parametrize("path", pages.styles("match"))
def test_no_style_selects_an_element_around_the_board_by_what_is_inside_it(path):
    """The browser would evaluate such a `:has()` again at every change on the board; `markMain` sets classes instead."""
    assert AROUND_THE_BOARD.findall((WEB / path).read_text("utf-8")) == []
