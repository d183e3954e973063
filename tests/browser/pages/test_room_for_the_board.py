"""The size of boards, and what else fits on the screen."""

from playwright.sync_api import expect

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 720}}


def test_rare_actions_are_in_a_menu_on_a_small_screen(visit):
    visitor = visit(**SMALL)
    visitor.begin()
    expect(visitor.button("Resign")).to_be_hidden()
    visitor.button("Menu").press("Enter")
    expect(visitor.button("Resign")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.button("Resign")).to_be_hidden()
    expect(visitor.button("Menu")).to_be_focused()
    visitor.choose_action("Resign")
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def test_on_a_wide_screen_resigning_stands_apart_from_the_menu_of_rare_actions(
    visit,
):
    visitor = visit(**LAPTOP)
    visitor.begin("labyrinth")
    expect(visitor.button("Turn the board")).to_be_hidden()
    expect(visitor.button("Resign")).to_be_visible()
    resign, sound = visitor.button("Resign").bounding_box(), visitor.button("Sound").bounding_box()
    assert resign["x"] > sound["x"] + 2 * sound["width"]
    visitor.button("Menu").click()
    expect(visitor.button("Turn the board")).to_be_visible()


def test_a_wide_board_has_the_list_of_moves_below_it(visit, quick_house):
    visitor = visit(quick_house, **LAPTOP)
    visitor.begin("race")
    visitor.play_on(most=2)
    expect(visitor.page.locator(".moves")).to_be_visible()
    board = visitor.page.locator(".stage .board").bounding_box()
    moves = visitor.page.locator(".moves").bounding_box()
    assert moves["y"] >= board["y"] + board["height"]
    assert moves["y"] + moves["height"] > 690, "the height of the screen is used"


def test_five_lines_of_the_list_of_moves_are_in_view_after_a_match(visit):
    visitor = visit(viewport={"width": 1280, "height": 800})
    visitor.begin("scripta")
    visitor.play_on(most=50)
    visitor.resign()
    line = visitor.page.locator(".rows li .throw").first.bounding_box()["height"]
    assert visitor.page.locator(".moves").bounding_box()["height"] > 5 * line
    quiet = [button.bounding_box()["y"] for button in visitor.page.locator(".ending .row:not(.next) .button").all()]
    assert len(set(quiet)) == 1, "what is rarely needed takes one row"
