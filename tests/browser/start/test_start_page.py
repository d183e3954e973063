"""The start page: the boards, the set-up dialog, and the visitor's matches."""

import re

import pytest
from browsers.meetings import make
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

SEATS = {"moksha": "wb", "tavlei": "ad"}
# Moksha starts at once; Tavlei waits for a player.
KINDS = {"moksha": ("person", "person"), "tavlei": ("person", "free")}
LIMIT = 100_000  # bytes: the limit for everything on the page together, uncompressed


def test_the_start_page_shows_the_boards_and_an_empty_list_of_matches(visit):
    page = visit().open()
    for title in ("Tavlei", "Moksha", "Quagmire", "XII Scripta", "Labyrinth"):
        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))
        expect(card.locator("img.cover")).to_have_js_property("complete", value=True)
        assert card.locator("img.cover").evaluate("image => image.naturalWidth") > 0
        expect(card.get_by_role("button")).to_have_text([f"Play now {title}", f"More options {title}"])
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Cups", exact=True))
    expect(card.locator(".cover.plain")).to_have_text("C")
    first = page.get_by_role("article").first
    expect(first).to_contain_text("Start here")
    expect(first.locator(".facts li")).to_have_text(["2 players · 15–30 min", "Skill alone decides"])
    expect(page.locator(".continuing")).to_contain_text("None yet")
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_role("region", name="The boards")).to_be_focused()


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "cs-CZ"] if IS_CAMPAIGN else ["ru-RU"])
def test_the_start_page_loads_no_more_bytes_than_the_limit(visit, unused_house, locale):
    """The texts of Russian take the most bytes."""
    visitor = visit(unused_house, locale=locale, extra_http_headers={"X-Nobody": "has kept the files of the house"})
    assert_loads_little(visitor)


def assert_loads_little(visitor):
    answers = visitor.record_answers()
    page = visitor.open()
    expect(page.locator(".continuing .none")).to_be_visible()
    expect(page.locator(".lobby .none")).to_be_visible()
    page.wait_for_load_state("networkidle")
    weight = sum(len(answer.body()) for answer in answers)
    assert weight < LIMIT, {answer.url: len(answer.body()) for answer in answers}


def test_matches_that_wait_for_the_visitor_come_first_and_can_be_continued_and_finished_matches_come_last(visit):
    visitor = visit()
    visitor.begin("tavlei", side=0, level=1)
    visitor.resign()
    addresses = [
        make(visitor, game, {letter: {"kind": kind} for letter, kind in zip(SEATS[game], KINDS[game], strict=True)})
        for game in ("moksha", "tavlei")
    ]
    page = visitor.open()
    rows = page.locator(".running li, .shelf, .continuing li")
    expect(rows).to_contain_text(["Your turn", "Continue", "Play now", "lost"])
    rows = page.locator(".running li")
    expect(rows.locator("strong")).to_have_text(["Moksha", "Tavlei"])
    rows.first.locator("a").click()
    expect(visitor.page).to_have_url(re.compile(addresses[0]))


def test_the_dialog_describes_the_level_in_words_and_sends_the_chosen_options(visit):
    visitor = visit()
    dialog = visitor.set_up()
    dialog.get_by_role("slider").fill("10")
    expect(dialog.locator("output")).to_have_text("10 · plays the best it can find")
    expect(dialog.get_by_role("slider")).to_have_attribute("aria-valuetext", "10 · plays the best it can find")
    dialog.get_by_text("Together at one screen").click()
    expect(dialog.get_by_role("slider")).to_be_hidden()
    dialog.get_by_label("Third repetition").select_option("is allowed")
    with visitor.page.expect_request("**/api/matches") as made:
        dialog.get_by_role("button", name="Start").click()
    assert made.value.post_data_json["options"] == {"repetition": "off"}
    expect(visitor.page.locator(".stage")).to_be_visible()


def test_an_unreachable_house_is_reported_with_a_retry(visit):
    visitor = visit()
    visitor.page.route("**/api/house", lambda route: route.abort())
    page = visitor.open()
    expect(page.get_by_role("heading")).to_have_text("The server doesn't answer")
    page.unroute("**/api/house")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".card").first).to_be_visible()


def test_the_page_for_an_unknown_match_or_address_says_so_and_links_to_the_start_page(visit):
    visitor = visit()
    page = visitor.open("/match/nosuchmatch")
    expect(page.get_by_role("heading")).to_have_text("Match not found")
    visitor.open("/nowhere")
    expect(page.get_by_role("heading")).to_have_text("Page not found")
    page.get_by_role("link", name="Go to the start page").click()
    expect(page.locator(".card").first).to_be_visible()


def test_without_scripts_the_start_page_says_that_it_needs_javascript(visit):
    visitor = visit(java_script_enabled=False)
    visitor.page.goto("/")
    expect(visitor.page.locator(".fallback")).to_contain_text(re.compile("JavaScript"))


def test_a_name_typed_before_the_saved_name_arrives_is_kept(visit):
    visitor = visit()
    requests = []

    def hold(route):
        requests.append(route)

    visitor.page.route("**/api/guest", hold)
    page = visitor.open()
    page.get_by_label("Your name").fill("Anna")
    with page.expect_response("**/api/guest"):
        requests[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_label("Your name")).to_have_value("Anna")


def test_a_refused_name_stays_in_its_field_with_the_reason_beside_it_and_a_saved_one_after_a_reload(visit):
    page = visit().open()
    name = page.get_by_label("Your name")
    name.fill("Computer 3")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".naming [role=status]")).to_have_text("This name is reserved. Please choose another one.")
    expect(name).to_have_value("Computer 3")
    expect(name).to_have_attribute("aria-invalid", "true")
    name.fill("Anna")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".naming [role=status]")).to_have_text("Saved")
    expect(name).not_to_have_attribute("aria-invalid", "true")
    page.reload()
    expect(name).to_have_value("Anna")
