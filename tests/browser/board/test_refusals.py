"""Illegal actions are refused with a sentence that names the clause, and the places concerned are marked."""

import re

import pytest
from boards.labyrinth import house as maze
from playwright.sync_api import expect

PERSON = {"kind": "person"}
CLAUSE = re.compile(r"\(clauses? \d")


@pytest.fixture
def house(patient_house):
    return patient_house


@pytest.fixture
def visitor(visit):
    return visit(reduced_motion="reduce")


def bring_in(visitor, record):
    """Open a match that continues from a record."""
    made = visitor.request.post("/api/records", data=record, headers={"Content-Type": "text/plain"})
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.page.locator(".place").first).to_be_visible()


def refused_places(visitor):
    """The names of the places marked as refused."""
    return set(
        visitor.page.locator(".mark.refused").evaluate_all(
            """marks => marks.map(mark => [...document.querySelectorAll(".place")]
                .find(place => place.getAttribute("transform") === mark.getAttribute("transform")).dataset.name)"""
        )
    )


def test_an_illegal_action_is_refused_and_marked_whether_it_is_typed_or_picked(visitor):
    for record, action, places, picks, picked in (
        ('[Game "tavlei"]', "e2-e4", {"e3"}, ["e2", "e4"], {"e3"}),
        ('[Game "moksha"]', "a1-b1", {"a1", "b1"}, ["a1", "a4"], {"a4"}),
        ('[Game "quagmire"]\n\nr6', "17", {"a12"}, [], set()),
        ('[Game "quagmire"]\n\nr3', "", set(), ["i2"], {"i2"}),
        ('[Game "scripta"]\n\nr225', "7/9", {"7"}, ["y-waiting", "3"], {"3"}),
    ):
        bring_in(visitor, record)
        if action:
            visitor.type_action(action)
            expect(visitor.refusal).to_have_text(CLAUSE)
            assert refused_places(visitor) == places, record
        for name in picks:
            visitor.place(name).click()
        if picks:
            expect(visitor.page.locator(".mark.refused").first).to_be_attached()
            expect(visitor.refusal).to_have_text(CLAUSE)
            assert picked <= refused_places(visitor), record
        visitor.page.keyboard.press("Escape")


def test_in_a_moderated_match_the_moderator_explains_a_refusal_and_the_picks_are_marked(visitor):
    seats = {"P": PERSON, "Q": PERSON}
    options = {"scenario": maze("P B1, Q B3"), "players": ["P", "Q"]}
    made = visitor.request.post("/api/matches", data={"game": "labyrinth", "options": options, "seats": seats})
    visitor.open(f"/match/{made.json()['id']}")
    visitor.type_action("up")
    expect(visitor.refusal).to_have_text(CLAUSE)
    visitor.place("Q:0,0,0").click()
    expect(visitor.page.locator(".mark.refused")).to_have_count(1)
    assert refused_places(visitor) == {"Q:0,0,0"}


def test_a_refusal_stays_while_somebody_comes_to_watch_and_disappears_with_its_marks_after_the_next_action(
    visitor, visit
):
    visitor.begin()
    visitor.type_action("e2-e4")
    expect(visitor.page.locator(".mark.refused")).to_have_count(1)
    visit().open(visitor.page.url)
    expect(visitor.page.locator(".audience")).not_to_be_empty()
    expect(visitor.refusal).to_have_text(CLAUSE)
    visitor.play("e2-c2")
    expect(visitor.page.locator(".mark.refused")).to_have_count(0)
    expect(visitor.refusal).to_be_empty()


def test_a_refusal_links_to_the_clauses_that_it_names_and_the_match_stays_open(visitor):
    bring_in(visitor, '[Game "scripta"]\n\nr225')
    visitor.speak("cs")
    visitor.type_action("in/3")
    expect(visitor.refusal).to_contain_text("(pravidla 4, 5, 7).")
    links = visitor.refusal.get_by_role("link")
    expect(links).to_have_text(["pravidla 4", "5", "7"])
    with visitor.context.expect_page() as opened:
        links.last.click()
    opened.value.wait_for_url(re.compile("/rules/scripta#clause-7$"))
    expect(opened.value.locator("#clause-7")).to_be_in_viewport()
    opened.value.close()
    expect(visitor.refusal).to_contain_text("(pravidla 4, 5, 7).")
