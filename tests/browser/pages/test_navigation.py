"""The links to the main pages in the header of every page."""

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect


@pytest.mark.parametrize("size", [{}, NARROW], ids=["wide", "narrow"])
def test_the_header_leads_to_the_main_pages_and_marks_the_one_that_is_open(visit, size):
    visitor = visit(**size)
    page = visitor.open()
    links = page.get_by_role("navigation", name="Main pages").get_by_role("link")
    expect(links).to_have_text(["Play", "Puzzles", "Watch", "Tournaments"])
    for number, path in enumerate(("/", "/puzzles", "/watch", "/tournaments")):
        links.nth(number).click()
        page.wait_for_url(f"**{path}")
        expect(page.locator("#top [aria-current]")).to_have_text(links.nth(number).text_content())
        assert visitor.overflow() <= 0
    visitor.open("/puzzle/tavlei/1")
    expect(page.locator("#top [aria-current='true']")).to_have_text("Puzzles")


def test_on_a_telephone_the_links_are_in_the_menu_of_a_match(visit):
    visitor = visit(**NARROW)
    visitor.begin(side=0, level=1)
    links = visitor.page.get_by_role("navigation", name="Main pages")
    expect(links).to_have_count(0)
    visitor.open_menu()
    links.get_by_role("link", name="Puzzles").click()
    visitor.page.wait_for_url("**/puzzles")
