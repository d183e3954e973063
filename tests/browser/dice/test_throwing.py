"""Throws, forced passes and previews on the page."""

import re

import pytest
import race
from browsers.inspection import violations_in_both_modes
from playwright.sync_api import expect

COUNT_ROLLS = """
    window.rolls = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...parts) {
        if (this.classList.contains("die")) window.rolls += 1;
        return animate.apply(this, parts);
    };
"""


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.fixture
def runner(visit):
    visitor = visit()
    visitor.begin("race")
    return visitor


def throw(visitor):
    return visitor.page.locator("button.throw:not([hidden], [aria-disabled])")


def step(visitor):
    return visitor.button("Step")


def spoken(visitor):
    return visitor.page.locator(".voice > .refusal + [role=status]")


def test_the_button_throws_the_dice_appear_the_focus_goes_to_the_board_and_a_pick_is_previewed(runner, visit, axe):
    expect(runner.page.locator(".plate.acting")).to_contain_text("to throw")
    stranger = visit()
    stranger.open(runner.page.url)
    expect(stranger.page.locator(".plate.acting")).to_contain_text("to throw")
    expect(throw(stranger)).to_have_count(0)
    typed = runner.page.get_by_label("Type a move")
    typed.press("Enter")  # does not throw
    typed.fill("step")
    typed.press("Enter")
    expect(runner.page.locator(".note")).to_have_text("Throw first.")
    expect(runner.moves).to_have_count(0)
    throw(runner).focus()
    throw(runner).click()
    expect(runner.page.get_by_role("img", name=re.compile("^(Die|Dice): "))).to_be_visible()
    expect(throw(runner)).to_have_count(0)
    expect(spoken(runner)).to_contain_text(re.compile(r"^R throws: [1-6]\."))
    expect(runner.place("0")).to_be_focused()
    preview_a_pick(runner, axe)


def preview_a_pick(runner, axe):
    """A pick is previewed on hover and on focus, and the page is accessible."""
    step(runner).hover()
    ghost = runner.page.locator(".ghost .piece.seat0")
    expect(ghost).to_have_count(1)
    assert violations_in_both_modes(runner.page, axe) == []
    assert "runner" in step(runner).get_attribute("aria-description")
    runner.page.locator("h1").hover()
    expect(ghost).to_have_count(0)
    step(runner).focus()
    expect(ghost).to_have_count(1)
    step(runner).click()
    expect(ghost).to_have_count(0)


def test_the_focus_is_on_the_button_and_space_and_enter_throw_on_the_board_or_when_nothing_has_the_focus(visit):
    visitor = visit()
    for key, prepare in (("Enter", ""), ("Enter", "blur"), (" ", "blur"), ("Enter", "board")):
        visitor.begin("race")
        expect(throw(visitor)).to_be_focused()
        if prepare == "board":
            visitor.place("0").focus()
        elif prepare:
            visitor.page.evaluate("document.activeElement.blur()")
        visitor.page.keyboard.press(key)
        expect(step(visitor)).to_be_visible()


@pytest.mark.parametrize(("motion", "rolls"), [("no-preference", 1), ("reduce", 0)])
def test_dice_roll_unless_reduced_motion_is_preferred(visit, motion, rolls):
    visitor = visit(reduced_motion=motion)
    visitor.page.add_init_script(COUNT_ROLLS)
    visitor.begin("race")
    throw(visitor).click()
    expect(step(visitor)).to_be_visible()
    assert visitor.page.evaluate("window.rolls") == rolls


def automatic(visitor):
    return visitor.page.get_by_role("switch", name="Throw the dice automatically")


def test_the_page_throws_for_readers_who_want_it_and_remembers_that(runner):
    runner.open_menu()
    automatic(runner).check()
    runner.page.keyboard.press("Escape")
    step(runner).click()
    expect(runner.page.locator(".plate.seat1.acting")).not_to_contain_text("to throw")
    expect(step(runner)).to_be_visible()
    runner.begin("race")
    runner.open_menu()
    expect(automatic(runner)).to_be_checked()
    expect(step(runner)).to_be_visible()


def test_somebody_who_plays_only_against_computers_chooses_their_speed(visit, patient_house):
    visitor = visit(house=patient_house)
    visitor.begin("quagmire", side=0, level=1, options={"seats": "bt"})
    visitor.open_menu()
    visitor.page.get_by_label("Speed of computers").select_option("at once")
    visitor.page.keyboard.press("Escape")
    throw(visitor).click()
    can_move = visitor.page.locator(".place.can").first
    expect(can_move.or_(visitor.moves.nth(1)).first).to_be_visible()  # unless it can move, both have thrown and passed
    visitor.begin("quagmire", options={"seats": "bt"})
    expect(throw(visitor)).to_be_visible()
    visitor.open_menu()
    expect(visitor.page.get_by_label("Speed of computers")).to_be_hidden()


def test_a_computer_throws_by_itself(visit):
    visitor = visit()
    visitor.begin("race", side=2, level=1)
    expect(throw(visitor).or_(visitor.ending).first).to_be_visible()
    assert visitor.moves.count() >= 1


def test_a_forced_pass_is_announced_and_played_automatically(runner):
    """One step before home, a player can move only with a one, so a forced pass soon comes."""
    for seed in range(100):
        is_over = runner.play_on(most=2, seed=seed)
        if any("no move is possible" in frame for frame in runner.frames):
            break
        if is_over:
            runner.begin("race")
    expect(runner.page.locator(".rows")).to_contain_text("pass")
    expect(throw(runner).or_(step(runner)).first).to_be_visible()  # the next player has thrown, or is to throw


def test_nobody_needs_to_press_anything_to_pass_when_no_move_is_possible(visit, patient_house):
    visitor = visit(house=patient_house)
    record = '[Game "quagmire"]\n[Option.seats "bt"]\n\nr3 *\n'
    made = visitor.request.post("/api/records", data=record, headers={"Content-Type": "text/plain"})
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.page.locator(".status")).to_have_text("Red must pass: no move is possible")
    expect(visitor.page.locator(".choices")).to_have_text("Pass: no pawn can move")
    expect(visitor.page.locator(".choices button")).to_have_count(0)


def test_a_game_without_looks_logs_no_error_and_its_board_stays_turned_in_this_browser(visit):
    visitor = visit()
    said = []
    visitor.page.on("console", lambda message: said.append(message.text))
    visitor.begin("race")
    left = visitor.place("0").bounding_box()
    visitor.choose_action("Turn the board")
    assert visitor.place(str(race.HOME)).bounding_box()["x"] == left["x"]
    visitor.page.reload()
    expect(visitor.menu_item("Turn the board")).to_have_attribute("aria-pressed", "true")
    assert visitor.place(str(race.HOME)).bounding_box()["x"] == left["x"]
    visitor.open("/")
    expect(visitor.page.locator(".cover.plain").first).to_be_attached()
    assert said == []
