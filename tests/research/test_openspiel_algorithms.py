"""Algorithms of OpenSpiel, unchanged, on our games: search takes wins, and solved games have the values that they have elsewhere."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability, mcts
from plugins.campaign import IS_CAMPAIGN
from scipy import optimize

from ludoteka.games import games
from ludoteka.games.kuhn.computer import THIRDS
from ludoteka.games.kuhn.rules import BET, CALL, JACK
from ludoteka.games.liars_dice import rules as dice
from ludoteka.research import spiel

KUHN = pyspiel.load_game(spiel.register("kuhn"))
THEIRS = pyspiel.load_game("kuhn_poker")
VALUE = -1 / 18  # of Kuhn poker, for the first player


def value_by_linear_program(game):
    """Return the value of a small game, from the results of all pairs of pure strategies."""
    tree = pyspiel.convert_to_cached_tree(game)
    payoffs = np.array(pyspiel.extensive_to_matrix_game(tree).row_utilities())
    rows, columns = payoffs.shape
    found = optimize.linprog(
        [*[0] * rows, -1],
        A_ub=np.c_[-payoffs.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[[*[1] * rows, 0]],
        b_eq=[1],
        bounds=[*[(0, 1)] * rows, (None, None)],
    )
    return -found.fun


def learned(solver, steps):
    for _ in range(steps):
        solver.evaluate_and_update_policy()
    is_compiled = hasattr(solver, "tabular_average_policy")  # the other one does not outlive its solver
    return solver.tabular_average_policy() if is_compiled else solver.average_policy()


def test_kuhn_has_its_value_to_nine_digits():
    assert value_by_linear_program(KUHN) == pytest.approx(VALUE, abs=1e-12)
    assert value_by_linear_program(THEIRS) == pytest.approx(VALUE, abs=1e-12)


def test_the_computer_of_kuhn_cannot_be_exploited():
    """The house's own player as a policy: no best response wins more than the value."""
    kuhn = policy.TabularPolicy(KUHN)
    for state in kuhn.states:
        player = state.current_player()
        own = state.moment.position.state.cards[player]
        named = {state.action_to_string(action): action for action in state.legal_actions()}
        bold, meek = ("bet", "check") if "bet" in named else ("call", "fold")
        chance = THIRDS[player, BET if bold == "bet" else CALL][own - JACK] / 3
        row = kuhn.policy_for_key(state.information_state_string())
        row[:] = 0
        row[named[bold]], row[named[meek]] = chance, 1 - chance
    values = expected_game_score.policy_value(KUHN.new_initial_state(), [kuhn] * 2)
    assert values[0] == pytest.approx(VALUE, abs=1e-12)
    assert exploitability.exploitability(KUHN, kuhn) == pytest.approx(0, abs=1e-12)
    responses = [best_response.BestResponsePolicy(KUHN, player, kuhn) for player in range(2)]
    assert [one.value(KUHN.new_initial_state()) for one in responses] == pytest.approx([VALUE, -VALUE], abs=1e-12)


def test_regret_minimisation_learns_the_same_of_both_kuhns():
    averages = [learned(cfr.CFRSolver(game), 100) for game in (KUHN, THEIRS)]
    values = [
        expected_game_score.policy_value(game.new_initial_state(), [average] * 2)[0]
        for game, average in zip((KUHN, THEIRS), averages, strict=True)
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-12)
    gaps = [exploitability.exploitability(game, one) for game, one in zip((KUHN, THEIRS), averages, strict=True)]
    assert gaps[0] == pytest.approx(gaps[1], abs=1e-12)
    assert gaps[0] < 0.02


def test_compiled_regret_minimisation_solves_kuhn():
    average = learned(pyspiel.CFRPlusSolver(pyspiel.convert_to_cached_tree(KUHN)), 500)
    assert pyspiel.exploitability(KUHN, average) < 0.001


SIDES = 3


def one_die_rules():
    """Return our rules of liar's dice as OpenSpiel has them: one die each, here with three faces, and the highest is wild."""

    def start(options):
        state = dice.start(options)
        state.dice, state.left = 1, [min(1, left) for left in state.left]
        return state

    def legal_actions(state, actions):
        every = [0] * dice.MAX_ACTIONS
        found = every[: dice.legal_actions(state, every)]
        kept = [
            one for one in found if (dice.THROWS[one - dice.THROW] if one >= dice.THROW else one % dice.STRIDE) <= SIDES
        ]
        actions[: len(kept)] = kept
        return len(kept)

    def apply(state, action):
        if action == dice.CHALLENGE:
            state.cups = [state.bid % dice.STRIDE if face == SIDES else face for face in state.cups]
        dice.apply(state, action)

    return SimpleNamespace(**{**vars(dice), "start": start, "legal_actions": legal_actions, "apply": apply})


@pytest.fixture
def one_die(monkeypatch):
    """Liar's dice with these rules, in OpenSpiel."""
    variant = dataclasses.replace(games()["liars_dice"], name="one_die", rules=one_die_rules(), encoding=None)
    monkeypatch.setitem(games(), "one_die", variant)
    return pyspiel.convert_to_cached_tree(pyspiel.load_game(spiel.register("one_die")))


def test_liars_dice_is_solved_as_the_same_game_of_openspiel(one_die):
    theirs = pyspiel.convert_to_cached_tree(pyspiel.load_game(f"liars_dice(numdice=1,dice_sides={SIDES})"))
    games_ = (one_die, theirs)
    averages = [learned(pyspiel.CFRSolver(game), 200) for game in games_]
    values = [
        pyspiel.expected_returns(game.new_initial_state(), one, -1, False)[0]
        for game, one in zip(games_, averages, strict=True)
    ]
    gaps = [pyspiel.exploitability(game, one) for game, one in zip(games_, averages, strict=True)]
    assert values[0] == pytest.approx(values[1], abs=1e-12)
    assert gaps[0] == pytest.approx(gaps[1], abs=1e-12)
    assert gaps[0] < 0.01


def wins_at_hand(game, count):
    """Return states of random matches in which the player to move can win at once: so many for each player."""
    found, random = {player: [] for player in range(2)}, np.random.RandomState(1)
    while any(len(states) < count for states in found.values()):
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if len(found[player]) < count and winning(state):
                found[player].append(state.clone())
            state.apply_action(int(random.choice(state.legal_actions())))
    return [state for states in found.values() for state in states]


def winning(state):
    """Return the actions that win at once."""
    player = state.current_player()
    return [action for action in state.legal_actions() if state.child(action).player_return(player) > 0]


def test_tree_search_takes_every_win_that_is_at_hand_in_tavlei():
    """It tries each action once, and then knows: no seed matters."""
    game = pyspiel.load_game(spiel.register("tavlei", {"max_plies": 150}))
    for seed, state in enumerate(wins_at_hand(game, 20 if IS_CAMPAIGN else 2)):
        random = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        bot = mcts.MCTSBot(game, 1.4, 1 + len(state.legal_actions()), evaluator, random_state=random)
        assert bot.step(state) in winning(state)
