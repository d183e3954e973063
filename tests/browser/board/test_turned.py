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
    visitor.choose_action("Turn the board")
    expect(visitor.page.locator(".stage .board.turned")).to_have_count(0)
    visitor.page.reload()
    expect(visitor.menu_item("Turn the board")).to_have_attribute("aria-pressed", "true")
    expect(visitor.page.locator(".stage .board.turned")).to_have_count(0)


def test_two_players_of_xii_scripta_at_one_screen_sit_opposite_each_other_unless_they_switch_that_off(visit):
    visitor = visit()
    visitor.begin("scripta")
    board, each = visitor.page.locator(".stage .board.turned"), visitor.menu_item("Turn to the player to move")
    expect(each).to_have_attribute("aria-pressed", "true")
    expect(board).to_have_count(0)
    play_turn(visitor)
    expect(board).to_be_visible()
    assert height_of(visitor, "g-waiting") > height_of(visitor, "y-waiting")
    visitor.choose_action("Turn to the player to move")
    expect(board).to_have_count(0)
    visitor.page.reload()
    expect(each).to_have_attribute("aria-pressed", "false")
    visitor.choose_action("Turn to the player to move")
    expect(board).to_be_visible()
    play_turn(visitor)
    expect(board).to_have_count(0)


def play_turn(visitor):
    """Throw, and give up the dice."""
    visitor.page.locator("button.throw").click()
    visitor.page.get_by_role("button", name="Pass and give up the dice").click()
    expect(visitor.page.locator("button.throw")).to_be_visible()


def test_black_sees_moksha_from_the_other_side_but_two_players_at_one_screen_only_if_they_want(visit):
    visitor = visit()
    visitor.begin("moksha", side=1, level=1)
    assert height_of(visitor, "a8") > height_of(visitor, "a1")
    visitor.begin("moksha")
    expect(visitor.menu_item("Turn to the player to move")).to_have_attribute("aria-pressed", "false")
    assert height_of(visitor, "a1") > height_of(visitor, "a8")
