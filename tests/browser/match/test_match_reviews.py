"""The page with the review of a match: who stood better, every move, the best line on the board, and a retry."""

from browsers.visitor import NARROW
from houses import PERSON, make, seated
from playwright.sync_api import expect

MOVES = '[Game "tavlei"]\n\ne2-c2 e4-c4 c2-c3 resign:d 1-0'
DICE = '[Game "scripta"]\n[Option.pieces "1"]\n\nr144 in/4 4/8 8/9 r334 in/3 3/6 6/10 resign:y 0-1'
PATIENCE = 300_000  # milliseconds for a review, which waits for the compiler


def imported(visitor, record):
    """Import a record; return the address of the match."""
    visitor.open()
    answer = visitor.context.request.post("/api/records", data=record)
    assert answer.ok, answer.text()
    return f"/match/{answer.json()['id']}"


def reviewed(visitor, address):
    visitor.open(f"{address}/review")
    expect(visitor.page.locator(".steps")).to_be_visible(timeout=PATIENCE)
    return visitor.page


def is_as_wide_as_the_window(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def violations(page, axe):
    page.evaluate(axe)
    found = []
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        found += page.evaluate("async () => (await axe.run()).violations.map((one) => [one.id, one.nodes[0].html])")
    return found


def test_a_match_is_reviewed_and_retried_from_any_position(visit, axe):
    visitor = visit(reduced_motion="reduce")
    address = imported(visitor, MOVES)
    visitor.open(address)
    visitor.page.get_by_role("link", name="Review").click()
    page = visitor.page
    expect(page.locator(".steps")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("img", name="Chances to win at the start: Attackers 50%")).to_be_visible()

    page.locator(".step").nth(1).click()
    expect(page.locator(".details h2")).to_have_text("2. Defenders: e4-c4")
    expect(page.locator(".mark.to")).to_have_count(1)
    page.locator(".best-line button").first.click()
    expect(page.locator(".best-line [aria-pressed=true]")).to_have_count(1)
    expect(visitor.place("c4")).not_to_have_accessible_name("c4, defender")
    page.locator(".step").first.press("ArrowRight")
    expect(page.locator(".details h2")).to_have_text("3. Attackers: c2-c3")
    assert violations(page, axe) == []

    page.get_by_role("button", name="Retry from here").click()
    page.wait_for_url(lambda url: "/review" not in url and address not in url)
    expect(visitor.moves).to_have_text(["e2-c2", "e4-c4"])
    visitor.play("c2-c3")


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
    """Let two players at one screen take some steps in a labyrinth and give up; return the address of the match."""
    with house.guest() as guest:
        guest.get("/")
        match = make(guest, "labyrinth", {"P": PERSON, "Q": PERSON})
        with seated(guest, match) as player:
            for step in ("north", "north", "south", "south"):
                player.until(lambda view: view["to_act"] in ("P", "Q"))
                if player.view["curtain"]:
                    player.lift()
                player.act(step)
            player.command("resign", "P")
            player.command("resign", "Q")
            player.until(lambda view: view["result"] is not None)
    return f"/match/{match}"


def test_a_finished_labyrinth_is_shown_whole_in_czech_with_the_way_of_each_player(visit, house, axe):
    page = reviewed(visit(locale="cs-CZ", reduced_motion="reduce"), finished_labyrinth(house))

    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.locator(".details p").last).to_contain_text("navštíven")
    expect(page.locator(".mark.way0").first).to_be_attached()
    page.get_by_label("Ukázat cestu:").select_option("Q")
    expect(page.locator(".mark.way0")).to_have_count(0)
    assert violations(page, axe) == []
