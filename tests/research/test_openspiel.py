"""The games in OpenSpiel: its own checks, unchanged, on every game and option; what players see, options, copies, bots and environments."""

import dataclasses
import pickle
from functools import cache
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, generate_playthrough, get_all_states, random_agent
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from open_spiel.python.tests import games_sim_test
from plugins.campaign import IS_CAMPAIGN, scaled

from ludoteka.core.message import Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.research import spiel
from ludoteka.research.position import Position

NAMES = spiel.register()
SHORT = 3000 if IS_CAMPAIGN else 60  # plies: a campaign plays whole matches


def variants(name):
    """Return the game with its usual options, and with each other value of each option."""
    game = pyspiel.load_game(name)
    usual = game.get_parameters()
    options = {one.name: one for one in games()[name.removeprefix(spiel.PREFIX)].options if one.name in usual}
    others = [{key: value} for key, one in options.items() for value, _ in one.choices if value != usual[key]]
    return [name, *(f"{name}({key}={value})" for other in others for key, value in other.items())]


def short(text):
    """Return the same game with a match of a few plies."""
    return pyspiel.load_game(f"{text.removesuffix(')')}{',' if '(' in text else '('}max_plies={SHORT})")


VARIANTS = [text for name in NAMES for text in variants(name)]


def random_state(game, plies, seed=1):
    """Return the state after some random actions and throws, and a random generator."""
    state, random = game.new_initial_state(), np.random.RandomState(seed)
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(int(random.choice(state.legal_actions())))
    return state


def test_all_games_are_registered():
    assert {f"ludoteka_{name}" for name in games()} == set(NAMES)


@cache
def found_refusal():
    game = pyspiel.load_game("ludoteka_labyrinth")
    for seed in range(100):
        state, random = game.new_initial_state(), np.random.RandomState(seed)
        for _ in range(200):
            legal = state.legal_actions()
            deeds = [one for one in legal if state.action_to_string(one).startswith(("take", "drop", "choose"))]
            choice, before = int(random.choice(deeds if deeds and random.rand() < 0.7 else legal)), state.clone()
            state.apply_action(choice)
            if state.moment.tries:
                return before, choice, state
    raise AssertionError("nothing was refused")


def refused_try():
    """Return a state of Labyrinth, a choice that its player may try, and the state after it was refused."""
    before, choice, after = found_refusal()
    return before.clone(), choice, after.clone()


def test_what_is_refused_is_not_offered_again_until_something_happens():
    before, choice, after = refused_try()
    assert set(before.legal_actions()) - set(after.legal_actions()) == {choice}
    assert before.current_player() == after.current_player()
    assert before.moment.position.state == after.moment.position.state
    before.apply_action(after.legal_actions()[0])
    after.apply_action(after.legal_actions()[0])
    assert before.legal_actions() == after.legal_actions()


def test_only_the_player_who_tried_hears_a_refusal_and_never_forgets_it():
    before, choice, after = refused_try()
    player = after.current_player()
    word = f"{before.action_to_string(choice)} refused:"
    assert word in after.observation_string(player)
    assert before.information_state_string(1 - player) == after.information_state_string(1 - player)
    assert before.observation_string(1 - player) == after.observation_string(1 - player)
    after.apply_action(after.legal_actions()[0])
    assert word not in after.observation_string(player)
    assert word in after.information_state_string(player)
    assert word not in after.information_state_string(1 - player)


def test_a_refused_try_counts_for_the_limit_and_outlives_a_pickle():
    _, _, state = refused_try()
    twin = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert twin.legal_actions() == state.legal_actions()
    assert twin.information_state_string(0) == state.information_state_string(0)
    short = pyspiel.load_game(f"ludoteka_labyrinth(max_plies={len(state.history())})").new_initial_state()
    for choice in state.history():
        assert not short.is_terminal()
        short.apply_action(choice)
    assert (short.is_terminal(), short.returns()) == (True, [0.0, 0.0])


