"""A whole match of each game on its page: whatever is offered is picked, whatever is due is thrown, to the end."""

import pytest
from houses import RunningHouse
from playwright.sync_api import expect

from ludoteka.games import games

PLAY_ON = """
    async ({ seed, most }) => {
        const chance = (bound) => {
            seed = (seed * 1103515245 + 12345) % 2147483648;
            return Math.floor((seed / 2147483648) * bound);
        };
        const offered = () => [...document.querySelectorAll(
            ".place.target, .choices button:not(.quiet), button.throw:not([hidden], [aria-disabled])",
        )];
        const begun = () => [...document.querySelectorAll(".place.can")];
        const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
        for (let picks = 0; picks < most; picks++) {
            let ways = [];
            while (ways.length === 0) {
                if (document.querySelector(".ending:not([hidden])")) return true;
                await pause();
                ways = offered();
                if (document.querySelector(".place.target") === null) ways.push(...begun());
            }
            ways[chance(ways.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }
        return false;
    }
"""  # a click at a time, with no more patience than the page needs
MOST_PICKS = 5000
MATCHES = [
    ("tavlei", {}),
    ("moksha", {}),
    ("scripta", {"pieces": 1}),
    ("scripta", {"pieces": 3, "dice": "bag", "must_move": True}),
    ("quagmire", {"seats": "bltr"}),
    ("quagmire", {"seats": "br", "dice": "bag"}),
    ("labyrinth", {"players": 2, "stall": 3}),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house that does not look on at throws and passes."""
    with RunningHouse(tmp_path_factory.mktemp("house"), moment=0) as running:
        yield running
    assert not running.complaints, running.complaints


def seats_of(game, options):
    one = games()[game]
    return [seat.letter for seat in one.seats(one.checked(options))]


def play(visitor, game, options, occupants):
    """Play a match to its end; return how it ended for each seat, as the plates say it."""
    made = visitor.context.request.post(
        "/api/matches", data={"game": game, "options": options, "seats": dict(occupants)}
    )
    visitor.open(f"/match/{made.json()['id']}")
    assert visitor.page.evaluate(PLAY_ON, {"seed": 7, "most": MOST_PICKS}), "the match has not ended"
    expect(visitor.ending).to_be_visible()
    expect(visitor.page.locator(".plate")).to_have_count(len(occupants))
    return visitor.page.locator(".plate .standing").all_inner_texts()


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_a_match_is_played_at_one_screen(visit, game, options):
    letters = seats_of(game, options)
    ends = play(visit(reduced_motion="reduce"), game, options, {letter: {"kind": "person"} for letter in letters})
    assert len(ends) == len(letters)
    assert set(ends) in ({"won", "lost"}, {"draw"})


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_a_match_is_played_against_the_computer(visit, game, options):
    mine, *others = seats_of(game, options)
    computers = {letter: {"kind": "computer", "level": 1} for letter in others}
    visitor = visit(reduced_motion="reduce")
    ends = play(visitor, game, options, {mine: {"kind": "person"}, **computers})
    assert set(ends) in ({"won", "lost"}, {"draw"})
    expect(visitor.page.locator(".ending h2")).to_have_text(
        {"won": "You won", "lost": "You lost", "draw": "A draw"}[ends[0]]
    )
