"""A whole match of each game on its page, played by picking what is offered and throwing when a throw is due."""

import pytest
from houses import RunningHouse
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN, scaled

MATCHES = [  # of two seats
    ("tavlei", {}),
    ("moksha", {}),
    ("scripta", {"pieces": 1}),
    ("scripta", {"pieces": 3, "dice": "bag", "must_move": True}),
    ("quagmire", {"seats": "br", "dice": "bag"}),
    ("labyrinth", {"players": 2, "stall": 3}),
]
ENDS = (["lost", "won"], ["draw", "draw"])
SHORT = {"tavlei": 13, "moksha": 13}  # seeds that make the random match of these games a short one
MOST = 4000  # picks in a match of four
LEVEL = 5  # beats random picks soon; the lowest levels may shuffle cubes for hundreds of turns


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house that does not pause for throws and passes."""
    with RunningHouse(tmp_path_factory.mktemp("house"), moment=0) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture
def visitor(visit):
    return visit(reduced_motion="reduce")


def results(visitor):
    """Return the result of each seat, as the plates show it."""
    expect(visitor.ending).to_be_visible()
    return visitor.page.locator(".plate .standing").all_inner_texts()


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_a_match_is_played_at_one_screen(visitor, game, options):
    visitor.begin(game, options=options)
    assert visitor.play_on(seed=SHORT.get(game, 0)), "the match has not ended"
    ends = results(visitor)
    assert sorted(ends) in ENDS


def test_a_match_of_four_is_played_at_one_screen(visitor):
    """`make campaign` plays the match to its end, the suite only a part of it."""
    visitor.begin("quagmire", options={"seats": "bltr"})
    expect(visitor.page.locator(".plate")).to_have_count(4)
    if visitor.play_on(most=scaled(MOST)):
        assert sorted(results(visitor)) == ["lost", "lost", "lost", "won"]
    else:
        assert not IS_CAMPAIGN


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_a_match_is_played_against_the_computer(visitor, game, options):
    visitor.begin(game, side=0, level=LEVEL, options=options)
    assert visitor.play_on(), "the match has not ended"
    ends = results(visitor)
    assert sorted(ends) in ENDS
    expect(visitor.page.locator(".ending h2")).to_have_text(
        {"won": "You won", "lost": "You lost", "draw": "A draw"}[ends[0]]
    )
