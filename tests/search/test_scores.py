"""In games with scores, the interpreted and the compiled searches maximise the score, regardless of wins."""

import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import coins
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plugins.campaign import WAYS
from toys import wagers

from ludoteka.core.game import Game, Option, Scores, Seat
from ludoteka.core.message import Message
from ludoteka.search.control import MOST, POINT
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import AlphaBeta, Expectimax, MaxN, search_of

COINS = coins.GAME
SELFISH = replace(COINS, scores=Scores(0, 0))  # a seat that resigns takes nothing from other seats
DEEP = Limits(20, 1_000_000)
SEARCHES = {
    (game.scores, is_compiled): search_of(game, is_compiled=is_compiled)
    for game in (COINS, SELFISH)
    for is_compiled in (WAYS if game is COINS else (False, True))
}

both_ways = pytest.mark.parametrize("is_compiled", [False, True], ids=["interpreted", "compiled"])
each_way = pytest.mark.parametrize("is_compiled", WAYS)
rows = st.lists(st.integers(0, 20), min_size=1, max_size=len(coins.ROW))


def ends(state):
    """The final scores of all seats, by action, if each seat maximises its own and takes the first of equal actions."""
    found = {}
    for action in COINS.legal(state):
        after = state.copy()
        coins.apply(after, action)
        scores = [coins.returns(after, seat) for seat in range(state.seats)]
        below = ends(after)
        found[action] = max(below.values(), key=lambda one: one[after.turn]) if below else scores
    return found


@each_way
@given(row=rows)
def test_with_two_opponents_each_action_is_worth_its_score(is_compiled, row):
    search, state = SEARCHES[COINS.scores, is_compiled], coins.begun(row)
    workspace = search.workspace(state)
    found = {action: search.worth(workspace, action, len(row), -MOST) for action in COINS.legal(state)}

    assert found == {action: POINT * scores[0] for action, scores in ends(state).items()}
    assert found[search.best(Root(state, COINS.legal(state)), DEEP)] == max(found.values())


@both_ways
@given(row=rows, seats=st.sampled_from([2, 3]))
def test_with_several_seats_each_seat_takes_the_action_with_its_own_highest_score(is_compiled, row, seats):
    search, state = SEARCHES[SELFISH.scores, is_compiled], coins.begun(row, seats, is_for_oneself=1)
    workspace = search.workspace(state, range(seats))
    found = {action: search.worth(workspace, action, len(row), -MOST) for action in COINS.legal(state)}

    assert found == {action: POINT * scores[0] for action, scores in ends(state).items()}
    assert found[search.best(Root(state, COINS.legal(state), seats=range(seats)), DEEP)] == max(found.values())


@both_ways
def test_at_its_depth_limit_a_search_uses_the_evaluation(is_compiled):
    search, state = SEARCHES[SELFISH.scores, is_compiled], coins.begun([5, 1, 1, 6], 2, is_for_oneself=1)
    workspace = search.workspace(state)

    assert [search.worth(workspace, action, 1, 0) for action in COINS.legal(state)] == [5 * POINT, 6 * POINT]


@pytest.mark.parametrize("score", [1000, 2**31 - 1])
@each_way
def test_an_extreme_score_is_not_taken_for_a_win(is_compiled, score):
    for game in (COINS, SELFISH):
        search, state = SEARCHES[game.scores, is_compiled], coins.begun([score, 1], is_for_oneself=1)
        workspace = search.workspace(state)

        assert search.worth(workspace, coins.FIRST, 2, -MOST) == MOST < search.won


def scored_wagers(folder):
    """The game Wagers with a change: what a seat holds at the end is its score."""
    source = Path(wagers.__file__).read_text("utf-8")
    old = "return 1 if best == seat else -1"
    assert old in source
    (folder / "purses.py").write_text(source.replace(old, "return state.score[seat]"), "utf-8")
    spec = spec_from_file_location("purses", folder / "purses.py")
    rules = sys.modules["purses"] = module_from_spec(spec)
    spec.loader.exec_module(rules)
    seats = tuple(Seat(number, "abc"[number], Message("Seat")) for number in range(wagers.SEATS))
    return Game(
        name="purses",
        title=Message("Purses"),
        summary=Message("Take, or dare."),
        seats=lambda options: seats,
        rules=rules,
        notation=None,
        scene=None,
        folder=folder,
        evaluation=rules,
        throw=lambda state, draw: wagers.HIT if draw(state.turn, 4) == 1 else wagers.MISS,
        scores=Scores(0, 0),
    )


@each_way
def test_with_throws_an_action_is_worth_the_mean_of_the_scores(is_compiled, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "purses", None)
    game = scored_wagers(tmp_path)
    search, state, seats = search_of(game, is_compiled=is_compiled), game.rules.start({}), range(wagers.SEATS)
    workspace = search.workspace(state, seats)

    assert isinstance(search, Expectimax)
    state.turn = wagers.SEATS - 1  # the last seat: after its action the game is over
    state.score = [90, 90, 0]
    workspace = search.workspace(state, seats)
    assert search.worth(workspace, wagers.TAKE, 3, 0) == wagers.SURE * POINT, "although the seat does not win"
    assert search.worth(workspace, wagers.DARE, 3, 0) == wagers.PRIZE * POINT // 4
    assert search.best(Root(state, game.legal(state), seats=seats), Limits(3, 1000)) == wagers.TAKE


def seated(*counts):
    """Coins with an option that sets the number of seats."""
    choices = tuple((count, Message("{count}", count=count)) for count in counts)
    chairs = tuple(Seat(number, "nse"[number], Message("Seat")) for number in range(3))
    return replace(
        COINS, options=(Option("seats", Message("Seats"), choices),), seats=lambda options: chairs[: options["seats"]]
    )


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (COINS, AlphaBeta),
        (replace(COINS, scores=None), AlphaBeta),
        (SELFISH, MaxN),
        (replace(COINS, scores=Scores(-1, 5)), MaxN),
        (replace(COINS, throw=lambda state, draw: 0), Expectimax),
        (seated(2), AlphaBeta),
        (seated(3), MaxN),
        (seated(2, 3), MaxN),
    ],
)
def test_alpha_beta_is_used_only_in_games_of_two_opponents(game, kind):
    assert type(search_of(game, is_compiled=False)) is kind
