"""In every game with a search, every level plays legally and quickly enough, and uses only what its seat may know."""

from random import Random

import pytest
from plugins.campaign import IS_CAMPAIGN

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.players.computer import search_action, warm_search
from ludoteka.players.levels import LEVELS, LEVELS_WITH_THROWS, search_level
from ludoteka.players.turn import Turn
from ludoteka.search.control import NODES
from ludoteka.search.searches import search_of

GAMES = {name: game for name, game in games().items() if game.evaluation}
INTERPRETED = {name: search_of(game, is_compiled=False) for name, game in GAMES.items()}
FEW = 10_000  # positions that are searched quickly enough without the compiler

SEARCHED = [game for game in GAMES.values() if IS_CAMPAIGN or "examples" not in game.folder.parts]
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
each_table = pytest.mark.parametrize("table", [LEVELS, LEVELS_WITH_THROWS], ids=["without throws", "with throws"])


def turn_of(match, level, seed=1):
    return Turn(match.game.name, match.options, match.seen().values(), match.legal(), match.past, level, seed)


def walked(game, plies, options=None):
    """A match in which a seat is to act, after some random actions."""
    match, chance = Match(game, options), Random(plies)
    while plies > 0 or match.seat in (CHANCE, NOBODY):
        match = Match(game, options) if match.seat == NOBODY else match
        play(match, chance.choice(match.legal()))
        plies -= 1
    return match


def play(match, action):
    match.play(match.game.texts.action_text(match.seen(), action))


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.name)
def test_every_level_chooses_a_legal_action(game):
    search = warm_search(game)
    for level in range(1, len(LEVELS) + 1):
        match = walked(game, 20 + level)
        assert search_action(turn_of(match, level), game, search) in match.legal()


@each_game
@pytest.mark.parametrize("plies", range(0, 40, 4))
def test_the_lowest_level_searches_few_enough_positions_to_run_interpreted(game, plies, monkeypatch):
    match, search, workspaces = walked(game, plies), INTERPRETED[game.name], []
    fresh = search.workspace
    monkeypatch.setattr(search, "workspace", lambda *given: workspaces.append(fresh(*given)) or workspaces[-1])
    search_action(turn_of(match, 1), game, search)
    assert workspaces[0].control[NODES] < FEW


@each_table
def test_no_level_thinks_longer_than_three_seconds(table):
    assert len(table) == len(LEVELS)
    assert max(level.limits.seconds for level in table) <= 3


def settings_of_levels(game, options=None):
    """The plies, positions and noise of each level."""
    levels = [search_level(game, number, options) for number in range(1, len(LEVELS) + 1)]
    return [(level.limits.depth, level.limits.nodes, -level.noise) for level in levels]


@each_game
def test_each_level_sees_further_or_judges_more_exactly_than_the_level_below(game):
    keys = settings_of_levels(game)
    assert keys == sorted(set(keys))


def test_with_many_men_a_level_of_xii_scripta_that_may_see_no_further_judges_more_exactly_than_the_level_below():
    """A search of one throw ahead is rarely finished with fifteen men, so noise alone must make a difference."""
    many, few = (settings_of_levels(GAMES["scripta"], {"pieces": count}) for count in (15, 3))
    judgements = [judgement for _, _, judgement in many[5:]]
    assert judgements == sorted(set(judgements))
    assert many == settings_of_levels(GAMES["scripta"]) != few


@pytest.mark.parametrize("seats", ["bt", "lr", "blt", "bltr"])
def test_a_search_chooses_the_same_legal_action_twice_with_any_number_of_seats(seats):
    game = GAMES["quagmire"]
    match = walked(game, 90, {"seats": seats})
    choices = [search_action(turn_of(match, 5), game, INTERPRETED["quagmire"]) for _ in range(2)]
    assert choices[0] == choices[1]
    assert choices[0] in match.legal()


@pytest.mark.parametrize("name", ["quagmire", "scripta"])
@pytest.mark.parametrize("level", [1, 3, 4])
def test_a_search_does_not_use_the_contents_of_the_bag(name, level):
    game = GAMES[name]
    for plies in (10, 30, 50):
        fair, bag = (walked(game, plies, {"dice": dice}) for dice in ("fair", "bag"))
        assert search_action(turn_of(fair, level), game, INTERPRETED[name]) == search_action(
            turn_of(bag, level), game, INTERPRETED[name]
        )
