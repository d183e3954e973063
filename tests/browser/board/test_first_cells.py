"""The first cell of a seat of Quagmire has the colour of the seat, on the board and in the pictures of the rules."""

import pytest
from playwright.sync_api import expect

GROUNDS = """
    board => ["g1", "a7", "g13", "n7", "a1"].map(name => getComputedStyle(board.querySelector(`.place[data-name="${name}"]`)).getPropertyValue("--ground"))
"""


@pytest.mark.parametrize("page", ["match", "rules"])
def test_the_first_cells_of_seats_that_play_have_their_colours(visit, page):
    visitor = visit()
    if page == "match":
        visitor.begin("quagmire", options={"seats": "bltr"})
    else:
        visitor.open("/rules/quagmire")
    board = visitor.page.locator("svg.board:has([data-name=n7])").first
    expect(board).to_be_visible()
    assert len(set(board.evaluate(GROUNDS))) == 5


def test_the_first_cell_of_a_seat_that_does_not_play_has_no_colour_of_its_own(visit):
    visitor = visit()
    visitor.begin("quagmire", options={"seats": "br"})
    red, blue, yellow, white, _ = visitor.page.locator("svg.board:has([data-name=n7])").first.evaluate(GROUNDS)
    assert blue == yellow
    assert len({red, blue, white}) == 3
