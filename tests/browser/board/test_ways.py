"""The end of a Labyrinth: everybody's way is drawn once more, and who is still inside walks along."""

import pytest
from boards.labyrinth import house as maze

PERSON = {"kind": "person"}
MOVING = """
    () => document.getAnimations().map(({ effect }) => effect.target)
        .filter((one) => one.matches(".line[class*=way], .man"))
        .map((one) => one.matches(".man") ? one.querySelector(".piece.seat1") && "man of Q" : `${one.classList}`)
        .sort()
"""
WALKERS = ["line way0", "line way1", "man of Q"]  # P has left by the exit


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.fixture
def finished(visit):
    """A function that lets P leave the labyrinth with the key and win, on a page on which nothing moves on by itself."""

    def finish(reduced_motion):
        visitor = visit(reduced_motion=reduced_motion)
        options = {"scenario": maze("P B2, Q A1", items="B2 key"), "players": ["P", "Q"]}
        made = visitor.request.post(
            "/api/matches", data={"game": "labyrinth", "options": options, "seats": {"P": PERSON, "Q": PERSON}}
        )
        page = visitor.open(f"/match/{made.json()['id']}")
        for action in ("take:key", "east", "end", "south", "end"):
            visitor.type_action(action)
        visitor.stop_animations()
        with page.expect_response("**/board/ways.js") as module:
            visitor.type_action("east")
        page.evaluate("address => import(address).then(() => true)", module.value.url)  # until the page has it, too
        return page

    return finish


@pytest.mark.parametrize("end", ["key", "press"])
def test_everybodys_way_is_walked_when_the_match_ends_until_a_press_or_a_key(finished, end):
    page = finished("no-preference")
    assert page.evaluate(MOVING) == WALKERS
    if end == "key":
        page.keyboard.press("Shift")
    else:
        page.locator("h1").dispatch_event("pointerdown")
    assert page.evaluate(MOVING) == []


def test_nothing_walks_for_those_who_want_no_motion(finished):
    page = finished("reduce")
    assert page.locator(".line.way0").count() == 1
    assert page.evaluate(MOVING) == []
