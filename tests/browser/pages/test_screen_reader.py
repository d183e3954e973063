"""What a screen reader reads. The snapshots are in reading order."""

import re

import pytest
from browsers.visitor import ESCAPE
from playwright.sync_api import expect


@pytest.fixture
def visitor(visit):
    return visit()


def spoken(visitor):
    return visitor.page.locator(".voice > .refusal + [role=status]")


def test_the_start_page_is_read_in_order(visitor):
    page = visitor.open()
    expect(page.locator("body")).to_match_aria_snapshot("""
        - banner:
          - link "Skip to the content"
          - link "Ludoteka"
          - navigation "Main pages":
            - link "Play"
            - link "Puzzles"
            - link "Watch"
            - link "Tournaments"
          - group "Language":
            - button "English" [pressed]
            - button "Русский"
            - button "Čeština"
        - main:
          - heading "A house of board games" [level=1]
          - region "The boards":
            - article:
              - strong: Start here
              - heading "Tavlei" [level=2]
              - list:
                - listitem: 2 players · 15–30 min
                - listitem: Skill alone decides
              - paragraph: /A siege/
              - button "Play now Tavlei"
              - button "More options Tavlei"
              - link "Rules Tavlei"
          - heading "Your matches" [level=2]
    """)


def test_a_match_is_read_in_order_and_what_happens_in_it_is_announced(visitor):
    visitor.begin()
    expect(visitor.page.locator("main")).to_match_aria_snapshot("""
        - main:
          - heading "Tavlei" [level=1]
          - navigation "More about this game":
            - link "Rules"
            - link "New game"
          - list "Players":
            - listitem:
              - strong: Attackers
              - text: At this screen to move
            - listitem:
              - strong: Defenders
              - text: At this screen
          - paragraph: Attackers to move
          - application "Board":
            - button "a9, exit, empty"
            - button "d9, attacker, can be picked"
            - button "e5, throne, king"
          - button "Take back" [disabled]
          - button "Sound"
          - button "Menu"
          - button "Resign"
          - textbox "Type a move"
          - button "Go"
    """)
    hear_moves(visitor)


def hear_moves(visitor):
    """Picks, moves, captures and the end are announced, and a refusal is an alert."""
    visitor.place("e5").click()
    expect(visitor.page.get_by_role("alert").filter(has_text="not yours")).to_have_text("The piece on e5 is not yours.")
    visitor.place("e2").click()
    expect(visitor.page.get_by_role("application")).to_match_aria_snapshot("""
        - application "Board":
          - button "d2, empty, can go here"
          - button "e2, attacker" [pressed]
          - button "f2, empty, can go here"
    """)
    expect(spoken(visitor)).to_have_text(
        "Pick one of the marked places. You picked e2. 8 options: f2, g2, h2, i2, d2, c2, b2, a2"
    )
    visitor.place("c2").click()
    expect(spoken(visitor)).to_have_text("Attackers: e2-c2. Defenders to move")
    visitor.play("e3-b3", "a4-a3", "e4-b4", "c2-c3")
    expect(spoken(visitor)).to_have_text("Attackers: c2-c3, capturing on b3. Defenders to move")
    visitor.begin()
    visitor.play(*ESCAPE)
    expect(spoken(visitor)).to_have_text(re.compile(r"Defenders: a2-a1\. The king has escaped"))
    expect(visitor.page.get_by_role("region", name="The end of the match")).to_match_aria_snapshot("""
        - region "The end of the match":
          - heading "The match is over" [level=2]
          - paragraph: /The king has escaped/
          - paragraph:
            - button "Rematch"
    """)


def test_a_place_is_announced_by_its_label_and_not_by_its_internal_name(visit):
    """The trays beside the board of XII Scripta have labels, for example "men waiting to enter"."""
    visitor = visit(locale="cs")
    visitor.begin("scripta")
    expect(visitor.place("g-off")).to_have_attribute("aria-label", "vyvedené kameny, prázdné")

    visitor.page.locator("button.throw").click()
    expect(visitor.place("y-waiting")).to_have_class(re.compile("can"))
    visitor.place("y-waiting").click()

    expect(spoken(visitor)).to_have_text(re.compile(r"\. Vybráno: kameny čekající na vstup\. "))
