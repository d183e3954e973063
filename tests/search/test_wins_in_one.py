"""No level above 4 misses a win in one move, or gives one away that another move would have prevented."""

from random import Random

import pytest
from plugins.campaign import scaled

from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.players.levels import search_level
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import search_of

GAMES = {name: games()[name] for name in ("tavlei", "moksha", "quagmire", "scripta")}
SEARCHES = {name: search_of(game, is_compiled=True) for name, game in GAMES.items()}
OPTIONS = {"quagmire": {"seats": "bt"}, "scripta": {"pieces": 3}}
LOWEST = 5  # the lowest level that promises this
NODES = 2_000  # fewer positions than any level above 4 searches
LATEST = 4  # seen in the last plies of a random game, in which most wins are


def after(game, state, action):
    result = state.copy()
    game.rules.apply(result, action)
    return result


def winning(game, state):
    """The actions that win at once, found by trying every action."""
    seat = game.rules.current_seat(state)
    return [action for action in game.legal(state) if game.rules.returns(after(game, state, action), seat) > 0]


def late_positions(game, seed):
    """The positions before the last actions of a random game, and before them one from its middle."""
    chance = Random(seed)
    state, line = game.begin(game.check_options(OPTIONS.get(game.name, {}))), []
    while not game.rules.is_terminal(state):
        line.append(state)
        state = after(game, state, chance.choice(game.legal(state)))
    line = [one for one in line if game.rules.current_seat(one) != CHANCE]
    return [line[len(line) // 2], *line[-LATEST:]]


def chosen(game, state, seed):
    chance, legal = Random(seed), game.legal(state)
    seats = [seat.number for seat in game.seats(game.check_options(OPTIONS.get(game.name, {})))]
    level = search_level(game, LOWEST)
    offsets = {action: chance.randint(-level.noise, level.noise) for action in legal}
    return SEARCHES[game.name].best(Root(state, legal, seats=seats), Limits(level.limits.depth, NODES), offsets=offsets)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_win_in_one_move_is_played(game):
    found = 0
    for seed in range(scaled(60, 20)):
        for state in late_positions(game, seed):
            wins = winning(game, state)
            found += len(wins) > 0
            assert not wins or chosen(game, state, seed) in wins
    assert found > 0


@pytest.mark.parametrize("name", ["tavlei", "moksha"])
def test_no_move_gives_away_a_win_in_one_that_another_move_prevents(name):
    game, found = GAMES[name], 0
    for seed in range(scaled(60, 20)):
        for state in late_positions(game, seed):
            results = {action: after(game, state, action) for action in game.legal(state)}
            bad = {action for action, result in results.items() if winning(game, result)}
            if len(bad) in (0, len(results)) or winning(game, state):
                continue
            found += 1
            assert chosen(game, state, seed) not in bad
    assert found > 0


def test_a_turn_of_several_dice_that_bears_off_the_last_men_is_played():
    game = GAMES["scripta"]
    state = game.begin(game.check_options({"pieces": 3}))
    state.waiting, state.off = [0, 0], [1, 1]
    state.men[33], state.men[35], state.men[31], state.men[36] = 1, 1, -1, -1
    game.rules.apply(state, game.rules.THROW + 224)
    for _ in range(2):
        game.rules.apply(state, chosen(game, state, seed=1))
    assert game.rules.returns(state, 0) == 1
