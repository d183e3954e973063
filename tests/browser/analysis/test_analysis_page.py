"""The analysis board: both sides, a tree of moves, throws, the engine, links and records."""

import re

import pytest
from browsers.inspection import violations
from browsers.visitor import ESCAPE, NARROW
from playwright.sync_api import expect

from ludoteka.records.match_record import MatchRecord

IS_IN_LINK = """async (comment) => {
    const { unpack } = await import(new URL("./move-tree.js", document.querySelector("script[src]").src));
    const { moves } = await unpack(location.hash.slice(1));
    return moves.some(([, , text]) => text === comment);
}"""


def play(visitor, action):
    """Play an action on the analysis board, and wait until its position is shown."""
    start, end = action.split("-")
    expect(visitor.place(start)).to_have_class(re.compile(r"\bcan\b"))
    visitor.place(start).click()
    visitor.place(end).click()
    expect(current(visitor)).to_contain_text(action)


def current(visitor):
    return visitor.page.locator(".tree [aria-current]")


def press(visitor, key):
    visitor.page.locator(".tree").press(key)


def test_branches_are_kept_as_a_tree_which_the_link_of_the_page_contains(visit, axe):
    visitor = visit(**NARROW)
    page = visitor.open("/analysis/tavlei")
    play(visitor, "e2-c2")
    play(visitor, "e3-d3")
    press(visitor, "ArrowLeft")
    play(visitor, "e7-d7")
    page.locator("#comment").fill("A  quiet move")
    expect(page.locator(".tree .variation")).to_have_text("1… e7-d7A quiet move")
    assert violations(page, axe) == []
    assert visitor.overflow() == 0

    page.wait_for_function(IS_IN_LINK, arg="A quiet move")
    page.reload()
    expect(current(visitor)).to_have_text("1… e7-d7")
    expect(page.locator("#comment")).to_have_value("A quiet move")
    visitor.place("a9").click()
    visitor.page.keyboard.press("ArrowUp")
    expect(current(visitor)).to_have_text("e3-d3")
    press(visitor, "ArrowDown")
    visitor.button("Make it the main line").click()
    expect(page.locator(".tree .variation")).to_have_text("1… e3-d3")
    visitor.button("Delete from here").click()
    expect(page.locator(".tree .variation")).to_have_count(0)
    expect(current(visitor)).to_have_text("1. e2-c2")


def test_the_engine_shows_lines_and_a_bar_and_says_why_a_move_is_illegal(visit):
    visitor = visit()
    page = visitor.open("/")
    page.locator(".analysing a[href='/analysis/tavlei']").click()
    visitor.button("Engine").click()
    expect(page.locator(".engine-lines li")).to_have_count(3)
    expect(page.locator(".bar")).to_have_attribute("aria-label", re.compile("^Attackers: chance to win [0-9]+%$"))
    first = page.locator(".engine-lines .move").first
    text = first.inner_text()
    first.click()
    expect(current(visitor)).to_have_text(f"1. {text}")
    visitor.button("Engine").click()
    expect(page.locator(".engine-lines li")).to_have_count(0)

    visitor.type_action("e5-a1")
    expect(visitor.refusal.first).not_to_be_empty()


def test_a_throw_is_chosen_or_thrown(visit):
    visitor = visit()
    page = visitor.open("/analysis/scripta")
    visitor.button("Engine").click()
    expect(page.locator(".engine-lines li")).to_have_count(56)
    expect(page.locator(".bar")).to_have_attribute("aria-label", re.compile("[0-9]+%, the mean over all throws$"))
    visitor.button("Engine").click()
    page.locator(".throws select").select_option("r123")
    visitor.button("Set this throw").click()
    expect(current(visitor)).to_have_text("1 2 3")
    expect(page.locator(".die")).to_have_count(3)
    press(visitor, "Home")
    visitor.button("Throw now").click()
    expect(page.locator(".place.can").first).to_be_visible()


def test_a_position_is_set_up_from_its_text_or_the_reason_is_given(visit):
    visitor = visit()
    page = visitor.open("/analysis/tavlei")
    visitor.button("Set up a position").click()
    page.locator("#position").fill("nowhere")
    visitor.button("Set up").click()
    expect(page.locator("dialog .refusal").first).not_to_be_empty()
    page.locator("#position").fill("9/9/9/9/4k4/9/9/9/3a5 d")
    visitor.button("Set up").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".piece")).to_have_count(2)
    play(visitor, "e5-e2")
    page.reload()
    expect(page.locator(".piece")).to_have_count(2)


def test_a_finished_match_is_analysed_and_saved_as_a_record(visit):
    visitor = visit()
    visitor.begin()
    for action in ESCAPE:
        visitor.type_action(action)
    expect(visitor.ending).to_be_visible()
    visitor.button("Previous move").click()
    visitor.button("Analyse").click()
    visitor.page.wait_for_url(re.compile("/analysis/tavlei#"))
    expect(current(visitor)).to_have_text(f"5. {ESCAPE[-2]}")
    press(visitor, "Home")
    expect(visitor.page.locator(".tree .move")).to_have_count(len(ESCAPE) + 1)
    play(visitor, "e2-c2")
    visitor.button("Record").click()
    record = MatchRecord.parse(visitor.page.locator("dialog textarea").input_value())
    assert tuple(ply.text for ply in record.plies) == ESCAPE
    assert [ply.text for ply in record.plies[0].variations[0]] == ["e2-c2"]


@pytest.mark.parametrize(
    ("locale", "sentence"), [("en-GB", "nobody knows"), ("ru-RU", "не знает никто"), ("cs-CZ", "nikdo nezná")]
)
def test_a_game_with_secrets_is_refused_with_a_clear_sentence(visit, locale, sentence):
    page = visit(locale=locale).open("/analysis/labyrinth")
    expect(page.locator(".notice")).to_contain_text(sentence)


PACK = """async (moves) => {
    const { pack } = await import(new URL("./move-tree.js", document.querySelector("script[src]").src));
    const start = { game: "tavlei", options: {}, position: null, comment: "", at: 0 };
    location.hash = await pack({ ...start, moves });
}"""


def test_a_damaged_link_begins_an_empty_analysis(visit):
    visitor = visit()
    page = visitor.open("/analysis/tavlei#nonsense")
    expect(page.get_by_role("dialog")).to_contain_text("damaged")
    visitor.button("Close").click()
    page.evaluate(PACK, [[7, "e2-c2", ""]])
    expect(page.get_by_role("dialog")).to_contain_text("damaged")
    visitor.button("Close").click()
    play(visitor, "e2-c2")
