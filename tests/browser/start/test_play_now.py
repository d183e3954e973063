"""Starting a match from the start page with one click, as the reader last set up the game."""

import pytest
from playwright.sync_api import expect

from ludoteka.games import games
from ludoteka.players.levels import usual_level


@pytest.fixture
def visitor(visit):
    return visit()


def start(visitor, game):
    """Press the button on the card of a game, wait for the board, and return the match that the page asked the house for."""
    page = visitor.open()
    with page.expect_request(lambda one: one.method == "POST" and one.url.endswith("/api/matches")) as asked:
        page.get_by_role("button", name=f"Play now {game}").click()
    expect(page.locator(".stage")).to_be_visible()
    return asked.value.post_data_json


def test_one_click_starts_a_match_against_the_computer_at_the_usual_level(visitor):
    wish = start(visitor, "Quagmire")
    assert (wish["options"], wish["clock"], wish["rated"]) == ({"seats": "bltr", "dice": "fair"}, "", False)
    computer = {"kind": "computer", "level": usual_level(games()["quagmire"])}
    seats = list(wish["seats"].values())
    assert (seats.count({"kind": "person"}), seats.count(computer)) == (1, 3)


def test_one_click_starts_a_match_as_the_reader_last_set_it_up_and_the_dialog_begins_with_the_same_answers(visitor):
    dialog = visitor.set_up("scripta")
    dialog.get_by_role("slider").fill("2")
    dialog.get_by_text("Green", exact=True).first.click()
    dialog.get_by_role("group", name="Men").get_by_text("Custom", exact=True).click()
    dialog.get_by_role("combobox", name="Men").select_option("5 men")
    dialog.get_by_label("Clock").select_option("5 min + 3 s")
    dialog.get_by_role("button", name="Start").click()
    expect(visitor.page.locator(".stage")).to_be_visible()
    wish = start(visitor, "XII Scripta")
    assert wish["options"] == {"pieces": 5, "must_move": False, "dice": "bag"}
    assert wish["seats"] == {"y": {"kind": "computer", "level": 2}, "g": {"kind": "person"}}
    assert wish["clock"] == "5+3"
    dialog = visitor.set_up("scripta")
    expect(dialog.locator("output")).to_contain_text("2 ·")
    expect(dialog.get_by_role("combobox", name="Men")).to_have_value("5")
    expect(dialog.get_by_label("Clock")).to_have_value("5+3")


def test_a_match_that_waits_for_other_people_is_not_repeated_with_one_click(visitor):
    dialog = visitor.set_up("moksha")
    dialog.get_by_text("With other people").click()
    dialog.get_by_role("button", name="Start").click()
    expect(visitor.page.locator(".waiting")).to_be_visible()
    assert {seat["kind"] for seat in start(visitor, "Moksha")["seats"].values()} == {"person", "computer"}


def test_a_refusal_opens_the_dialog_with_the_reason(visitor):
    page = visitor.open()
    page.route("**/api/matches", lambda route: route.abort())
    page.get_by_role("button", name="Play now Moksha").click()
    expect(page.locator("dialog[open] .refusal")).to_contain_text("The server doesn't answer")
