"""Values of actions in games with throws, compared with plain recursion, for any number of seats."""

from random import Random

import pytest
from naive import expectimax
from plugins.campaign import IS_CAMPAIGN, WAYS, scaled
from toys import wagers

from ludoteka.core.rules import CHANCE, weight
from ludoteka.games import games
from ludoteka.search.control import NODES
from ludoteka.search.expectimax import STEP, WIN
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import Expectimax, search_of

WAGERS = wagers.GAME
QUAGMIRE, SCRIPTA = games()["quagmire"], games()["scripta"]
SEARCHES = {
    (game.name, is_compiled): search_of(game, is_compiled=is_compiled)
    for game in (WAGERS, QUAGMIRE, SCRIPTA)
    for is_compiled in (WAYS if game is WAGERS else (False, True))
}
FAST = Limits(3, 2_000)

both_ways = pytest.mark.parametrize("is_compiled", [False, True], ids=["interpreted", "compiled"])
each_way = pytest.mark.parametrize("is_compiled", WAYS)
TABLES = [
    (WAGERS, None, range(9)),
    (QUAGMIRE, {"seats": "bt"}, range(4)),
    (QUAGMIRE, {"seats": "blr"}, range(4)),
    (QUAGMIRE, {}, range(4)),
    (SCRIPTA, {"pieces": 15}, range(2)),
    (SCRIPTA, {"pieces": 1}, range(3)),
    (SCRIPTA, {"pieces": 3, "must_move": True}, range(2)),
]
tables = pytest.mark.parametrize(("game", "options", "depths"), TABLES)


def begun(game, options):
    options = {} if game is WAGERS else game.check_options(options)
    return game.rules.start(options), [seat.number for seat in game.seats(options)]


def walked(game, options, seed):
    """A position in which a seat is to act, reached by random play, and the seats in the game."""
    chance = Random(seed)
    (state, seats), plies = begun(game, options), chance.randrange(300)
    while plies > 0 or game.rules.current_seat(state) == CHANCE:
        game.rules.apply(state, chance.choice(game.legal(state)))
        if game.rules.is_terminal(state):
            state, _ = begun(game, options)
        plies -= 1
    return state, seats


@tables
@pytest.mark.parametrize("seed", range(scaled(6, 2)))
def test_values_agree_with_a_plain_recursion(game, options, depths, seed):
    state, seats = walked(game, options, seed)
    rooms = [(one, one.workspace(state, seats)) for (name, _), one in SEARCHES.items() if name == game.name]
    for depth in depths:
        for action in game.legal(state):
            expected = expectimax.worth(game, state, action, depth, seats)
            assert {search.worth(room, action, depth, 0) for search, room in rooms} == {expected}, (depth, action)


@each_way
def test_the_value_of_a_throw_is_the_mean_over_all_rolls(is_compiled):
    state, seats = begun(WAGERS, None)
    search = SEARCHES["wagers", is_compiled]
    room = search.workspace(state, seats)
    assert search.worth(room, wagers.DARE, 1, 0) == 0, "nothing has been thrown yet"
    assert search.worth(room, wagers.TAKE, 1, 0) == wagers.SURE
    state.turn = wagers.SEATS - 1  # the last seat: after its action the game is over
    state.score = [wagers.SURE, wagers.SURE, 0]
    room = search.workspace(state, seats)
    assert search.worth(room, wagers.TAKE, 2, 0) == -(WIN + 2 * STEP), "a score equal to that of the first seat loses"
    assert search.worth(room, wagers.DARE, 2, 0) == -(WIN + STEP) // 2, "one roll wins, and three lose"
    assert search.best(Root(state, WAGERS.legal(state), seats=seats), Limits(2, 1000)) == wagers.DARE


