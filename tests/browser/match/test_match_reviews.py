"""The page with the review of a match: who stood better, every move, the best line on the board, and a retry."""

import re

from browsers.inspection import violations_in_both_modes
from browsers.visitor import NARROW
from houses import PERSON, make, seated
from playwright.sync_api import expect

MISSED = '[Game "tavlei"]\n[Position "4a4/9/1a7/k2a5/a1d6/9/9/9/9 d"]\n\nc5-c1 e9-e8 resign:d 1-0'  # a6-a9 had won
DICE = '[Game "scripta"]\n[Option.pieces "1"]\n\nr144 in/4 4/8 8/9 r334 in/3 3/6 6/10 resign:y 0-1'
PATIENCE = 300_000  # milliseconds for a review, which waits for the compiler


def imported(visitor, record):
    """Import a record; return the address of the match."""
    answer = visitor.request.post("/api/records", data=record)
    assert answer.ok, answer.text()
    return f"/match/{answer.json()['id']}"


def reviewed(visitor, address):
    visitor.open(f"{address}/review")
    expect(visitor.page.locator(".steps")).to_be_visible(timeout=PATIENCE)
    return visitor.page


def is_as_wide_as_the_window(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_match_is_reviewed_and_retried_from_any_position(visit, axe):
    visitor = visit(reduced_motion="reduce")
    address = imported(visitor, MISSED)
    visitor.open(address)
    visitor.page.get_by_role("link", name="Review").click()
    page = visitor.page
    expect(page.locator(".steps")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("img", name="Chances to win at the start: Attackers")).to_be_visible()

    expect(page.locator(".details h2")).to_have_text("1. Defenders: c5-c1")
    expect(page.locator(".turning-point")).to_contain_text(
        "Defenders: a6-a9 forced a win in 1 move; c5-c1 lets it slip."
    )
    expect(page.locator(".mark.hinted")).to_have_count(2)
    page.locator(".best-line button").first.click()
    expect(visitor.place("a9")).to_have_accessible_name(re.compile("king"))
    page.locator(".step").first.press("ArrowRight")
    expect(page.locator(".details h2")).to_have_text("2. Attackers: e9-e8")
    assert violations_in_both_modes(page, axe) == []

    page.get_by_role("button", name="Retry from here").click()
    page.wait_for_url(lambda url: "/review" not in url and address not in url)
    expect(visitor.moves).to_have_text(["c5-c1"])


def test_luck_and_skill_are_told_in_russian_on_a_narrow_screen(visit):
    visitor = visit(locale="ru-RU", **NARROW)
    page = reviewed(visitor, imported(visitor, DICE))

    page.get_by_role("button", name="r334").click()
    expect(page.locator(".details .grade")).to_contain_text("Удача броска")
    expect(page.get_by_role("columnheader", name="Мастерство")).to_be_attached()
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(page.locator(".details h2")).to_have_text("Начальная позиция")
    assert is_as_wide_as_the_window(page)


def finished_labyrinth(house):
    """Let two players at one screen enter a labyrinth and give up; return the address of the match."""
    with house.guest() as guest:
        guest.get("/")
        match = make(guest, "labyrinth", {"P": PERSON, "Q": PERSON})
        with seated(guest, match) as player:
            player.until(lambda view: view["yours"])
            player.command("resign", "P")
            player.command("resign", "Q")
            player.until(lambda view: view["result"] is not None)
    return f"/match/{match}"


def test_a_finished_labyrinth_is_shown_whole_in_czech_with_the_way_of_each_player(visit, house, axe):
    page = reviewed(visit(locale="cs-CZ", reduced_motion="reduce"), finished_labyrinth(house))

    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.locator(".details p").last).to_contain_text("navštíven")
    expect(page.locator(".step").first).to_have_text("P vstupuje do labyrintu.")
    expect(page.locator(".details h2")).to_have_text(re.compile(r"^\d+\. [PQ] .+\.$"))
    expect(page.locator(".mark.way0").first).to_be_attached()
    page.get_by_label("Ukázat cestu:").select_option("Q")
    expect(page.locator(".mark.way0")).to_have_count(0)
    page.get_by_label("Zobrazit:").select_option(label="mapu, jak ji zná Q")
    expect(page.locator(".mark.way1")).to_have_count(0)
    expect(page.locator(".place")).to_have_count(2)
    assert violations_in_both_modes(page, axe) == []
