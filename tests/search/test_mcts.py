"""Monte Carlo tree search finds forced wins, plays any game without secrets, and is much stronger than chance."""

from dataclasses import replace
from random import Random

import pytest
from boards.moksha import AHEAD, BEHIND
from boards.moksha import GAME as MOKSHA
from naive.minimax import STONES, worths
from toys import stones, wagers

from ludoteka.core.game import Scores
from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.players.levels import highest_level, search_level
from ludoteka.search.control import POINT
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import Mcts, search_of

WAGERS = wagers.GAME
TAVLEI, QUAGMIRE, SCRIPTA = (games()[name] for name in ("tavlei", "quagmire", "scripta"))
MORRIS = replace(games()["morris"], evaluation=None)
WINS = {  # position, the first move of a forced win, its plies
    "9/9/9/9/a8/9/9/9/3k5 d": ("d1-a1", 1),
    "3a5/9/9/9/9/9/1ak6/9/9 a": ("d9-d3", 1),
    "4k1a2/9/4a4/3a3a1/3a5/9/a5d2/9/7d1 a": ("d6-d9", 3),
}
ENOUGH = Limits(1, 20_000)


@pytest.fixture(scope="module")
def compiled():
    return Mcts(MORRIS, is_compiled=True)


def begun(game, options=None):
    options = {} if game.folder == WAGERS.folder else game.check_options(options or {})
    return game.rules.start(options), [seat.number for seat in game.seats(options)]


def root_of(game, options=None, **more):
    state, seats = begun(game, options)
    return Root(state, game.legal(state), seats, **more)


def played(game, search, nodes, seed, options=None, limit=400):
    """The result of a game for one seat, which searches while the others play at random; 0 if the limit ends it."""
    chance, (state, seats) = Random(seed), begun(game, options)
    searching = seats[seed % len(seats)]
    for _ in range(limit):
        if game.rules.is_terminal(state):
            break
        legal = game.legal(state)
        action = chance.choice(legal)
        if game.rules.current_seat(state) == searching:
            action = search.best(Root(state, legal, seats=seats, seed=chance.getrandbits(30)), Limits(1, nodes))
            assert action in legal
        game.rules.apply(state, action)
    return game.rules.returns(state, searching)


def test_compiled_and_interpreted_it_finds_the_same(compiled):
    interpreted = Mcts(MORRIS, is_compiled=False)
    for seed in (1, 2):
        root = root_of(MORRIS, seed=seed)
        some, others = (one.analyse(root, Limits(1, 100), lines=3) for one in (compiled, interpreted))
        assert some.lines == others.lines
        assert some.nodes == others.nodes == 100


def test_without_an_evaluation_it_beats_random_players(compiled):
    assert sum(played(MORRIS, compiled, 100, seed) > 0 for seed in range(10)) >= 9


