"""Rated matches on the pages: a user creates one, loses it, and sees the rating change."""

import re

from browsers.inspection import violations
from browsers.ways import RUSSIAN, ways
from playwright.sync_api import expect

NAMES = {"en": "Radovan", "ru": "Радослав", "cs": "Radmila"}
WORDS = {"en": "provisional", "ru": "предварительный", "cs": "předběžný"}


@ways(RUSSIAN)
def test_a_resident_plays_a_first_rated_match_and_sees_no_number_that_says_little_yet(visit, axe, language, size):
    visitor = visit(locale=language, **size).register(NAMES[language])
    dialog = visitor.set_up()
    dialog.locator("[name=rated]").check()
    dialog.locator("button.primary").click()
    expect(dialog.locator(".refusal")).not_to_be_empty()  # a rated match needs a clock
    dialog.locator("#clock").select_option("5+3")
    assert visitor.overflow() <= 0
    dialog.locator("button.primary").click()
    visitor.page.wait_for_url(re.compile("/match/"))
    expect(visitor.page.locator(".rated")).to_be_visible()
    resign_over_the_socket(visitor)

    expect(visitor.page.locator(".rated")).to_contain_text(WORDS[language])
    expect(visitor.page.locator(".rated")).not_to_contain_text(re.compile(r"\d"))
    assert visitor.overflow() <= 0
    visitor.open("/account")
    expect(visitor.page.locator("li small")).to_have_text(WORDS[language])
    expect(visitor.page.locator(".rating")).to_have_count(0)
    assert violations(visitor.page, axe) == []
    assert visitor.overflow() <= 0


def resign_over_the_socket(visitor):
    """Resign without looking for the button, which has another name in each language."""
    visitor.page.evaluate("""() => new Promise((done) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api${location.pathname.replace("match", "matches")}/socket`);
        socket.onmessage = ({data}) => {
            const message = JSON.parse(data);
            if (message.t === "view" && !message.d.result) socket.send(JSON.stringify({t: "resign", id: "r" + message.n, n: message.n}));
            if (message.t === "done") { socket.close(); done(); }
        };
        socket.onopen = () => socket.send(JSON.stringify({t: "hello", n: 0}));
    })""")
