"""A move on the board does not make the browser recalculate the styles of the whole page."""

import re

from ludoteka.server.http import pages
from ludoteka.server.http.assets import WEB

AROUND_THE_BOARD = re.compile(r"(?:\bmain|\.stage|\.board|\bbody|:root)[^\s>~+,{]*:has\([^{]*")


def test_no_style_selects_an_element_around_the_board_by_what_is_inside_it():
    """The browser would evaluate such a `:has()` again at every change on the board; `markMain` sets classes instead."""
    found = {path: AROUND_THE_BOARD.findall((WEB / path).read_text("utf-8")) for path in pages.styles("match")}
    assert {path: selectors for path, selectors in found.items() if selectors} == {}
