"""What stays of a turn after a throw until the next one: all its dice and the marks of all its moves."""

import re

from playwright.sync_api import expect


def come_to(visitor, actions):
    """Open a match of XII Scripta for one screen after these actions."""
    record = f'[Game "scripta"]\n\n{actions} *\n'
    made = visitor.request.post("/api/records", data=record, headers={"Content-Type": "text/plain"})
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.place("1")).to_be_visible()


def marked(visitor):
    """The names of the places with marks of moves."""
    return set(
        visitor.page.locator(".mark").evaluate_all(
            """marks => marks.map(mark => [...document.querySelectorAll(".place")]
                .find(place => place.getAttribute("transform") === mark.getAttribute("transform")).dataset.name)"""
        )
    )


def test_the_dice_and_all_moves_of_a_turn_stay_until_the_next_throw_also_after_looking_back(visit):
    visitor = visit()
    come_to(visitor, "r345")
    visitor.type_action("in/3")
    expect(visitor.page.locator(".die")).to_have_count(3)
    expect(visitor.page.locator(".die.used")).to_have_count(1)
    expect(visitor.page.get_by_role("img", name="Dice: 4, 5")).to_be_visible()
    visitor.type_action("3/7")
    visitor.type_action("7/12")
    expect(visitor.button("Throw now")).to_be_visible()
    expect(visitor.page.get_by_role("img", name="Dice: 3, 4, 5")).to_have_class(re.compile("past"))
    assert marked(visitor) == {"y-waiting", "3", "7", "12"}
    visitor.button("Previous move").click()
    expect(visitor.page.locator(".die:not(.used)")).to_have_count(1)
    expect(visitor.page.locator(".die")).to_have_count(3)
    expect(visitor.page.locator(".mark")).to_have_count(2)
    visitor.page.keyboard.press("End")
    expect(visitor.page.locator(".die")).to_have_count(3)
    assert marked(visitor) == {"y-waiting", "3", "7", "12"}
    visitor.button("Throw now").click()
    expect(visitor.page.locator(".dice")).not_to_have_class(re.compile("past"))
    expect(visitor.page.locator(".mark")).to_have_count(0)


def test_dice_on_the_board_stay_when_the_page_is_opened_again_and_a_click_on_them_makes_the_next_throw(visit):
    visitor = visit()
    come_to(visitor, "r345 in/3")
    board = visitor.page.locator(".board")
    for _ in range(2):
        expect(board.locator(".throw.seat0 .die")).to_have_count(3)
        expect(board.locator(".die.used")).to_have_count(1)
        expect(visitor.page.get_by_role("img", name="Dice: 4, 5")).to_be_visible()
        visitor.page.reload()
    visitor.type_action("pass")
    expect(board.locator(".thrown.past .throw.seat0")).to_be_visible()
    board.locator(".thrown.due .die").first.click()
    expect(board.locator(".throw.seat1 .die:not(.used)")).to_have_count(3)
    expect(board.locator(".thrown.due")).to_have_count(0)


def test_the_men_that_can_move_are_marked(visit):
    visitor = visit()
    come_to(visitor, "r345")
    rings = (
        "places => places.map(one => getComputedStyle(one.querySelector('.ring')).stroke).filter(one => one != 'none')"
    )
    assert visitor.names("can") == ["y-waiting"]
    assert visitor.page.locator(".place").evaluate_all(rings) == ["rgb(44, 63, 124)"]
