"""Every game is a PettingZoo environment: PettingZoo's own tests pass unchanged, with all options."""

import warnings
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from ludoteka.core.match import REPETITIONS
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.research import zoo
from ludoteka.research.choices import MOST
from ludoteka.research.compiled_position import CompiledPosition, is_compilable
from ludoteka.research.position import Position
from ludoteka.testing import variants

# PettingZoo says this of every environment with masks whose name is not in a list of its own ones
OF_MASKS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
ALL = [game for game in games().values() if game.encoding or game.rules.NUM_ACTIONS <= MOST]
OPEN = [game for game in ALL if is_compilable(game)]
each = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
each_open = pytest.mark.parametrize("game", OPEN, ids=lambda game: game.name)


def playable_variants(game):
    return [options for options in variants(game) if options.get("dice") != "bag"]


@each
def test_the_api_test_passes_with_all_options(game):
    for options in playable_variants(game):
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            api_test(zoo.env(game, options=options, limit=60), num_cycles=25)
        assert {str(one.message) for one in warned} <= OF_MASKS


@each
def test_the_seed_test_passes_with_all_options(game):
    for options in playable_variants(game):
        seed_test(lambda options=options: zoo.env(game, options=options), num_cycles=15)


@each
def test_the_render_test_passes(game):
    render_test(lambda render_mode: zoo.env(game, render_mode=render_mode, width=96))


def walk(env, random, plies):
    """Play at random; yield what the agent that acts receives, and its choice."""
    for _ in range(plies):
        observation, reward, terminated, truncated, infos = env.last()
        offered = np.flatnonzero(observation["action_mask"]).tolist()
        choice = None if terminated or truncated else random.choice(offered)
        yield observation, reward, terminated, truncated, infos, choice
        env.step(choice)
        if not env.agents:
            return


@each_open
def test_machine_code_and_interpreted_rules_give_the_same_stream_for_a_seed(game):
    envs = [zoo.env(game, is_compiled=is_compiled, limit=60) for is_compiled in (True, False)]
    for env in envs:
        env.reset(seed=7)
    assert [type(env.position) for env in envs] == [CompiledPosition, Position]
    for one, other in zip(*(walk(env, Random(7), 80) for env in envs), strict=True):
        assert envs[0].agent_selection == envs[1].agent_selection
        assert one[1:] == other[1:]
        for part, array in one[0].items():
            assert (array == other[0][part]).all()
            assert array.dtype == other[0][part].dtype
    assert envs[0].agents == envs[1].agents


def test_other_seeds_give_other_throws():
    env, seen = zoo.env("scripta"), []
    for seed in (1, 2, 1):
        env.reset(seed=seed)
        seen.append(str(env.position.state))
    assert seen[0] == seen[2] != seen[1]


def test_a_generator_can_be_injected():
    seen = []
    for _ in range(2):
        env = zoo.env("scripta", chance=np.random.default_rng(5))
        env.reset()
        seen.append(str(env.position.state))
    assert seen[0] == seen[1]


def test_a_match_is_truncated_after_the_limit_of_actions():
    env = zoo.env("scripta", limit=6)
    env.reset(seed=1)
    steps = list(walk(env, Random(1), 100))
    assert [bool(one[3]) for one in steps] == [False] * 6 + [True, True]
    assert env.agents == []


def test_a_choice_that_is_not_offered_is_refused_and_nothing_changes():
    env = zoo.env("tavlei")
    env.reset(seed=1)
    before, wrong = env.last()[0], int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    for choice in (wrong, -1, env.action_space("seat_0").n, None):
        with pytest.raises(ValueError, match=f"seat_0 can't choose {choice} now"):
            env.step(choice)
    assert env.agent_selection == "seat_0"
    assert all((before[part] == env.last()[0][part]).all() for part in before)


def test_only_the_agent_that_acts_has_a_mask_until_the_end_when_all_have_a_full_one():
    env = zoo.env("kuhn")
    env.reset(seed=1)
    for *_, choice in walk(env, Random(1), 20):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            if choice is None:
                assert mask.all()
            else:
                assert mask.any() == (agent == env.agent_selection)
    assert env.agents == []


