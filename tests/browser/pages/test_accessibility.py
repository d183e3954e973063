"""The accessibility checker finds nothing in any state of a page, in light and dark mode."""

import pytest
from browsers.inspection import violations_in_both_modes
from browsers.visitor import ESCAPE
from playwright.sync_api import expect


@pytest.fixture
def visitor(visit):
    return visit()


@pytest.fixture
def violations(visitor, axe):
    """A function that returns what the checker finds, in either mode."""
    return lambda: violations_in_both_modes(visitor.page, axe)


def test_the_set_up_dialog_is_accessible(visitor, violations):
    visitor.set_up()
    assert violations() == []


def test_a_match_is_accessible_while_a_piece_is_picked_after_a_refusal_and_at_its_end(visitor, violations):
    visitor.begin()
    visitor.play(ESCAPE[0])
    visitor.place("e8").click()
    assert violations() == []
    visitor.page.keyboard.press("Escape")
    visitor.place("d9").click()
    expect(visitor.refusal).not_to_be_empty()
    assert violations() == []
    visitor.play(*ESCAPE[1:])
    expect(visitor.ending).to_be_visible()
    assert violations() == []


def test_a_curtain_is_accessible(visitor, violations):
    visitor.begin("cups")
    expect(visitor.curtain).to_be_visible()
    assert violations() == []
