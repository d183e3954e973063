"""Puzzles in the browser: the list, a puzzle that is solved with a hint, and one that is given up."""

import re

from browsers.inspection import violations
from browsers.ways import RUSSIAN, ways
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

from ludoteka.games import games
from ludoteka.puzzles.puzzle import puzzles_of, solution_steps

GAME = games()["tavlei"]
PUZZLE = next(one for one in puzzles_of(GAME) if len(one.solution) > 1)
ACTIONS = [text for step in solution_steps(GAME, PUZZLE) for text in step.actions]
ADDRESS = f"/puzzle/tavlei/{PUZZLE.number}"
ENGINE = 120_000  # milliseconds, as it is compiled first
SOLVED = {"en": "Solved.", "ru": "Решено.", "cs": "Vyřešeno."}


def play(visitor, action):
    for place in action.split("-"):
        visitor.place(place).click()


def check(visitor, axe):
    """Check a page that the suite shows to the accessibility checker with all pages, a campaign also here."""
    expect(visitor.page.locator("h1")).to_be_visible()
    assert not IS_CAMPAIGN or violations(visitor.page, axe) == []
    assert visitor.overflow() == 0


@ways(RUSSIAN)
def test_a_puzzle_is_solved_and_then_marked_in_the_list(visit, axe, language, size):
    visitor = visit(locale=language, **size)
    page = visitor.open("/")
    page.locator("#top a[href='/puzzles']").click()
    page.wait_for_url("**/puzzles")
    check(visitor, axe)
    page.locator("#tavlei summary").click()
    page.locator(f"#tavlei .number[href='{ADDRESS}']").click()
    feedback = page.locator(".status")
    expect(page.locator(".piece").first).to_be_visible()
    check(visitor, axe)
    for action in ACTIONS:
        before = feedback.inner_text()
        play(visitor, action)
        expect(feedback).not_to_have_text(before)
    expect(feedback).to_contain_text(SOLVED[language])
    page.goto("/puzzles")
    expect(page.locator(".number.solved")).to_have_count(1)
    expect(page.locator("#tavlei > .amount")).to_contain_text(re.compile("1 .* 72"))
    expect(page.locator(".streak strong")).to_contain_text("1")


def test_the_next_puzzle_is_the_first_of_the_chosen_group_that_isnt_solved(visit):
    page = visit().open("/puzzles")
    expect(page.locator(".suggestion")).to_have_attribute("href", re.compile("^/puzzle/[a-z]+/1$"))
    first, second, *_ = [puzzle.number for puzzle in puzzles_of(GAME) if "king" in puzzle.motifs]
    page.evaluate(f"localStorage.setItem('puzzles tavlei', '[{first}]')")
    page.reload()
    group = page.locator("#tavlei .group", has_text="Moves of the king")
    expect(group).to_have_attribute("href", f"/puzzle/tavlei/{second}?group=king")


def test_a_wrong_play_can_be_tried_again_and_the_solution_is_shown_on_request(visit):
    visitor = visit()
    page = visitor.open(ADDRESS)
    expect(visitor.button("Hint")).to_be_enabled()
    after = page.locator("button, a", has_text=re.compile("^(Try again|Next puzzle)$"))
    expect(after.locator("visible=true")).to_have_count(0)
    visitor.button("Hint").click()
    expect(page.locator(".status")).to_have_text(f"Hint: begin with {ACTIONS[0].partition('-')[0]}.")
    expect(page.locator(".mark.hinted")).to_have_count(1)
    wrong = next(text for text in legal_texts() if text not in ACTIONS)
    play(visitor, wrong)
    expect(page.locator(".status")).to_have_text("That isn't the best. Try again.")
    expect(after.locator("visible=true")).to_have_count(2)
    expect(page.locator(".why")).not_to_be_empty(timeout=ENGINE)  # the best reply, which the board shows as well
    expect(visitor.place(wrong.partition("-")[0])).to_have_accessible_name(re.compile("empty"))
    visitor.button("Try again").click()
    expect(page.locator(".status")).to_have_text("Find the best play.")
    expect(visitor.place(wrong.partition("-")[0])).to_have_accessible_name(re.compile("can be picked"))
    visitor.button("Show the solution").click()
    expect(page.locator(".solution")).to_have_text(f"The solution: {' '.join(PUZZLE.solution)}")
    expect(visitor.button("Hint")).to_be_disabled()
    page.goto("/puzzles")
    expect(page.locator(".collection").first).to_be_visible()
    expect(page.locator(".number.solved")).to_have_count(0)


def legal_texts():
    match = GAME.begin(GAME.check_options({}), PUZZLE.position)
    return [GAME.texts.action_text(match, action) for action in GAME.legal(match)]