def test_rewards_are_the_results():
    env = zoo.env("kuhn")
    env.reset(seed=1)
    rewards = [reward for _, reward, terminated, *_ in walk(env, Random(1), 20) if terminated]
    assert sorted(rewards) in ([-2, 2], [-1, 1])


def test_infos_say_how_often_a_position_occurred():
    env = zoo.env("tavlei")
    env.reset()
    area, played, seen = env.game.rules.AREA, [], []
    while not any(env.terminations.values()):
        position, seat = env.position, env.position.seat
        origin, target = divmod(played[-2], area) if len(played) >= 2 else (0, 0)
        played.append(target * area + origin if target else position.offers()[0])
        env.step(env.choices.choice(seat, played[-1]))
        seen.append(env.infos["seat_0"]["repeats"])
    assert seen == [1, 1, 1, 2, 2, 2, 2, REPETITIONS]


def test_a_game_with_secrets_says_nothing_of_repetition():
    env = zoo.env("hunt")
    env.reset()
    assert env.infos == {"seat_0": {}, "seat_1": {}}


def test_a_match_can_begin_with_a_position():
    env = zoo.env("moksha")
    env.reset(seed=1)
    list(walk(env, Random(1), 9))
    position = env.position
    env.reset(options={"position": position})
    assert (env.position.state, env.agent_selection) == (position.state, "seat_1")
    env.step(int(position.choices[0]))
    assert env.position.state != position.state
    for other in (zoo.env("tavlei"), zoo.env("scripta")):
        with pytest.raises(ValueError, match="the position is not one of moksha"):
            env.reset(options={"position": other.position})
    assert env.agent_selection == "seat_0"


def test_a_game_can_lie_in_a_folder_anywhere():
    folder = games()["kuhn"].folder
    assert zoo.env(folder).game.name == "kuhn"


def test_what_does_not_exist_is_refused():
    with pytest.raises(Refused, match="no such game"):
        zoo.env("chess")
    with pytest.raises(ValueError, match="render_mode must be one of human, ansi, svg, rgb_array"):
        zoo.env("kuhn", render_mode="video")
    with pytest.raises(ValueError, match="render_as must be one of seat_0, seat_1, spectator, referee"):
        zoo.env("kuhn", render_as="seat_2")


# Pictures


def test_a_picture_has_the_size_and_the_looks_of_the_game():
    env = zoo.env("tavlei", render_mode="rgb_array", width=120)
    env.reset()
    picture = env.render()
    assert (picture.shape[1], picture.dtype) == (120, np.uint8)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 10
    assert zoo.env("tavlei", render_mode="svg").render().startswith("<svg")


def test_a_match_that_is_printed_is_printed_after_every_action(capsys):
    env = zoo.env("kuhn", render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    assert env.render() is None
    assert capsys.readouterr().out == first
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert capsys.readouterr().out not in ("", first)


def test_without_a_mode_nothing_is_rendered_and_a_warning_says_what_to_do():
    env = zoo.env("kuhn")
    env.reset()
    with pytest.warns(UserWarning, match="Choose a render_mode"):
        assert env.render() is None


def test_the_referee_sees_what_no_seat_sees():
    env = zoo.env("kuhn", render_mode="ansi", render_as="referee")
    env.reset()
    with pytest.raises(ValueError, match="kuhn can't show its secrets"):
        env.render()
    shown = [zoo.env("tavlei", render_mode="ansi", render_as=who) for who in ("referee", "seat_1", "spectator", None)]
    for env in shown:
        env.reset()
    assert len({env.render() for env in shown}) == 1


def test_a_refused_try_is_missing_from_the_mask_until_something_happens():
    """In Labyrinth, a seat doesn't know whether what it wants to take still lies there."""
    env, refused, random = zoo.env("labyrinth"), [], Random(0)
    env.reset(seed=0)
    for _ in range(200):
        agent, before = env.agent_selection, env.last()[0]
        choice = random.choice(np.flatnonzero(before["action_mask"]).tolist())
        env.step(choice)
        if code := env.infos[agent].get("refused"):
            after = env.last()[0]
            assert env.agent_selection == agent
            assert (after["observation"] == before["observation"]).all()
            assert np.flatnonzero(before["action_mask"] - after["action_mask"]).tolist() == [choice]
            refused.append(code)
    assert refused
