"""A match page that opens: what stands in place of the board, where the focus is, and which buttons there are."""

from playwright.sync_api import expect


def test_until_the_board_is_there_the_page_says_that_it_is_being_set_up(visit):
    visitor = visit(locale="cs")
    held = []
    visitor.page.route("**/api/house", lambda route: held.append(route))  # noqa: PLW0108 - Playwright does not accept a built-in method
    seats = {"a": {"kind": "person"}, "d": {"kind": "person"}}
    made = visitor.request.post("/api/matches", data={"game": "tavlei", "seats": seats})
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.page.locator(".setting-up")).to_have_text("Připravuje se deska")
    visitor.page.wait_for_function("() => document.querySelector('.setting-up').getAnimations().length === 0")
    expect(visitor.page.locator(".place")).to_have_count(0)
    held[0].continue_()
    expect(visitor.place("e5")).to_be_visible()
    expect(visitor.page.locator(".setting-up")).to_have_count(0)


def test_the_focus_is_on_the_board_and_h_asks_for_a_hint_wherever_it_is_but_in_fields(visit):
    visitor = visit()
    visitor.choose(side=0, level=1)
    expect(visitor.page.locator(".stage > .board")).to_be_focused()
    visitor.page.keyboard.press("Enter")  # shows the focus, and picks nothing yet
    expect(visitor.place("a9")).to_be_focused()
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.place("b9")).to_be_focused()
    field = visitor.page.get_by_label("Type a move")
    field.press("h")
    expect(field).to_have_value("h")
    expect(visitor.page.locator(".mark.hinted")).to_have_count(0)
    field.fill("")
    visitor.button("Sound").focus()
    visitor.page.evaluate(
        """document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "р", code: "KeyH", bubbles: true }))"""
    )  # on a Russian keyboard
    expect(visitor.page.locator(".mark.hinted")).to_have_count(2)
    visitor.play("e2-c2")
    visitor.button("Sound").focus()
    expect(visitor.page.locator(".hint-button")).to_have_attribute("aria-disabled", "false")
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(".mark.hinted")).to_have_count(2)


def test_whether_the_sound_is_on_is_shown_and_nobody_is_reported_in_a_match_against_a_computer(visit):
    visitor = visit()
    visitor.begin(side=0, level=1)
    expect(visitor.menu_item("Report a player")).to_have_count(0)
    sound = visitor.button("Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sign = sound.locator("path").last
    off = sign.get_attribute("d")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(sign).not_to_have_attribute("d", off)
    visitor.begin()
    other = visit()
    other.open(visitor.page.url)
    expect(other.menu_item("Report a player")).to_have_count(1)
    expect(other.button("Sound").locator("path").last).to_have_attribute("d", off)
