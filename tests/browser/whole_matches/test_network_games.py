"""Two browsers play to the end, in a campaign each game. One of them loses its connection twice, and both end with the same record."""

import pytest
from browsers.lines import line_to
from browsers.visitor import ESCAPE
from houses import PERSON
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

FREE = {"kind": "free"}
LONG = 300_000  # milliseconds: a generous timeout for a whole match on a busy machine
MATE = (  # thirteen plies between two weak players
    *("f1-h1", "d8-d7", "h1-h5=<", "c8-c2>c1", "h5-h2=^", "d7-d5=<", "b1-b3=<"),
    *("c2-a2", "d1-d2=v", "f8-f6=>", "h2-c7", "d5-e5=^", "a1>a2"),
)
PLAYED = {"tavlei": ("ad", ESCAPE), "moksha": ("wb", MATE)}
THROWN = {
    "scripta": ("yg", {"pieces": 1}),
    "quagmire": ("bt", {"seats": "bt"}),
    "labyrinth": ("PQ", {"players": 2, "stall": 3}),
}
MOVES_BEFORE = (2, 5)  # the line is cut each time that the list of moves grows longer than one of these numbers


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.fixture
def line(house):
    with line_to(house) as line:
        yield line


@pytest.fixture
def host(visit):
    return visit()


@pytest.fixture
def guest(visit, line):
    """A visitor whose connection to the house goes through the line."""
    return visit(house=line)


def make(visitor, game, options, letters):
    """Create a match with a free second seat; return its link without the address of the house."""
    wish = {"game": game, "options": options, "seats": {letters[0]: PERSON, letters[1]: FREE}}
    made = visitor.request.post("/api/matches", data=wish)
    assert made.ok, made.text()
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.page.locator(".plate").first).to_be_visible()
    link = visitor.page.locator("#link").input_value()
    return link[link.index("/match/") :]


def come_in(guest, link):
    """Open the link and take the seat with one click."""
    guest.page.add_init_script("window.clicks = 0; addEventListener('click', () => window.clicks++, true)")
    guest.open(link)
    guest.button("Take this seat").click()
    expect(guest.button("Take this seat")).to_be_hidden()
    expect(guest.page.locator(".plate").nth(1)).to_contain_text("You")
    expect(guest.page.locator(".place").first).to_be_visible()
    assert guest.page.evaluate("clicks") <= 2


def lost(visitor):
    return expect(visitor.page.locator("#connection"))


def record(visitor):
    """The record as the visitor downloads it."""
    match = visitor.page.url.partition("#")[0]
    answer = visitor.request.get(f"{match}/record")
    assert answer.ok, answer.text()
    return answer.text()


def assert_the_same_end(host, guest):
    for visitor in (host, guest):
        expect(visitor.ending).to_be_visible(timeout=LONG)
    texts = [visitor.moves.all_inner_texts() for visitor in (host, guest)]
    assert texts[0] == texts[1]
    records = [record(visitor) for visitor in (host, guest)]
    assert records[0] == records[1]
    assert "Result" in records[0]
    standings = [visitor.page.locator(".plate .standing").all_inner_texts() for visitor in (host, guest)]
    assert standings[0] == standings[1]


@pytest.mark.parametrize("game", PLAYED if IS_CAMPAIGN else ["tavlei"])
def test_a_match_continues_after_the_line_is_cut_in_either_players_turn(host, guest, line, game):
    """A move made while the line is cut is played when the connection returns, and missed moves are shown."""
    letters, plies = PLAYED[game]
    come_in(guest, make(host, game, {}, letters))
    latest = len(plies) - 3
    cut_at = {3, latest - latest % 2}  # the first time the guest is to move, the second time the host
    for number, ply in enumerate(plies):
        mover = (host, guest)[number % 2]
        if number in cut_at:
            with line.cut():
                lost(guest).to_contain_text("Connection lost")
                mover.type_action(ply)
                if mover is host:
                    expect(host.moves).to_have_count(number + 1)
            lost(guest).to_be_empty()
        else:
            mover.type_action(ply)
        for visitor in (host, guest):
            expect(visitor.moves).to_have_count(number + 1)
    assert_the_same_end(host, guest)


@pytest.mark.parametrize("game", THROWN if IS_CAMPAIGN else ["scripta"])
def test_a_match_with_throws_continues_after_the_line_is_cut_twice(host, guest, line, game):
    letters, options = THROWN[game]
    come_in(guest, make(host, game, options, letters))
    for number, visitor in enumerate((host, guest)):
        visitor.begin_playing_on(number)
    for moves in MOVES_BEFORE:
        expect(guest.moves.nth(moves)).to_be_attached(timeout=LONG)
        with line.cut():
            lost(guest).to_contain_text("Connection lost")
        lost(guest).to_be_empty()
    assert_the_same_end(host, guest)
