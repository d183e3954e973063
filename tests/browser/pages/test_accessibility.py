"""The accessibility checker finds nothing, in light and dark mode."""

import pytest
from browsers import inspection
from browsers.visitor import ESCAPE
from playwright.sync_api import expect

from ludoteka.games import games


@pytest.fixture
def visitor(visit):
    return visit(reduced_motion="reduce")


@pytest.fixture
def violations(visitor, axe):
    """A function that returns what the checker finds, in either mode."""

    def found():
        seen = []
        for mode in ("light", "dark"):
            visitor.page.emulate_media(color_scheme=mode)
            seen += [(mode, *one) for one in inspection.violations(visitor.page, axe)]
        return seen

    return found


def test_the_start_page_is_accessible(visitor, violations):
    visitor.begin()
    visitor.open()
    expect(visitor.page.locator(".continuing li a")).to_be_visible()
    assert violations() == []


def test_the_set_up_dialog_is_accessible(visitor, violations):
    visitor.set_up()
    assert violations() == []


def test_a_match_is_accessible_while_a_piece_is_picked(visitor, violations):
    visitor.begin()
    visitor.play("e2-c2")
    visitor.place("e3").click()
    assert violations() == []


@pytest.mark.parametrize("game", games())
def test_every_board_is_accessible(visitor, violations, game):
    visitor.begin(game)
    visitor.play_on(most=12)
    assert violations() == []


def test_a_curtain_is_accessible(visitor, violations):
    visitor.begin("cups")
    expect(visitor.curtain).to_be_visible()
    assert violations() == []


def test_a_refusal_is_accessible(visitor, violations):
    visitor.begin()
    visitor.place("e5").click()
    expect(visitor.refusal).not_to_be_empty()
    assert violations() == []


def test_the_end_of_a_match_is_accessible(visitor, violations):
    visitor.begin()
    for action in ESCAPE:
        visitor.play(action)
    assert violations() == []


def test_the_rules_page_is_accessible(visitor, violations):
    visitor.open("/rules/tavlei")
    assert violations() == []


def test_the_page_for_an_unknown_address_is_accessible(visitor, violations):
    visitor.open("/nowhere")
    expect(visitor.page.get_by_role("heading")).to_be_visible()
    assert violations() == []
