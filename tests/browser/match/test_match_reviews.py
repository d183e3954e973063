"""The page with the review of a match: who stood better, every move, the best line on the board, and a retry."""

import re

from browsers.inspection import violations_in_both_modes
from browsers.visitor import NARROW
from houses import PERSON, make, seated
from playwright.sync_api import expect

MISSED = '[Game "tavlei"]\n[Position "4a4/9/1a7/k2a5/a1d6/9/9/9/9 d"]\n\nc5-c1 e9-e8 resign:d 1-0'  # a6-a9 had won
GREEN = 1
DICE = '[Game "scripta"]\n[Option.pieces "1"]\n\nr144 in/4 4/8 8/9 r334 in/3 3/6 6/10 resign:y 0-1'
WORDS = "import(new URL('../review/words.js', document.querySelector('script[src]').src))"  # the module of a page
IS_CUT = """
    select => {
        const shown = select.offsetWidth;
        for (const option of [...select.options]) if (!option.selected) option.remove();
        Object.assign(select.style, { flex: "none", width: "max-content", maxWidth: "none" });
        return select.offsetWidth > shown;
    }
"""
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


def test_luck_and_skill_are_told_in_every_language_on_a_narrow_screen_and_nothing_is_cut(visit):
    visitor = visit(locale="ru-RU", **NARROW)
    address = imported(visitor, DICE)
    page = reviewed(visitor, address)

    page.get_by_role("button", name="r334").click()
    expect(page.locator(".details .grade")).to_contain_text("Удача броска")
    expect(page.get_by_role("rowheader", name="Мастерство")).to_be_visible()
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(page.locator(".details h2")).to_have_text("Начальная позиция")
    for language in ("ru", "cs", "en"):
        visitor.speak(language)
        page.locator(".step").last.click()
        expect(page.locator(".retry select")).to_be_visible()
        assert is_as_wide_as_the_window(page)
        assert page.locator(".summary").evaluate("summary => summary.scrollWidth <= summary.clientWidth")
        assert not page.locator(".retry select").evaluate(IS_CUT)


def test_after_a_resignation_luck_and_skill_add_up_to_the_chances_in_the_last_position(visit):
    visitor = visit()
    page = reviewed(visitor, imported(visitor, DICE))

    start, last = re.findall(r"\((.+?)%, .+?%\)", page.locator(".summary p").inner_text())
    expect(page.locator(".summary p")).to_contain_text("those in the last position")
    luck, skill = (page.get_by_role("row", name=name).locator("td").first.inner_text() for name in ("Luck", "Skill"))
    change = sum(float(share.replace("−", "-").rstrip("%")) for share in (luck, skill))
    assert abs(float(start) + change - float(last)) < 0.25, "each of the four is rounded to a tenth"
    assert float(last) < 100


def test_the_chances_of_two_players_add_up_to_a_hundred_and_a_loss_has_a_minus_sign(visit):
    page = visit().open()
    two = [{"title": "Yellow"}, {"title": "Green"}]
    tell = f"async seats => (await {WORDS}).describeChances({{ seats }}, [465, 535])"
    assert page.evaluate(tell, two) == "Yellow 47%, Green 53%"
    assert page.evaluate(f"async () => (await {WORDS}).formatShare(-55000)") == "−5.5%"


def test_a_player_of_green_sees_the_review_and_the_analysis_from_their_own_side(visit):
    visitor = visit()
    visitor.begin("scripta", side=GREEN, level=1)
    visitor.resign()
    address = visitor.page.url
    turned = visitor.page.locator(".stage .board.turned")
    reviewed(visitor, address)
    expect(turned).to_be_visible()
    visitor.button("Turn the board").click()
    expect(turned).to_have_count(0)
    visitor.button("Turn the board").click()
    visitor.open(address)
    visitor.button("Analyse").click()
    visitor.page.wait_for_url(re.compile("/analysis/scripta"))
    expect(turned).to_be_visible()


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
