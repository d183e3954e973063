"""Pieces that change: the old picture leaves, the new one enters, and a press ends what moves."""

import re

import pytest
from playwright.sync_api import expect

BEGINNING = '[Game "moksha"]\n\nf1-f2 c8-c2 f2-f1 c2-a2 *'  # a black cube stands before the white Mono
MOVING = "document.getAnimations().filter(({ effect }) => effect.target.closest('.man')).length"
ANIMATIONS = """
    (kind) => [...new Set(document.getAnimations().filter(({ effect }) => effect.target.closest(kind)).map((one) => one.animationName))].sort()
"""


@pytest.fixture
def changed(visit):
    """A function that plays an action of Moksha after the beginning, and stops all animations at their start."""
    visitor = visit(reduced_motion="no-preference")

    def change(action):
        made = visitor.request.post("/api/records", data=BEGINNING, headers={"Content-Type": "text/plain"})
        page = visitor.open(f"/match/{made.json()['id']}")
        visitor.stop_animations()
        visitor.type_action(action)
        page.locator(".entering").first.wait_for(state="attached")
        return page

    return change


def press_key(page):
    page.keyboard.press("Shift")


def press_mouse(page):
    page.locator("h1").click()


@pytest.mark.parametrize("press", [press_key, press_mouse])
def test_a_cube_whose_level_changes_shows_its_old_face_leaving_and_its_new_one_entering_until_a_press(changed, press):
    page = changed("f1-f7>f8")
    giver, receiver = (page.locator(f".man[data-place={name}] > .piece") for name in ("f7", "f8"))
    expect(giver).to_have_class([re.compile("okta.* leaving"), re.compile("tetra.* entering")])
    expect(receiver).to_have_class([re.compile("ugol.* leaving"), re.compile("tri.* entering")])
    for kind in (".leaving", ".entering"):
        assert "tip" in page.evaluate(ANIMATIONS, kind)
    press(page)
    expect(giver).to_have_class([re.compile("tetra")])
    expect(receiver).to_have_class([re.compile("tri")])
    assert page.evaluate(MOVING) == 0


def test_moksha_opens_where_the_mono_was(changed):
    page = changed("a1>a2")
    mono = page.locator(".man[data-place=a1] > .piece")
    expect(mono).to_have_class([re.compile("mono.* leaving"), re.compile("moksha.* entering")])
    assert "fade" in page.evaluate(ANIMATIONS, ".leaving")
    assert page.evaluate(ANIMATIONS, ".entering.moksha") == ["shine", "unfold"]
    press_key(page)
    expect(mono).to_have_class([re.compile("moksha")])
    assert page.evaluate(MOVING) == 0