def test_chance_draws_the_maze_from_as_many_as_one_asks_for():
    game = pyspiel.load_game("ludoteka_labyrinth(generated=3)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(number, pytest.approx(1 / 3)) for number in range(3)]
    mazes = set()
    for number, _ in state.chance_outcomes():
        child = state.child(number)
        mazes.add(str(child))
        assert {child.information_state_string(0)} == {state.information_state_string(0)}
    assert len(mazes) == 3
    assert str(state.child(1)) == str(pyspiel.load_game("ludoteka_labyrinth").new_initial_state().child(1))


def test_a_game_with_too_many_actions_needs_an_encoding(monkeypatch):
    moksha = games()["moksha"]
    rules = SimpleNamespace(**{**vars(moksha.rules), "NUM_ACTIONS": 1 << 17})
    monkeypatch.setitem(games(), "moksha", dataclasses.replace(moksha, encoding=None, rules=rules))
    with pytest.raises(Refused) as refused:
        spiel.register("moksha")
    assert refused.value.code == "no-encoding"
    assert "ludoteka_moksha" not in spiel.register()


@pytest.mark.parametrize("text", VARIANTS)
def test_the_simulations_of_openspiel_pass(text):
    game = short(text)
    pyspiel.random_sim_test(game, num_sims=scaled(3), serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_repeated_line_by_line(name, tmp_path):
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(f"{name}(max_plies=12)", [], seed=1), encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again


def test_options_are_parameters():
    game = pyspiel.load_game("ludoteka_scripta(pieces=3)")
    assert game.get_parameters() == {"pieces": 3, "must_move": False, "max_plies": 3000}
    assert str(pyspiel.load_game(spiel.register("scripta", {"pieces": 3}))) == str(game)
    assert pyspiel.load_game("ludoteka_quagmire(seats=bltr)").num_players() == 4
    assert pyspiel.load_game("ludoteka_quagmire(seats=bl)").num_players() == 2


def test_a_wrong_option_is_refused():
    with pytest.raises(Refused) as refused:
        pyspiel.load_game("ludoteka_scripta(pieces=77)")
    assert refused.value.code == "bad-option"
    with pytest.raises(Refused) as refused:
        spiel.register("scripta", {"pawns": 3})
    assert refused.value.code == "bad-option"


def test_a_game_with_two_seats_has_a_sum_of_zero_and_one_with_more_has_not():
    kinds = pyspiel.GameType.Utility
    assert pyspiel.load_game("ludoteka_quagmire(seats=bl)").get_type().utility == kinds.ZERO_SUM
    assert pyspiel.load_game("ludoteka_quagmire(seats=bltr)").get_type().utility == kinds.GENERAL_SUM
    poker = pyspiel.load_game("ludoteka_kuhn")
    assert (poker.get_type().utility, poker.min_utility(), poker.max_utility()) == (kinds.ZERO_SUM, -2, 2)


def test_a_match_that_lasts_too_long_is_a_draw():
    game = pyspiel.load_game("ludoteka_tavlei(max_plies=10)")
    state = random_state(game, 10)
    assert (game.max_game_length(), state.is_terminal(), state.returns()) == (10, True, [0.0, 0.0])


def test_the_length_of_a_match_is_known_where_the_rules_bound_it():
    assert pyspiel.load_game("ludoteka_kuhn").max_game_length() == 5
    assert pyspiel.load_game("ludoteka_hunt(rounds=6,hunters=3)").max_game_length() == 24


@pytest.mark.parametrize("game", [game for game in games().values() if game.longest], ids=lambda game: game.name)
def test_no_match_is_longer_than_its_game_says(game):
    for name, values in [("", [("", "")]), *((one.name, one.choices) for one in game.options)]:
        for value, *_ in values:
            options = game.check_options({name: value} if name else {})
            position = Position(game, options)
            while position.seat != NOBODY:
                position.apply(position.offers()[0])  # the lowest bid, the first way
            assert position.plies <= game.longest(options)


def test_throws_have_the_probabilities_of_the_dice():
    state = pyspiel.load_game("ludoteka_scripta").new_initial_state()
    chances = dict(state.chance_outcomes())
    assert list(chances) == list(range(56))  # the different throws of three dice
    assert sum(chances.values()) == pytest.approx(1)
    texts = {state.action_to_string(place): chance for place, chance in chances.items()}
    assert min(texts.values()) == pytest.approx(1 / 216)
    assert max(texts.values()) == pytest.approx(6 / 216)


def test_actions_are_told_as_in_records():
    state = pyspiel.load_game("ludoteka_tavlei").new_initial_state()
    state.apply_action(state.string_to_action("e2-f2"))
    assert str(state) == "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/5a3/3aaa3 d"


def test_a_clone_is_independent():
    game = pyspiel.load_game("ludoteka_scripta")
    state = random_state(game, 20)
    twin, text, legal = state.clone(), str(state), state.legal_actions()
    for _ in range(5):
        twin.apply_action(twin.legal_actions()[0])
    assert (str(state), state.legal_actions()) == (text, legal)
    third = state.clone()
    state.apply_action(legal[0])
    assert (str(third), third.legal_actions()) == (text, legal)


@pytest.mark.parametrize("name", ["ludoteka_tavlei", "ludoteka_liars_dice"])
def test_a_pickled_state_goes_on_as_the_original(name):
    state = random_state(pyspiel.load_game(name), 12)
    twin = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    for one in (state, twin):
        while not one.is_terminal():
            one.apply_action(one.legal_actions()[-1])
    assert (state.history(), str(state), state.returns()) == (twin.history(), str(twin), twin.returns())


@pytest.mark.parametrize("name", NAMES)
def test_tensors_have_the_declared_size_and_differ_by_seat(name):
    game = pyspiel.load_game(name)
    state = random_state(game, 4)
    tensors = [state.observation_tensor(player) for player in range(game.num_players())]
    assert {len(tensor) for tensor in tensors} == {game.observation_tensor_size()}
    assert len({state.information_state_string(player) for player in range(game.num_players())}) == len(tensors)
    if game.get_type().provides_information_state_tensor:
        assert len(state.information_state_tensor(0)) == game.information_state_tensor_size()


def test_the_planes_of_an_encoding_keep_their_shape():
    game = pyspiel.load_game("ludoteka_tavlei")
    observation = make_observation(game)
    observation.set_from(game.new_initial_state(), 0)
    assert observation.dict["observation"].shape == (4, 9, 9)
    assert observation.dict["observation"][0].sum() == 16  # attackers
    assert game.observation_tensor_shape() == [4, 9, 9]


def test_an_information_state_remembers_what_an_observation_forgets():
    game = pyspiel.load_game("ludoteka_tavlei")
    states = [game.new_initial_state() for _ in range(2)]
    for state, moves in zip(states, [("e2-f2", "f5-f8", "d1-d2"), ("d1-d2", "f5-f8", "e2-f2")], strict=True):
        for move in moves:
            state.apply_action(state.string_to_action(move))
    observed, known = [
        [getattr(state, way)(1) for state in states] for way in ("observation_string", "information_state_string")
    ]
    assert observed[0] == observed[1]
    assert known[0] != known[1]


def test_a_seat_knows_its_own_card_and_everybody_what_is_said_aloud():
    game = pyspiel.load_game("ludoteka_kuhn")
    state = game.new_initial_state()
    for action in ("f:king", "s:jack", "bet"):
        state.apply_action(state.string_to_action(action))
    assert state.information_state_string(1).endswith("chance:f:card | chance:s:jack | f:bet")
    public, private = (
        make_observation(game, pyspiel.IIGObservationType(True, True, kind))
        for kind in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
    )
    assert public.string_from(state, 0).endswith("chance:f:card | chance:s:card | f:bet")
    assert private.string_from(state, 0).endswith("chance:f:king | chance:s:card | f:bet")
    assert make_observation(game, pyspiel.IIGObservationType(True, True, pyspiel.PrivateInfoType.ALL_PLAYERS)) is None


def test_memories_differ_where_what_was_heard_differs():
    game = pyspiel.load_game("ludoteka_kuhn")
    observation = make_observation(game, INFO_STATE_OBS_TYPE)
    states = get_all_states.get_all_states(game, to_string=lambda state: state.history_str())
    known = {}
    for state in states.values():
        for player in range(2):
            observation.set_from(state, player)
            text = observation.string_from(state, player)
            assert known.setdefault(text, observation.tensor.tobytes()) == observation.tensor.tobytes()
    assert len(set(known.values())) == len(known)


@pytest.mark.parametrize("name", NAMES)
def test_agents_play_in_an_environment(name):
    environment = rl_environment.Environment(pyspiel.load_game(f"{name}(max_plies={SHORT})"), include_full_state=True)
    agents = [
        random_agent.RandomAgent(player, environment.action_spec()["num_actions"])
        for player in range(environment.num_players)
    ]
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert step.observations["info_state"][player]
        step = environment.step([agents[player].step(step).action])
    assert len(step.rewards) == environment.num_players


def test_bots_of_openspiel_play():
    game = pyspiel.load_game("ludoteka_scripta(pieces=3)")
    random = np.random.RandomState(1)
    bots = [uniform_random.UniformRandomBot(player, random) for player in range(2)]
    assert sorted(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, random)) == [-1, 1]
    machines = [pyspiel.make_uniform_random_bot(player, 7) for player in range(2)]
    assert sorted(pyspiel.evaluate_bots(game.new_initial_state(), machines, 7)) == [-1, 1]
