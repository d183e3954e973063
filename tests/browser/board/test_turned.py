"""Turning the board: automatically for a seat that sits opposite, and by a button for everybody."""

from playwright.sync_api import expect

YELLOW, GREEN = 0, 1


def height_of(visitor, place):
    return visitor.place(place).bounding_box()["y"]


def test_each_player_of_xii_scripta_sees_their_own_men_at_the_bottom_unless_they_turn_the_board(visit):
    visitor = visit()
    visitor.begin("scripta", side=YELLOW, level=1)
    assert height_of(visitor, "y-waiting") > height_of(visitor, "g-waiting")
    visitor.begin("scripta", side=GREEN, level=1)
    expect(visitor.page.locator(".stage .board.turned")).to_be_visible()
    assert height_of(visitor, "g-waiting") > height_of(visitor, "y-waiting")
    visitor.button("Turn the board").click()
    expect(visitor.page.locator(".stage .board.turned")).to_have_count(0)
    visitor.page.reload()
    expect(visitor.button("Turn the board")).to_have_attribute("aria-pressed", "true")
    expect(visitor.page.locator(".stage .board.turned")).to_have_count(0)


def test_the_board_does_not_turn_by_itself_for_two_players_at_one_screen(visit):
    visitor = visit()
    visitor.begin("scripta")
    assert height_of(visitor, "y-waiting") > height_of(visitor, "g-waiting")
