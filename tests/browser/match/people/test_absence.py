"""The report of what happened since the match was last open in this browser."""

import re

import httpx2
from browsers.inspection import violations
from browsers.visitor import ESCAPE, NARROW
from houses import PERSON, Player
from playwright.sync_api import expect

FREE = {"kind": "free"}
AWAY = "about:blank"
DAWDLING = (
    *("i4-i3", "e7-f7", "a4-a3", "f7-e7", "i3-i4", "e7-f7"),
    *("a3-a4", "f7-g7", "i4-i3", "g7-f7", "a4-a3", "f7-g7"),
)


def note(visitor):
    return visitor.page.locator(".absence")


def lines(visitor):
    return note(visitor).locator("li")


def address(visitor):
    return visitor.page.url.partition("#")[0]


def come_back(visitor, match):
    visitor.open(match)
    expect(visitor.page.locator(".place").first).to_be_visible()


def meet(host, guest):
    made = host.request.post("/api/matches", data={"game": "tavlei", "options": {}, "seats": {"a": PERSON, "d": FREE}})
    host.open(f"/match/{made.json()['id']}")
    guest.open(host.page.locator("#link").input_value())
    guest.button("Take this seat").click()
    expect(host.page.locator(".place.can").first).to_be_visible()


def miss_a_move(host, guest):
    """Begin a match, and let the guest be away for the first move."""
    meet(host, guest)
    match = address(guest)
    guest.page.goto(AWAY)
    host.play("e2-f2")
    come_back(guest, match)


def at_another_screen(visitor, house, match):
    """The same person, seated at another screen."""
    client = httpx2.Client(base_url=house.address, timeout=20)
    for cookie in visitor.context.cookies():
        client.cookies.set(cookie["name"], cookie["value"])
    player = Player(client, match.rpartition("/")[2])
    player.hello()
    return player


def act(player, actions):
    for action in actions:
        assert player.act(action)["t"] == "done"
        player.hello()


def test_missed_moves_are_listed_in_words_for_whoever_missed_them_until_they_close_the_report(visit, axe):
    host, guest, watcher = visit(), visit(), visit()
    miss_a_move(host, guest)
    come_back(watcher, address(guest))
    expect(watcher.moves).to_have_count(1)
    expect(note(watcher)).to_be_hidden()
    expect(note(guest)).to_contain_text("1 move since you left")
    expect(lines(guest)).to_have_text(["Attackers: e2-f2"])
    expect(note(host)).to_be_hidden()
    assert violations(guest.page, axe, ".absence") == []
    guest.button("OK").click()
    expect(note(guest)).to_be_hidden()
    assert guest.page.evaluate("document.activeElement.closest('.stage') !== null"), "the focus returns to the board"
    guest.page.reload()
    expect(guest.moves).to_have_count(1)
    expect(note(guest)).to_be_hidden()


def test_moves_made_while_the_page_was_hidden_count_as_missed_and_the_report_closes_when_the_reader_plays(visit):
    host, guest = visit(), visit()
    meet(host, guest)
    match = address(guest)
    guest.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    host.play("e2-f2")
    expect(guest.moves).to_have_count(1)
    guest.page.goto(AWAY)
    come_back(guest, match)
    expect(note(guest)).to_contain_text("1 move since you left")
    guest.play("e3-d3")
    expect(note(guest)).to_be_hidden()
    host.page.reload()  # who has missed nothing
    expect(host.moves).to_have_count(2)
    expect(note(host)).to_be_hidden()
    guest.page.goto(AWAY)
    host.resign()
    come_back(guest, match)
    expect(note(guest)).to_contain_text("Attackers resigned")
    guest.page.reload()
    expect(guest.ending).to_be_visible()
    expect(note(guest)).to_be_hidden()


def test_earlier_missed_moves_are_folded_in_a_narrow_window(visit, house):
    visitor = visit(**NARROW)
    visitor.begin()
    match = address(visitor)
    visitor.page.goto(AWAY)
    player = at_another_screen(visitor, house, match)
    act(player, DAWDLING)
    player.close()
    come_back(visitor, match)
    expect(note(visitor)).to_contain_text("12 moves since you left")
    expect(note(visitor).locator("summary")).to_have_text("2 earlier")
    expect(note(visitor).locator("details li")).to_have_text(["Attackers: i4-i3", "Defenders: e7-f7"])
    expect(lines(visitor)).to_have_count(12)
    expect(lines(visitor).last).to_be_visible()
    expect(lines(visitor).first).to_be_hidden()
    assert visitor.overflow() <= 0


def test_the_report_of_missed_moves_says_how_the_match_ended(visit, house):
    visitor = visit()
    visitor.begin()
    match = address(visitor)
    visitor.page.goto(AWAY)
    player = at_another_screen(visitor, house, match)
    act(player, ESCAPE)
    player.close()
    come_back(visitor, match)
    expect(note(visitor)).to_contain_text("10 moves since you left. The king has escaped")


def test_throws_are_listed_with_their_moves(visit):
    visitor = visit()
    record = '[Game "scripta"]\n\nr123 in/1 1/3 3/6 *\n'
    match = f"/match/{visitor.request.post('/api/records', data=record).json()['id']}"
    come_back(visitor, match)
    key = f"seen {match.rpartition('/')[2]}"
    visitor.page.evaluate("key => addEventListener('pagehide', () => localStorage.setItem(key, '0'))", key)
    visitor.page.goto(AWAY)
    come_back(visitor, match)
    expect(note(visitor)).to_contain_text("since you left")
    expect(lines(visitor).first).to_contain_text("(")


def test_missed_throws_are_told_in_numbers(visit, house):
    visitor = visit()
    visitor.begin("scripta")
    match = address(visitor)
    visitor.page.goto(AWAY)
    player = at_another_screen(visitor, house, match)
    player.command("throw")
    player.hello()
    act(player, ["pass"])
    player.command("throw")
    player.close()
    come_back(visitor, match)
    passed, thrown = r"^Yellow passes .* \(\d, \d, \d\)$", r"^Throw: \d, \d, \d$"
    expect(lines(visitor)).to_have_text([re.compile(passed), re.compile(thrown)])