@each_way
def test_every_seat_maximises_its_own_value(is_compiled):
    """Both seats that have yet to act choose what is best for themselves."""
    state, seats = begun(WAGERS, None)
    search = SEARCHES["wagers", is_compiled]
    state.score, state.turn = [0, 0, 0], 1
    room = search.workspace(state, seats)
    for action in (wagers.TAKE, wagers.DARE):
        assert search.worth(room, action, 6, 0) == expectimax.worth(WAGERS, state, action, 6, seats)


@pytest.mark.parametrize(("game", "ways"), [(QUAGMIRE, 6), (SCRIPTA, 216)], ids=["quagmire", "scripta"])
def test_the_weights_of_throws_sum_to_the_number_of_rolls(game, ways):
    state, _ = begun(game, {})
    weigh = getattr(game.rules, "weight", weight)  # throws that are all equally likely need no function
    assert sum(weigh(state, action) for action in game.legal(state)) == ways


@pytest.mark.parametrize(("game", "options"), [(game, options) for game, options, _ in TABLES[not IS_CAMPAIGN :]])
@pytest.mark.parametrize("seed", range(scaled(12, 3)))
def test_interpreted_and_compiled_searches_always_choose_the_same_action(game, options, seed):
    state, seats = walked(game, options, seed)
    chance = Random(seed)
    offsets = {action: chance.randint(-10, 10) for action in game.legal(state)}
    chosen = {
        SEARCHES[game.name, is_compiled].best(Root(state, game.legal(state), seats=seats), FAST, offsets=offsets)
        for is_compiled in (True, False, True)
    }
    assert len(chosen) == 1


@both_ways
@pytest.mark.parametrize("seed", range(scaled(6, 3)))
def test_the_transposition_table_does_not_change_values(is_compiled, seed):
    state, seats = walked(SCRIPTA, {"pieces": 3}, seed)
    search = SEARCHES["scripta", is_compiled]
    shared = search.workspace(state, seats)
    for action in SCRIPTA.legal(state):
        assert search.worth(shared, action, 1, 0) == search.worth(search.workspace(state, seats), action, 1, 0)


def test_the_transposition_table_saves_work():
    state = SCRIPTA.begin(SCRIPTA.check_options({}), "y:0/0/0:1*2,4*3,9*3,12*4,20*3 g:0/0/0:2*5,8*5,30*5 y 136")
    search = SEARCHES["scripta", True]
    room = search.workspace(state)
    for action in SCRIPTA.legal(state):
        search.worth(room, action, 1, 0)
    first = int(room.control[NODES])
    for action in SCRIPTA.legal(state):
        search.worth(room, action, 1, 0)
    assert int(room.control[NODES]) - first <= len(SCRIPTA.legal(state))


@both_ways
def test_an_immediate_win_is_chosen_with_any_limits(is_compiled):
    state = SCRIPTA.begin(SCRIPTA.check_options({}), "y:0/0/14:36 g:0/0/13:32*2 y 126")
    search = SEARCHES["scripta", is_compiled]
    for depth in range(4):
        chosen = search.best(Root(state, SCRIPTA.legal(state)), Limits(depth, 1))
        assert SCRIPTA.texts.action_text(state, chosen) == "36/off"


def test_a_search_ends_when_it_reaches_its_limit_of_positions_or_of_time():
    state, seats = walked(SCRIPTA, {}, 5)
    search = SEARCHES["scripta", True]
    for limits in (Limits(Expectimax.deepest, 100), Limits(Expectimax.deepest, 10**15, seconds=0.1)):
        assert search.best(Root(state, SCRIPTA.legal(state), seats=seats), limits) in SCRIPTA.legal(state)


def test_alpha_beta_plays_games_without_throws_and_expectimax_those_with_throws():
    kinds = {"moksha": "AlphaBeta", "quagmire": "Expectimax", "scripta": "Expectimax", "tavlei": "AlphaBeta"}
    assert {name: type(search_of(games()[name], is_compiled=False)).__name__ for name in kinds} == kinds
