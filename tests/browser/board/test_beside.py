"""Choices that stand on the board: the arrows that turn a cube of Moksha, for mouse, finger and keyboard."""

from math import hypot

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect

FINGER = 44  # pixels
HINT = 0.13  # units: the radius of a hint on a cube


@pytest.fixture
def player(visit):
    visitor = visit()
    visitor.begin("moksha")
    return visitor


def pick(visitor, *names):
    for name in names:
        visitor.place(name).click()


def knobs(visitor):
    return visitor.page.locator(".knob")


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_button_beside_a_cube_turns_it_to_that_side_also_on_a_turned_board(player):
    pick(player, "d1", "d3")
    expect(knobs(player)).to_have_count(4)
    cube, east = middle(player.place("d3").bounding_box()), middle(player.button("Turn to h").bounding_box())
    assert east[0] > cube[0] + 20
    assert east[1] == pytest.approx(cube[1], abs=2)
    player.button("Turn to h").hover()
    expect(player.page.locator(".ghost .piece.tri")).to_have_attribute("style", "transform: rotate(90deg);")
    player.choose_action("Turn the board")
    assert middle(player.button("Turn to h").bounding_box())[0] < middle(player.place("d3").bounding_box())[0] - 20
    player.button("Turn to h").click()
    expect(player.moves).to_have_text(["d1-d3=>"])
    expect(knobs(player)).to_have_count(0)


def test_the_button_on_the_side_to_which_the_cube_points_finishes_the_move(player):
    pick(player, "d1", "d3")
    finish, cube = middle(player.button("Finish here").bounding_box()), middle(player.place("d3").bounding_box())
    assert finish[1] < cube[1] - 20
    player.button("Finish here").click()
    expect(player.moves).to_have_text(["d1-d3"])


def test_the_buttons_are_reached_with_tab_and_pressed_with_enter_and_the_focus_returns_to_the_board(player):
    player.place("d1").press("Enter")
    player.place("d3").press("Enter")
    player.page.keyboard.press("Tab")
    expect(player.button("Turn to h")).to_be_focused()
    expect(player.button("Turn to h")).to_have_attribute(
        "aria-description", "then d3: white Tri, facing right, arrows right, down, up"
    )
    player.page.keyboard.press("Escape")
    expect(knobs(player)).to_have_count(0)
    player.place("d1").press("Enter")
    player.place("d3").press("Enter")
    player.button("Turn to 1").press("Enter")
    expect(player.moves).to_have_text(["d1-d3=v"])
    expect(player.place("d3")).to_be_focused()


def test_on_a_phone_a_finger_hits_every_button_and_none_lies_on_a_cube_that_can_get_a_level(visit):
    visitor = visit(**NARROW)
    visitor.begin("moksha")
    pick(visitor, "e1", "e4")
    for touch in visitor.page.locator(".knob .touch").all():
        assert touch.bounding_box()["width"] >= FINGER
    pick(visitor, "f1", "f7")
    expect(visitor.page.locator(".place.target")).to_have_count(1)
    target = visitor.place("f8").bounding_box()
    for touch in visitor.page.locator(".knob .touch").all():
        box = touch.bounding_box()
        (x, y), (hint_x, hint_y) = middle(box), middle(target)
        assert hypot(x - hint_x, y - hint_y) >= box["width"] / 2 + HINT * target["width"]
    visitor.place("f8").click()
    expect(visitor.moves).to_have_text(["White: f1-f7>f8. Now on f7: white Tetra. Now on f8: black Tri."])
    expect(visitor.page.locator(".stage .arrow.gift")).to_have_count(1)


def test_the_levels_are_explained_beside_the_board_until_the_reader_folds_them_away(visit):
    reader = visit(viewport={"width": 1280, "height": 800})
    reader.begin("moksha")
    legend = reader.page.locator(".legend")
    expect(legend.get_by_role("listitem")).to_have_text(["Mono1", "Di2", "Ugol2", "Tri3", "Tetra4", "Okta8"])
    expect(legend).to_contain_text("rolls over its red bar and goes up")
    legend.get_by_text("Levels").click()
    expect(legend.get_by_role("list")).to_be_hidden()
    reader.page.reload()
    expect(legend).to_be_visible()
    expect(legend.get_by_role("list")).to_be_hidden()


def test_on_a_phone_the_levels_are_folded(visit):
    reader = visit(**NARROW)
    reader.begin("moksha")
    expect(reader.page.locator(".legend")).to_be_visible()
    expect(reader.page.locator(".legend ol")).to_be_hidden()