def test_a_throw_is_worth_the_mean_of_its_outcomes():
    game = replace(WAGERS, evaluation=None, scores=Scores(-1, 1))
    state = wagers.State.of([[30, 30, 0], 2, 0])  # only the prize wins, and one roll of four gives it
    root = Root(state, game.legal(state), range(wagers.SEATS))
    dare, take = Mcts(game, is_compiled=False).analyse(root, Limits(1, 4_000), lines=2).lines
    assert (dare.actions, take.actions) == ((wagers.DARE,), (wagers.TAKE,))
    assert take.value == -POINT
    assert abs(dare.value - -POINT // 2) < POINT // 10


@pytest.mark.parametrize("evaluation", [stones, None], ids=["with an evaluation", "with playouts"])
@pytest.mark.parametrize("pile", range(5, 16))
def test_it_solves_a_small_game_as_minimax_does(pile, evaluation):
    state = stones.State.of([pile, 0, stones.NOBODY])
    found = Mcts(replace(STONES, evaluation=evaluation), is_compiled=False).analyse(
        Root(state, STONES.legal(state)), ENOUGH
    )
    best, expected = found.lines[0], worths(state)
    sign = max(expected.values())
    assert best.value == (Mcts.won if sign > 0 else -Mcts.won if sign < 0 else 0)
    assert (expected[best.actions[0]] > 0) == (sign > 0)
    assert found.nodes < ENOUGH.nodes, "it stops when the position is solved"


@pytest.mark.parametrize("position", WINS)
def test_it_finds_forced_wins_of_a_siege(position):
    state = TAVLEI.begin(TAVLEI.check_options({}), position)
    found = Mcts(TAVLEI, is_compiled=False).analyse(Root(state, TAVLEI.legal(state)), Limits(1, 6_000))
    move, plies = WINS[position]
    assert TAVLEI.texts.action_text(state, found.lines[0].actions[0]) == move
    assert found.lines[0].value == Mcts.won
    assert len(found.lines[0].actions) == plies


def test_it_finds_a_win_in_one_with_a_single_simulation():
    position, (move, _) = next((one, win) for one, win in WINS.items() if win[1] == 1)
    state = TAVLEI.begin(TAVLEI.check_options({}), position)
    best = Mcts(replace(TAVLEI, evaluation=None), is_compiled=False).best(
        Root(state, TAVLEI.legal(state)), Limits(1, 1)
    )
    assert TAVLEI.texts.action_text(state, best) == move


@pytest.mark.parametrize(
    ("game", "options"),
    [(WAGERS, {}), (QUAGMIRE, {"seats": "blr"}), (SCRIPTA, {"pieces": 1})],
    ids=lambda one: getattr(one, "name", None),
)
def test_it_plays_legally_with_throws_and_any_number_of_seats(game, options):
    played(game, Mcts(game, is_compiled=False), 5, 1, options, limit=60)


@pytest.mark.parametrize(("position", "is_progress"), [(AHEAD, True), (BEHIND, False)], ids=["ahead", "behind"])
def test_only_the_side_that_is_behind_takes_a_draw_by_quiet_play(position, is_progress):
    state = MOKSHA.begin(MOKSHA.check_options({}), position)
    best = Mcts(MOKSHA, is_compiled=False).best(Root(state, MOKSHA.legal(state), quiet_left=1), Limits(1, 800))
    assert MOKSHA.rules.makes_progress(state, best) == is_progress


def test_whoever_stands_well_does_not_repeat_a_position():
    state = TAVLEI.begin(TAVLEI.check_options({}), "9/1a1a1a3/9/2a1a4/1a2k2a1/9/2a1a1a2/9/9 a")
    search, limits = Mcts(TAVLEI, is_compiled=False), Limits(1, 800)
    best = search.best(Root(state, TAVLEI.legal(state)), limits)
    after = state.copy()
    TAVLEI.rules.apply(after, best)
    assert search.best(Root(state, TAVLEI.legal(state), past=[after.digest(0)]), limits) != best


def test_higher_levels_of_a_game_without_an_evaluation_simulate_more():
    assert isinstance(search_of(MORRIS, is_compiled=False), Mcts)
    nodes = [search_level(MORRIS, level).limits.nodes for level in range(1, highest_level(MORRIS) + 1)]
    assert len(nodes) == highest_level(TAVLEI)
    assert nodes == sorted(set(nodes))


def test_lines_end_at_a_throw():
    state, seats = begun(SCRIPTA, {"pieces": 3})
    SCRIPTA.rules.apply(state, SCRIPTA.legal(state)[0])
    while SCRIPTA.rules.current_seat(state) == CHANCE:
        SCRIPTA.rules.apply(state, SCRIPTA.legal(state)[0])
    line = Mcts(SCRIPTA, is_compiled=False).analyse(Root(state, SCRIPTA.legal(state), seats), Limits(1, 300)).lines[0]
    for action in line.actions:
        assert SCRIPTA.rules.current_seat(state) != CHANCE
        SCRIPTA.rules.apply(state, action)
