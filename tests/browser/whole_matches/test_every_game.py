"""A whole match of each game on its page, played by picking what is offered and throwing when a throw is due."""

import pytest
from houses import RunningHouse
from playwright.sync_api import expect

from ludoteka.games import games

FOUR_SEATS = ("quagmire", {"seats": "bltr"})  # with computers: test_two_browsers.py
MATCHES = [
    ("tavlei", {}),
    ("moksha", {}),
    ("scripta", {"pieces": 1}),
    ("scripta", {"pieces": 3, "dice": "bag", "must_move": True}),
    FOUR_SEATS,
    ("quagmire", {"seats": "br", "dice": "bag"}),
    ("labyrinth", {"players": 2, "stall": 3}),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house that does not pause for throws and passes."""
    with RunningHouse(tmp_path_factory.mktemp("house"), moment=0) as running:
        yield running
    assert not running.complaints, running.complaints


def seats_of(game, options):
    one = games()[game]
    return [seat.letter for seat in one.seats(one.check_options(options))]


def play(visitor, game, options, occupants):
    """Play a match to its end; return the result for each seat, as the plates show it."""
    made = visitor.context.request.post(
        "/api/matches", data={"game": game, "options": options, "seats": dict(occupants)}
    )
    visitor.open(f"/match/{made.json()['id']}")
    assert visitor.play_on(), "the match has not ended"
    expect(visitor.ending).to_be_visible()
    expect(visitor.page.locator(".plate")).to_have_count(len(occupants))
    return visitor.page.locator(".plate .standing").all_inner_texts()


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_a_match_is_played_at_one_screen(visit, game, options):
    letters = seats_of(game, options)
    ends = play(visit(reduced_motion="reduce"), game, options, {letter: {"kind": "person"} for letter in letters})
    assert len(ends) == len(letters)
    assert set(ends) in ({"won", "lost"}, {"draw"})


@pytest.mark.parametrize(("game", "options"), [one for one in MATCHES if one != FOUR_SEATS])
def test_a_match_is_played_against_the_computer(visit, game, options):
    mine, *others = seats_of(game, options)
    computers = {letter: {"kind": "computer", "level": 1} for letter in others}
    visitor = visit(reduced_motion="reduce")
    ends = play(visitor, game, options, {mine: {"kind": "person"}, **computers})
    assert set(ends) in ({"won", "lost"}, {"draw"})
    expect(visitor.page.locator(".ending h2")).to_have_text(
        {"won": "You won", "lost": "You lost", "draw": "A draw"}[ends[0]]
    )
