"""A game from outside the package, with a secret and a die, runs on the same page."""

from playwright.sync_api import expect

HIDER, SEEKER = 0, 1


def test_the_seeker_learns_the_secret_only_at_the_end(visit):
    visitor = visit()
    visitor.begin("cups", side=SEEKER, level=1)
    lift = visitor.page.locator(".place.can").first
    expect(lift.or_(visitor.ending).first).to_be_visible()
    expect(visitor.moves.first).to_have_text("…")
    while not visitor.ending.is_visible():
        assert [frame for frame in visitor.frames if '"kind":"coin"' in frame or "hide:" in frame] == []
        assert "hide:" not in visitor.page.content()
        expect(visitor.page.locator(".coin")).to_have_count(0)
        lift.click()
        expect(lift.or_(visitor.ending).first).to_be_visible()
    expect(visitor.ending).to_contain_text("win")
    expect(visitor.page.locator(".coin")).to_have_count(1)
    expect(visitor.moves.first).to_contain_text("hide:")


def test_the_hider_picks_a_cup_and_then_a_button(visit):
    visitor = visit()
    visitor.begin("cups", side=HIDER, level=1)
    visitor.place("cup2").click()
    choices = visitor.page.get_by_role("group", name="Choose")
    choices.get_by_role("button", name="Cancel").click()
    expect(choices.get_by_role("button")).to_have_count(0)
    visitor.place("cup2").click()
    choices.get_by_role("button", name="Hide the coin here").click()
    expect(visitor.ending).to_be_visible()
    expect(visitor.moves.first).to_have_text("hide:2")


def test_at_one_screen_the_seeker_does_not_see_what_the_hider_did_and_symbols_are_on_plain_shapes(visit):
    visitor = visit()
    visitor.begin("cups")
    expect(visitor.page.locator(".stage .piece .symbol")).to_have_text(["n"] * 4)
    expect(visitor.page.locator(".place .name")).to_have_text(["cup1", "cup2", "cup3", "cup4"])
    visitor.lift()
    visitor.place("cup3").click()
    visitor.button("Hide the coin here").click()
    expect(visitor.page.locator(".plate.acting")).to_contain_text("Seeker")
    visitor.lift()
    expect(visitor.moves.first).to_have_text("…")
    assert "hide:3" not in visitor.page.locator("main").inner_text()
    expect(visitor.page.locator(".coin")).to_have_count(0)
    expect(visitor.page.get_by_role("img", name="Die")).to_be_visible()
