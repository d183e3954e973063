"""The board on the start page on which a public match is played."""

import pytest
from browsers.meetings import PERSON, make
from playwright.sync_api import expect

COMPUTER = {"kind": "computer", "level": 1}


@pytest.fixture
def house(orderly_house):
    return orderly_house


def test_a_reader_who_scrolls_down_sees_a_public_match_live_and_the_page_loads_no_board_before(visit):
    host, reader = visit(), visit()
    address = make(host, visibility="public", seats={"a": PERSON, "d": COMPUTER})
    host.open(address)
    answers = reader.record_answers()
    page = reader.open()
    expect(page.get_by_role("heading", name="Being played now")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert not [answer.url for answer in answers if "/board/" in answer.url]
    page.locator(".featured").scroll_into_view_if_needed()
    match = address.rpartition("/")[2]
    expect(page.locator(f".live [data-match='{match}'] .piece")).to_have_count(25)
    before = page.locator(".live .board").inner_html()
    host.play("e2-f2")
    expect(host.moves).to_have_count(2)
    expect(page.locator(".live .mark, .live [class*=last]").first).to_be_attached()
    assert page.locator(".live .board").inner_html() != before


def test_a_reader_is_not_shown_their_own_match_as_one_to_watch(visit):
    host = visit()
    match = make(host, visibility="public", seats={"a": PERSON, "d": COMPUTER}).rpartition("/")[2]
    host.open(f"/match/{match}")
    page = host.context.new_page()
    page.goto(host.address)
    expect(page.locator(f".playing [data-match='{match}']")).to_be_visible()
    page.locator(".tables").scroll_into_view_if_needed()
    expect(page.locator(f".live [data-match='{match}']")).to_have_count(0)
    page.close()
