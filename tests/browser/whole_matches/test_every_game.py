"""A match of each game on its page, played by picking what is offered and throwing when a throw is due.

`make campaign` plays all of them to their ends, the suite one; the others are resigned after a few picks.
"""

import pytest
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

MATCHES = [  # of two seats
    ("tavlei", {}),
    ("moksha", {}),
    ("scripta", {"pieces": 1}),
    ("scripta", {"pieces": 3, "dice": "bag", "must_move": True}),
    ("quagmire", {"seats": "br", "dice": "bag"}),
    ("labyrinth", {"players": 2, "stall": 3}),  # is over soon
]
ENDS = (["lost", "won"], ["draw", "draw"])
SHORT = {"tavlei": 13, "moksha": 13}  # seeds that make the random match of these games a short one
ALL = 4000  # picks, more than any match takes
MOST = ALL if IS_CAMPAIGN else 8  # picks, after which somebody resigns
LEVEL = 5 if IS_CAMPAIGN else 1  # the fifth beats random picks soon; the lowest may shuffle cubes for hundreds of turns
TO_THE_END = MATCHES if IS_CAMPAIGN else [("scripta", {"pieces": 1})]


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.fixture
def visitor(visit):
    return visit()


def results(visitor):
    """Return the result of each seat, as the plates show it."""
    expect(visitor.ending).to_be_visible()
    return visitor.page.locator(".plate .standing").all_inner_texts()


@pytest.mark.parametrize(("game", "options"), TO_THE_END)
def test_a_match_is_played_at_one_screen(visitor, game, options):
    visitor.begin(game, options=options)
    assert visitor.play_on(seed=SHORT.get(game, 0)), "the match has not ended"
    assert sorted(results(visitor)) in ENDS


def test_a_match_of_four_is_played_at_one_screen(visitor):
    visitor.begin("quagmire", options={"seats": "bltr"})
    expect(visitor.page.locator(".plate")).to_have_count(4)
    if visitor.play_on(most=MOST):
        assert sorted(results(visitor)) == ["lost", "lost", "lost", "won"]
    else:
        assert not IS_CAMPAIGN


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_a_match_is_played_against_the_computer(visitor, game, options):
    visitor.begin(game, side=0, level=LEVEL, options=options)
    is_whole = IS_CAMPAIGN or game == "labyrinth"
    if not visitor.play_on(most=ALL if is_whole else MOST):
        assert not is_whole, "the match has not ended"
        visitor.resign()
    ends = results(visitor)
    assert sorted(ends) in ENDS
    expect(visitor.page.locator(".ending h2")).to_have_text(
        {"won": "You won", "lost": "You lost", "draw": "A draw"}[ends[0]]
    )
