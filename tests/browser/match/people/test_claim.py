"""A player whose opponent has left claims the win, or calls the match a draw."""

import pytest
from browsers.meetings import meet
from playwright.sync_api import expect


@pytest.fixture
def house(patient_house):
    return patient_house


@pytest.fixture
def two(visit):
    """Both have acted, and it is Boris's turn; both have clocks."""
    anna, boris = visit(), visit()
    meet(anna, boris, clock="5+3")
    let_both_act(anna, boris)
    return anna, boris


def let_both_act(anna, boris):
    """Play until it is Boris's second turn."""
    for number, (player, move) in enumerate(((anna, "e2-f2"), (boris, "d5-d8"), (anna, "f2-e2")), start=1):
        player.play(move)
        for one in (anna, boris):
            expect(one.moves).to_have_count(number)


def leave(boris):
    """Leave the match, and return the way back."""
    address = boris.page.url
    boris.page.goto("about:blank")

    def come_back():
        boris.page.goto(address)

    return come_back


def test_nothing_can_be_claimed_while_it_is_not_the_absent_players_turn_or_after_they_return(two):
    anna, boris = two
    come_back = leave(boris)
    expect(anna.button("Claim the win")).to_be_visible()
    anna.button("Claim the win").focus()
    come_back()
    expect(anna.button("Claim the win")).to_be_hidden()
    expect(anna.page.locator(".place:focus")).to_have_count(1)
    boris.play("d8-d5")
    come_back = leave(boris)
    expect(anna.page.locator(".plate .away")).to_be_visible()
    expect(anna.page.get_by_role("group", name="Somebody has left")).to_be_hidden()
    anna.play("e2-f2")
    expect(anna.page.get_by_role("status").filter(has_text="Boris has left.")).to_have_count(1)
    anna.button("Claim the win").click()
    expect(anna.ending.get_by_role("heading")).to_have_text("You won")
    come_back()
    expect(boris.ending).to_be_visible()


def test_a_player_left_alone_can_call_the_match_a_draw(two):
    anna, boris = two
    leave(boris)
    anna.button("Call it a draw").click()
    expect(anna.ending.get_by_role("heading")).to_have_text("A draw")


def test_without_a_clock_the_page_says_how_long_to_wait(visit):
    anna, boris = visit(), visit()
    meet(anna, boris)
    let_both_act(anna, boris)
    boris.page.goto("about:blank")
    expect(anna.page.get_by_role("group", name="Somebody has left")).to_contain_text(
        "Boris has left. You can claim the win in 0:"
    )
    expect(anna.button("Claim the win")).to_have_count(0)
